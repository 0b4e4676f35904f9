import type { Snapshot } from "xstate";

// This file imports nothing at run time: an export carries its text, so that an app needs no package for it.

/** What a machine has, as far as a saved snapshot speaks of it. */
export interface SaveFacts {
  /** How many renames lie before it. */
  readonly version: number;
  /** `sha256:<hex>` of the module's text. */
  readonly digest: string;
  /** Id of the machine: in front of the ids of its states. */
  readonly id: string;
  /** Type of every state by its path, keys joined by dots. */
  readonly states: Readonly<Record<string, string>>;
  /** Paths of the states that have an id of their own. */
  readonly ids: Readonly<Record<string, string>>;
  /** Fields that the context has to have; undefined when they are not known. */
  readonly context: Shape | undefined;
  /** Renames, oldest first: one entry a version. */
  readonly renames: readonly Rename[];
}
/** Fields by name, `[shape]` for a list of such, 1 for any value. */
export type Shape = 1 | readonly [Shape] | { readonly [field: string]: Shape };
/** What was called otherwise before, by its old name; a state takes those below it along. */
export interface Rename {
  readonly states?: Readonly<Record<string, string>>;
  /** Dotted fields of the context; `[]` stands behind a list. */
  readonly context?: Readonly<Record<string, string>>;
}

/** A snapshot with the version of the machine that it was taken from. */
export interface Stamped<S extends object = Snapshot<unknown>> {
  readonly version: number;
  readonly digest: string;
  readonly snapshot: S;
}
/** Whether a save can be gone on with. */
export type CanRestore =
  /**
   * `snapshot` is what was saved, in today's names: `createActor(machine, { snapshot })`. `newer`: it was stamped by a later version
   * than this one, which may call other things by these names; it fits as it stands.
   */
  | { readonly ok: true; readonly newer?: true; readonly snapshot: Snapshot<unknown> }
  | {
      readonly ok: false;
      /** It is no snapshot of a machine at all. */
      readonly noSnapshot?: true;
      /** It was stamped by a later version than this one, which knows of no renames since. */
      readonly newer?: true;
      /** What the machine does not have, or what the save does not say. */
      readonly missing: {
        /** States that the save is in and the machine has not. */
        readonly states: readonly string[];
        /** States that have others in them, and the save does not say in which one it is. */
        readonly inside: readonly string[];
        /** Fields of the context that the save does not have. */
        readonly context: readonly string[];
      };
    };

/** Whether a snapshot, stamped or as XState gives it, fits the machine, if need be in the names of today. */
export function judgeSave(facts: SaveFacts, saved: unknown): CanRestore {
  const isStamped = isObject(saved) && isObject(saved["snapshot"]) && typeof saved["version"] === "number";
  const snapshot = isStamped ? saved["snapshot"] : saved;
  if (!isObject(snapshot) || snapshot["value"] === undefined || !STATUSES.includes(snapshot["status"]))
    return { ok: false, noSnapshot: true, missing: NOTHING };
  const latest = facts.renames.length;
  const newer = isStamped && (saved["version"] as number) > latest ? { newer: true as const } : {};
  // One without a stamp is as young as it can be.
  const versions = isStamped
    ? [Math.min(Math.max(0, saved["version"] as number), latest)]
    : Array.from({ length: latest + 1 }, (_, i) => latest - i);
  const tries = versions.map((version) => ledOver(facts, facts.renames.slice(version), snapshot));
  const fits = tries.filter(({ missing: { states, inside, context } }) =>
    [states, inside, context].every((list) => list.length === 0),
  );
  // What history states remember may be older than the states that the save is in.
  const best = fits.find(({ remembersGone }) => !remembersGone) ?? fits[0];
  const last = tries.at(-1);
  if (best) return { ok: true, ...newer, snapshot: best.snapshot as unknown as Snapshot<unknown> };
  return { ok: false, ...newer, missing: last?.missing ?? NOTHING };
}

/** A snapshot after some renames, and what is missing then. */
function ledOver(facts: SaveFacts, renames: readonly Rename[], snapshot: Record<string, unknown>) {
  const paths = renames.reduce(
    (so, { states = {} }) => so.map((path) => newPath(states, path)),
    pathsIn(snapshot["value"], ""),
  );
  const context = renames.reduce(
    (so, { context: names = {} }) =>
      Object.entries(names).reduce((held, [from, to]) => moveField(held, fieldPath(from), to), so),
    snapshot["context"],
  );
  const historyValue = newHistory(facts, renames, snapshot["historyValue"]);
  const isKnown = ({ id }: { readonly id?: unknown }) =>
    typeof id !== "string" ||
    Object.hasOwn(facts.ids, id) ||
    Object.hasOwn(facts.states, id === facts.id ? "" : id.slice(facts.id.length + 1));
  return {
    missing: lacks(facts, paths, context),
    remembersGone: !Object.values(historyValue).flat().filter(isObject).every(isKnown),
    snapshot:
      renames.length === 0
        ? snapshot
        : { ...snapshot, value: valueOf(facts, paths, ""), context, historyValue },
  };
}

type Missing = Extract<CanRestore, { readonly ok: false }>["missing"];
const NOTHING: Missing = { states: [], inside: [], context: [] };
const STATUSES: readonly unknown[] = ["active", "done", "error", "stopped"];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Paths of the innermost states of a state value. */
function pathsIn(value: unknown, above: string): string[] {
  if (typeof value === "string") return [above + value];
  return Object.entries(isObject(value) ? value : {}).flatMap(([key, inner]) =>
    isObject(inner) && Object.keys(inner).length === 0 ? [above + key] : pathsIn(inner, `${above}${key}.`),
  );
}

/** The value that these innermost states are. */
function valueOf(facts: SaveFacts, paths: readonly string[], above: string): unknown {
  const keys = [...new Set(paths.map((path) => path.split(".")[0] as string))];
  const below = (key: string) =>
    paths.flatMap((path) => (path.startsWith(`${key}.`) ? [path.slice(key.length + 1)] : []));
  const [only = ""] = keys;
  const isParallel = facts.states[above.slice(0, -1)] === "parallel";
  if (keys.length === 1 && below(only).length === 0 && !isParallel) return only;
  return Object.fromEntries(
    keys.map((key) => [key, below(key).length > 0 ? valueOf(facts, below(key), `${above}${key}.`) : {}]),
  );
}

/** A path after a rename of it or of a state around it; the innermost one that was renamed counts. */
export function newPath(names: Readonly<Record<string, string>>, path: string): string {
  for (let end = path.length; end > 0; end = path.lastIndexOf(".", end - 1))
    if (Object.hasOwn(names, path.slice(0, end))) return names[path.slice(0, end)] + path.slice(end);
  return path;
}

/** `players[].deck`: players, every one of them, deck. */
const fieldPath = (field: string): string[] => field.replaceAll("[]", ".[]").split(".");

function moveField(value: unknown, [key = "", ...rest]: readonly string[], to: string): unknown {
  if (key === "[]") return Array.isArray(value) ? value.map((item) => moveField(item, rest, to)) : value;
  if (!isObject(value) || !Object.hasOwn(value, key)) return value;
  if (rest.length > 0) return { ...value, [key]: moveField(value[key], rest, to) };
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name === key ? to : name, held]));
}

function lacks(
  { states: known, context: shape }: SaveFacts,
  paths: readonly string[],
  context: unknown,
): Missing {
  const above = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf(".")));
  const saved = new Set(paths);
  for (const path of saved) if (above(path) !== "") saved.add(above(path));
  // Of what is gone only the outermost is reported.
  const states = [...saved].filter(
    (path) => !Object.hasOwn(known, path) && Object.hasOwn(known, above(path)),
  );
  const inside = ["", ...saved].filter((path) => {
    const below = Object.keys(known).filter(
      (id) => id !== "" && above(id) === path && known[id] !== "history",
    );
    const on = below.filter((id) => saved.has(id)).length;
    return known[path] === "parallel" ? on < below.length : below.length > 0 && on !== 1;
  });
  // One that is in a state that is gone says nothing of what is around it.
  return { states, inside: states.length > 0 ? [] : inside, context: missingFields(shape, context, "") };
}

function missingFields(shape: Shape | undefined, value: unknown, at: string): string[] {
  if (shape === undefined || shape === 1) return [];
  if (isList(shape)) {
    const items = Array.isArray(value) ? value : [];
    return [...new Set(items.flatMap((item) => missingFields(shape[0], item, `${at}[]`)))];
  }
  // The fields of a value that may be null, or something else altogether, are not checked.
  const held = isObject(value) ? value : at === "" ? {} : undefined;
  if (!held) return [];
  return Object.entries(shape).flatMap(([field, inner]) => {
    const place = at === "" ? field : `${at}.${field}`;
    return Object.hasOwn(held, field) ? missingFields(inner, held[field], place) : [place];
  });
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

/** What history states remember, in today's ids. An id that was given by hand stays. */
function newHistory(facts: SaveFacts, renames: readonly Rename[], saved: unknown): Record<string, unknown> {
  const newId = (id: string): string => {
    if (Object.hasOwn(facts.ids, id) || !id.startsWith(`${facts.id}.`)) return id;
    const path = renames.reduce((so, { states = {} }) => newPath(states, so), id.slice(facts.id.length + 1));
    return Object.keys(facts.ids).find((key) => facts.ids[key] === path) ?? `${facts.id}.${path}`;
  };
  const entries = Object.entries(isObject(saved) ? saved : {}).map(([id, states]) => [
    newId(id),
    Array.isArray(states)
      ? states.map((state) =>
          isObject(state) && typeof state["id"] === "string" ? { ...state, id: newId(state["id"]) } : state,
        )
      : states,
  ]);
  return Object.fromEntries(entries);
}
