import { evaluate } from "#core/expr/evaluate.ts";
import { ExprError } from "#core/expr/exprError.ts";
import { literalsOf, type EventType } from "#core/chart/payload.ts";
import type { ExprOf } from "#core/expr/expr.ts";
import { usedNames } from "#core/expr/usedNames.ts";
import type { Choices, FieldOffer, PlayEvent } from "#core/run/play/play.ts";
import type { Move, MoveField, Moves } from "#core/ruleset/ruleset.ts";
import { jsonEqual, type Json, type JsonObject } from "#core/text/json.ts";

/** What a payload is built from: expressions of moves.json see `context`, `input` and the fields before them. */
export interface MoveScene {
  readonly context: JsonObject;
  readonly input: JsonObject;
  /** Path ids of active states, for `in`. */
  readonly active: ReadonlySet<string>;
  readonly exprOf: ExprOf;
}

/** Subsets and orders of long lists are cut off here; a game's hand or choice of attackers is far shorter. */
const MAX_PAYLOAD_CHOICES = 256;

/** The moves of an event type that fit the active states. */
export const availableMoves = (moves: Moves | undefined, type: string, scene: MoveScene): Move[] =>
  (moves && Object.hasOwn(moves.moves, type) ? (moves.moves[type] ?? []) : []).filter(
    (move) => move.in === undefined || scene.active.has(move.in),
  );

/**
 * Every payload that a move allows, in order, the last field turning fastest. `by` is each of `seats` unless the move says
 * otherwise; with null there is none. `only` leaves those of one seat. An expression that cannot be evaluated here (a player that is not there yet) allows none.
 */
export function* payloads(
  type: string,
  move: Move,
  scene: MoveScene,
  seats: readonly string[] | null,
  only?: string,
): Generator<PlayEvent> {
  const fields = fieldsOf(move, seats);
  const walk = function* (i: number, payload: JsonObject): Generator<PlayEvent> {
    const [name, field] = fields[i] ?? [];
    if (name === undefined || field === undefined) {
      yield { type, ...payload };
      return;
    }
    if (field.optional) yield* walk(i + 1, payload);
    for (const value of ofSeat(name, valuesOf(field, scene, payload), only))
      yield* walk(i + 1, { ...payload, [name]: value });
  };
  yield* walk(0, {});
}

/** One payload of a move by chance, or undefined when a field has no value here. `random` gives numbers in [0, 1). */
export function randomPayload(
  type: string,
  move: Move,
  scene: MoveScene,
  seats: readonly string[] | null,
  random: () => number,
  only?: string,
): PlayEvent | undefined {
  const fields = fieldsOf(move, seats);
  let payload: JsonObject = {};
  for (const [name, field] of fields) {
    if (field.optional && random() < 0.5) continue;
    const values = ofSeat(name, valuesOf(field, scene, payload), only);
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) return undefined;
    payload = { ...payload, [name]: value };
  }
  return { type, ...payload };
}

/**
 * What the fields of an event may be chosen from by these moves, those of several together; of a list, what its items are taken
 * from. Lists that depend on other fields are those of the event as it is. Numbers of a range are typed, not chosen.
 */
export function choicesOf(
  moves: readonly Move[],
  scene: MoveScene,
  event: PlayEvent,
): Record<string, Choices> {
  const choices: Record<string, Choices> = {};
  for (const move of moves)
    for (const [name, field] of Object.entries(move.fields ?? {})) {
      const source = field.values ?? field.each ?? field.subset ?? field.order;
      if (name === "by" || source === undefined) continue;
      const of = listOf(source, scene, event);
      const before = Object.hasOwn(choices, name) ? choices[name] : undefined;
      choices[name] = {
        of: distinct([...(before?.of ?? []), ...of]),
        here: typeof source === "string" && before?.here !== false,
      };
    }
  return choices;
}

/** What the fields of a move may be, given the fields of `payload`. @param type of the event, where it was read */
export function fieldOffers(
  move: Move,
  scene: MoveScene,
  payload: JsonObject,
  type?: EventType,
): Record<string, FieldOffer> {
  const fields = Object.entries(move.fields ?? {});
  // The seat can be chosen even where the move says nothing of it.
  const names = new Set(["by", ...fields.map(([name]) => name)]);
  return Object.fromEntries(
    fields.map(([name, field]): [string, FieldOffer] => {
      const dependsOn = namesIn(field, scene.exprOf).filter((used) => used !== name && names.has(used));
      const typed = type?.fields.find((candidate) => candidate.name === name)?.type;
      const isClosed = typed && literalsOf(typed.kind === "array" ? typed.of : typed) !== undefined;
      return [
        name,
        {
          ...fieldOffer(field, scene, payload),
          ...(isClosed ? { closed: true } : {}),
          ...(dependsOn.length > 0 ? { dependsOn } : {}),
        },
      ];
    }),
  );
}

function fieldOffer(field: MoveField, scene: MoveScene, payload: JsonObject): FieldOffer {
  const bound = (source: Json | undefined, otherwise: number): number =>
    boundOf(source, otherwise, scene, payload);
  const { optional = false, range } = field;
  if (range && !field.values)
    return {
      kind: "range",
      range: [Math.ceil(bound(range[0], 0)), Math.floor(bound(range[1], -1))],
      optional,
      here: range.some((end) => typeof end === "string"),
    };
  const source: Json = field.values ?? field.each ?? field.subset ?? field.order ?? [];
  const here = typeof source === "string";
  const of = distinct(listOf(source, scene, payload));
  if (field.values || field.each !== undefined) return { kind: "one", of, optional, here };
  const kind = field.subset === undefined ? "order" : "subset";
  const min = Math.max(0, bound(field.min, kind === "order" ? of.length : 0));
  return { kind, of, min, max: Math.min(of.length, bound(field.max, of.length)), optional, here };
}

/** The names in the formulas of a field. */
const namesIn = (field: MoveField, exprOf: ExprOf): string[] => {
  const sources = [field.each, field.subset, field.order, field.min, field.max, ...(field.range ?? [])];
  const names = sources.flatMap((source) => {
    const expr = typeof source === "string" ? exprOf(source) : undefined;
    return expr ? [...usedNames(expr)] : [];
  });
  return [...new Set(names)];
};

function boundOf(source: Json | undefined, otherwise: number, scene: MoveScene, payload: JsonObject): number {
  const value =
    source === undefined ? otherwise : typeof source === "string" ? valueOf(source, scene, payload) : source;
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}

function fieldsOf(move: Move, seats: readonly string[] | null): [string, MoveField][] {
  const fields = Object.entries(move.fields ?? {});
  return seats && !move.fields?.["by"] ? [["by", { values: [...seats] }], ...fields] : fields;
}

/** The values of a field that are left when only one seat may send the event. */
const ofSeat = (name: string, values: readonly Json[], only: string | undefined): readonly Json[] =>
  name === "by" && only !== undefined ? values.filter((value) => value === only) : values;

/** The values that a field may have, given the fields before it. */
function valuesOf(field: MoveField, scene: MoveScene, payload: JsonObject): readonly Json[] {
  const list = (source: Json): Json[] => listOf(source, scene, payload);
  const bound = (source: Json | undefined, otherwise: number): number =>
    boundOf(source, otherwise, scene, payload);
  if (field.values) return field.values;
  if (field.range) {
    const low = Math.ceil(bound(field.range[0], 0));
    const high = Math.floor(bound(field.range[1], -1));
    return Array.from(
      { length: Math.max(0, Math.min(high - low + 1, 4 * MAX_PAYLOAD_CHOICES)) },
      (_, i) => low + i,
    );
  }
  if (field.each !== undefined) return list(field.each);
  if (field.subset !== undefined) {
    const all = distinct(list(field.subset));
    return subsets(all, Math.max(0, bound(field.min, 0)), Math.min(all.length, bound(field.max, all.length)));
  }
  if (field.order === undefined) return [];
  const all = distinct(list(field.order));
  return orders(
    all,
    Math.max(0, bound(field.min, all.length)),
    Math.min(all.length, bound(field.max, all.length)),
  );
}

/** A list as it stands, or what its expression gives; empty when that is no list. */
function listOf(source: Json, scene: MoveScene, payload: JsonObject): Json[] {
  const value = typeof source === "string" ? valueOf(source, scene, payload) : source;
  return Array.isArray(value) ? (value as Json[]) : [];
}

/** The items without those that were there before (FORMATS: subsets and orders have distinct items). */
const distinct = (items: readonly Json[]): Json[] =>
  items.filter((item, i) => items.findIndex((other) => jsonEqual(other, item)) === i);

function valueOf(
  text: string,
  { exprOf, context, input }: MoveScene,
  payload: Readonly<Record<string, unknown>>,
): unknown {
  const expr = exprOf(text);
  if (!expr) return undefined;
  try {
    return evaluate(expr, { ...payload, context, input });
  } catch (error) {
    if (error instanceof ExprError) return undefined;
    throw error;
  }
}

/** Subsets of `min` to `max` items, small ones first, in the order of the list; at most `MAX_PAYLOAD_CHOICES`. */
export function subsets(all: readonly Json[], min: number, max: number): Json[][] {
  const out: Json[][] = [];
  const pick = (size: number, from: number, chosen: Json[]): void => {
    if (out.length >= MAX_PAYLOAD_CHOICES) return;
    if (chosen.length === size) return void out.push(chosen);
    for (let i = from; i <= all.length - (size - chosen.length); i++)
      pick(size, i + 1, [...chosen, all[i] as Json]);
  };
  for (let size = min; size <= max; size++) pick(size, 0, []);
  return out;
}

/** Orders of `min` to `max` items of a list, short ones first, the given order first; at most `MAX_PAYLOAD_CHOICES`. */
export function orders(all: readonly Json[], min = all.length, max = all.length): Json[][] {
  const out: Json[][] = [];
  const put = (size: number, chosen: Json[], left: readonly Json[]): void => {
    if (out.length >= MAX_PAYLOAD_CHOICES) return;
    if (chosen.length === size) return void out.push(chosen);
    left.forEach((item, i) => put(size, [...chosen, item], [...left.slice(0, i), ...left.slice(i + 1)]));
  };
  for (let size = min; size <= max; size++) put(size, [], all);
  return out;
}
