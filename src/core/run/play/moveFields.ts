import { literalsOf, type EventType, type PayloadType } from "#core/chart/payload.ts";
import type { FieldOffer, MoveOffer } from "#core/run/play/play.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/**
 * How a field of a move is filled in: one of `choices`, yes or no, a number, a text, some of `choices` (`order`: in the order in which they
 * are chosen), a list of texts or numbers, or any JSON.
 */
export type FieldKind = "choice" | "flag" | "number" | "text" | "subset" | "order" | "list" | "json";

/** A field of a form for a move, all moves of its type in one. */
export interface MoveField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly optional: boolean;
  /** What may be chosen; of a text, a number or a list these are samples, and others may be typed. */
  readonly choices: readonly Json[];
  /** Whether the choices and the range come from the play. What lies outside of them is hardly meant then; else they are samples. */
  readonly here: boolean;
  /** The whole numbers that are offered. */
  readonly range?: readonly [number, number];
  /** Of a list: whether its items are numbers. */
  readonly ofNumbers?: boolean;
  /** How many items a subset, an order or a list has at least and at most. */
  readonly min?: number;
  readonly max?: number;
}

/**
 * The fields of a form for an event, in the order of its type; without `type` and `by`.
 * @param event its type; of an event whose type could not be read there are the fields that its moves name
 * @param offers what `Player.moves` gives for it
 */
export function moveFields(event: EventType | undefined, offers: readonly MoveOffer[]): MoveField[] {
  const types = new Map(
    event?.fields.map(({ name, type, optional }) => [name, { type, optional }] as const) ?? [],
  );
  const names = event ? types.keys() : new Set(offers.flatMap(({ fields }) => Object.keys(fields)));
  return [...names]
    .filter((name) => name !== "type" && name !== "by")
    .map((name) => {
      const offered = offers.flatMap(({ fields }) => (Object.hasOwn(fields, name) ? [fields[name]!] : []));
      const type = types.get(name);
      return fieldOf(name, type?.type, isOptional(type?.optional, offers.length, offered), offered);
    });
}

/** The type of an event decides; without one, a field is optional where some move goes without it. */
const isOptional = (byType: boolean | undefined, moves: number, offered: readonly FieldOffer[]): boolean =>
  byType ?? (offered.length < moves || offered.some(({ optional }) => optional));

function fieldOf(
  name: string,
  type: PayloadType | undefined,
  optional: boolean,
  offered: readonly FieldOffer[],
): MoveField {
  const here = offered.length > 0 && offered.every((offer) => offer.here);
  const literals = type && literalsOf(type);
  const of = distinct(offered.flatMap((offer) => offer.of ?? []));
  const ranges = offered.flatMap(({ range }) => (range ? [range] : []));
  const kind = kindOf(type, literals, offered, here);
  const isMany = kind === "subset" || kind === "order" || kind === "list";
  // Values that the type does not name are not chosen from a list of samples.
  const choices = kind === "choice" && literals && !here ? literals : of;
  return {
    name,
    kind,
    optional,
    choices,
    here,
    ...(ranges.length > 0
      ? {
          range: [Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))],
        }
      : {}),
    ...(kind === "list" ? { ofNumbers: type?.kind === "array" && type.of.kind === "number" } : {}),
    ...(isMany && offered.length > 0
      ? {
          min: Math.min(...offered.map(({ min = 0 }) => min)),
          max: Math.max(...offered.map(({ max = of.length }) => max)),
        }
      : {}),
  };
}

function kindOf(
  type: PayloadType | undefined,
  literals: readonly Json[] | undefined,
  offered: readonly FieldOffer[],
  here: boolean,
): FieldKind {
  if (literals && type?.kind === "boolean") return "flag";
  if (literals) return "choice";
  const kinds = new Set(offered.map(({ kind }) => kind));
  if (here && kinds.size === 1 && !kinds.has("range")) {
    if (kinds.has("subset")) return "subset";
    return kinds.has("order") ? "order" : "choice";
  }
  if (!type) return untypedKind(offered);
  if (type.kind === "number") return "number";
  if (type.kind === "string") return "text";
  const isPlainList = type.kind === "array" && (type.of.kind === "string" || type.of.kind === "number");
  return isPlainList ? "list" : "json";
}

/** Of a field without a type: what its samples are. */
function untypedKind(offered: readonly FieldOffer[]): FieldKind {
  if (offered.some(({ kind }) => kind === "range")) return "number";
  const samples = offered.flatMap(({ of = [] }) => of);
  const isMany = offered.some(({ kind }) => kind === "subset" || kind === "order");
  if (isMany || samples.some((sample) => typeof sample === "object")) return "json";
  if (samples.length > 0 && samples.every((sample) => typeof sample === "number")) return "number";
  if (samples.length > 0 && samples.every((sample) => typeof sample === "string")) return "text";
  return "json";
}

/**
 * What stands in the form: what a person has entered, and beside it the first payload that is accepted with that. Where there is none,
 * what stood there before.
 * @param entered by name; undefined for a field that was emptied
 * @param offers what `Player.moves` gives for what was entered
 */
export function moveValues(
  offers: readonly MoveOffer[],
  entered: Readonly<Record<string, Json | undefined>>,
  before: JsonObject,
): JsonObject {
  const accepted = offers.find((offer) => offer.accepted);
  const { type: _type, by: _by, ...fields } = accepted?.example ?? before;
  const values = Object.entries({ ...fields, ...entered }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(values) as JsonObject;
}

function distinct(values: readonly Json[]): Json[] {
  const texts = new Set<string>();
  return values.filter((value) => {
    const text = JSON.stringify(value);
    return !texts.has(text) && texts.add(text);
  });
}
