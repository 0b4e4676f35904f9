import type { Field, PayloadType } from "#core/chart/payload.ts";
import type { SeatView, Sight } from "#core/ruleset/ruleset.ts";
import { jsonEqual, type Json, type JsonObject } from "#core/text/json.ts";

/** What a seat is shown of the context: hidden parts are left out, or are `{ count }`. A seat of null is a spectator. */
export interface SeenContext {
  readonly context: JsonObject;
  /** Ids of cards that this seat does not see. They must not be sent to it anywhere. */
  readonly hiddenIds: ReadonlySet<string>;
}

/** A part of the view: it has parts of its own, or is shown as a whole. */
interface Part {
  readonly parts: Map<string, Part>;
  sight?: Sight;
  owner?: string;
}

/** Shows plays to seats, as a game's `view.json` says. */
export class SeatProjection {
  readonly #view: SeatView;
  readonly #root: Part = { parts: new Map() };

  constructor(view: SeatView) {
    this.#view = view;
    for (const [path, sight] of Object.entries(view.view)) this.#part(path).sight = sight;
    for (const [path, owner] of Object.entries(view.owners ?? {})) this.#part(path).owner = owner;
  }

  #part(path: string): Part {
    let part = this.#root;
    for (const name of path.split(".")) {
      let inner = part.parts.get(name);
      if (!inner) part.parts.set(name, (inner = { parts: new Map() }));
      part = inner;
    }
    return part;
  }

  /** What a seat sees of a context. */
  seen(context: JsonObject, seat: string | null): SeenContext {
    const shown = (show(context, this.#root, { seat }) ?? {}) as JsonObject;
    const seats = new Set(Array.isArray(context["seats"]) ? (context["seats"] as Json[]) : []);
    const hiddenIds = new Set<string>();
    for (const path of this.#view.ids ?? []) {
      const way = path.split(".");
      const visible = new Set(textsAt(shown, way));
      for (const id of textsAt(context, way)) if (!visible.has(id) && !seats.has(id)) hiddenIds.add(id);
    }
    // What is visible in one place is known, wherever else it is hidden.
    for (const path of this.#view.ids ?? [])
      for (const id of textsAt(shown, path.split("."))) hiddenIds.delete(id);
    return { context: withoutIds(shown, hiddenIds) as JsonObject, hiddenIds };
  }

  /**
   * What a seat learns of an event that was accepted. @param hiddenIds those of the state after it
   * @returns all of it for the sender, else its type, its sender and the fields that `view.json` lists
   */
  event(event: JsonObject, seat: string | null, hiddenIds: ReadonlySet<string>): JsonObject {
    if (seat !== null && event["by"] === seat) return event;
    const { events = {} } = this.#view;
    const type = String(event["type"]);
    const fields = Object.hasOwn(events, type) ? events[type]! : [];
    const open = Object.entries(event).filter(([name]) => ["type", "by", ...fields].includes(name));
    return withoutIds(Object.fromEntries(open), hiddenIds) as JsonObject;
  }
}

interface Place {
  readonly seat: string | null;
  readonly owner?: unknown;
  /** The object that the value is a field of. */
  readonly beside?: JsonObject;
}

function show(value: Json, part: Part | undefined, at: Place): Json | undefined {
  if (part?.sight !== undefined) return showWhole(value, part.sight, at);
  if (!part || part.parts.size === 0) return undefined;
  if (Array.isArray(value))
    return value.map((item: Json) => show(item, itemPart(part), ownedItem(item, part, at)) ?? null);
  if (typeof value !== "object" || value === null) return value === null ? null : undefined;
  const object = value as JsonObject;
  const byKey = part.owner === "(key)";
  const entries = Object.entries(object).flatMap(([name, held]): [string, Json][] => {
    const shown = byKey
      ? show(held, itemPart(part), { ...at, owner: name, beside: object })
      : show(held, part.parts.get(name), { ...ownedItem(object, part, at), beside: object });
    return shown === undefined ? [] : [[name, shown]];
  });
  return Object.fromEntries(entries);
}

/** Items of a list have the parts of the list; who owns them was settled when the list was entered. */
const itemPart = ({ parts }: Part): Part => ({ parts });

const ownedItem = (item: Json, { owner }: Part, at: Place): Place =>
  owner !== undefined && typeof item === "object" && item !== null && !Array.isArray(item)
    ? { ...at, owner: (item as JsonObject)[owner] }
    : at;

function showWhole(value: Json, sight: Sight, { seat, owner, beside = {} }: Place): Json | undefined {
  const { seenBy, others, openWhen = {} } = typeof sight === "string" ? wordRule(sight) : sight;
  const isOpen = Object.entries(openWhen).some(
    ([name, held]) => Object.hasOwn(beside, name) && jsonEqual(beside[name], held),
  );
  const isOwner = seenBy === "owner" && seat !== null && owner === seat;
  if (seenBy === "everyone" || isOpen || isOwner) return value;
  if (others !== "count") return undefined;
  return { count: Array.isArray(value) ? value.length : Object.keys(value ?? {}).length };
}

interface FullRule {
  readonly seenBy: "everyone" | "owner" | "nobody";
  readonly others?: "count";
  readonly openWhen?: Readonly<Record<string, Json>>;
}
const wordRule = (word: "everyone" | "owner" | "nobody" | "count"): FullRule =>
  word === "count" ? { seenBy: "nobody", others: "count" } : { seenBy: word };

/** The texts at a path, lists passed through. */
function textsAt(value: Json | undefined, way: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => textsAt(item, way));
  const [name, ...rest] = way;
  if (name === undefined) return typeof value === "string" ? [value] : [];
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return [];
  return textsAt((value as JsonObject)[name], rest);
}

/** The value with null in place of each hidden id. */
function withoutIds(value: Json, hidden: ReadonlySet<string>): Json {
  if (hidden.size === 0) return value;
  if (typeof value === "string") return hidden.has(value) ? null : value;
  if (Array.isArray(value)) return value.map((item: Json) => withoutIds(item, hidden));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, held]) =>
      hidden.has(name) ? [] : [[name, withoutIds(held, hidden)]],
    ),
  );
}

/**
 * A context of the machine's types from what a seat sees: every hidden part is a blank of its type. What a player says of it (moves,
 * reasons) can contain nothing that is hidden, since nothing hidden is in it.
 */
export function blankHidden(fields: readonly Field[], shown: JsonObject): JsonObject {
  let count = 0;
  const blankName = () => `?${++count}`;
  const filled = (given: readonly Field[], held: JsonObject): JsonObject =>
    Object.fromEntries(
      given.flatMap(({ name, type, optional }): [string, Json][] => {
        if (Object.hasOwn(held, name)) return [[name, fill(type, held[name]!)]];
        return optional ? [] : [[name, blank(type)]];
      }),
    );
  const fill = (type: PayloadType, held: Json): Json => {
    const list = listType(type);
    if (list && isCount(held)) return Array.from({ length: held.count }, () => blank(list));
    if (list && Array.isArray(held)) return held.map((item: Json) => fill(list, item));
    if (held === null) return takesNull(type) ? null : blank(type);
    const object = objectType(type);
    if (object && typeof held === "object") return filled(object, held as JsonObject);
    return held;
  };
  const blank = (type: PayloadType): Json => {
    switch (type.kind) {
      case "string":
        return blankName();
      case "number":
        return 0;
      case "boolean":
        return false;
      case "literal":
        return type.value;
      case "array":
        return [];
      case "tuple":
        return type.of.map(blank);
      case "object":
        return filled(type.fields, {});
      case "record":
        return {};
      case "union":
        return takesNull(type) || !type.of[0] ? null : blank(type.of[0]);
      default:
        return null;
    }
  };
  return filled(fields, shown);
}

const isCount = (value: Json): value is { count: number } =>
  typeof value === "object" && value !== null && !Array.isArray(value) && "count" in value;
const takesNull = (type: PayloadType): boolean =>
  type.kind === "null" || type.kind === "unknown" || (type.kind === "union" && type.of.some(takesNull));
const listType = (type: PayloadType): PayloadType | undefined =>
  type.kind === "array"
    ? type.of
    : type.kind === "union"
      ? type.of.map(listType).find((of) => of !== undefined)
      : undefined;
const objectType = (type: PayloadType): readonly Field[] | undefined =>
  type.kind === "object"
    ? type.fields
    : type.kind === "union"
      ? type.of.map(objectType).find((of) => of !== undefined)
      : undefined;
