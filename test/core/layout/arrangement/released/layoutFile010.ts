/**
 * The reader and writer of layout files as released with 0.1.0, parts of the chart left out. It stands for studios that people have
 * installed, so it never changes.
 */
import type { Rect } from "#core/layout/geometry.ts";
import { type Json, type JsonObject, parseJson } from "#core/text/json.ts";

/** Where states stand: by path id, relative to the enclosing state's upper left corner, with the room they were given. */
export type Position = Rect;
export type Positions = Readonly<Record<string, Position>>;

/** `machines/<id>.layout.json` as read. Everything that is not understood is kept in `json`. */
export interface LayoutFile {
  readonly json: JsonObject;
  /** A format newer than ours: shown, not written. */
  readonly readOnly: boolean;
}

export const FORMAT = 1;
const EMPTY: LayoutFile = {
  json: { $schema: "../schemas/layout.schema.json", format: FORMAT, machines: {} },
  readOnly: false,
};

/** Reads the file. A text that is no layout gives an empty layout and says what is wrong with it; an empty text is no fault. */
export function parseLayout(text: string): {
  readonly layout: LayoutFile;
  readonly fault?: "not-json" | "not-a-layout";
} {
  if (text.trim() === "") return { layout: EMPTY };
  let json: Json;
  try {
    json = parseJson(text);
  } catch {
    return { layout: EMPTY, fault: "not-json" };
  }
  if (!isObject(json) || typeof json["format"] !== "number") return { layout: EMPTY, fault: "not-a-layout" };
  return { layout: { json, readOnly: json["format"] > FORMAT } };
}

/** Prints with a fixed order: `$schema`, `format`, `machines`, the rest by name; states by path, one per line. */
export function printLayout(file: LayoutFile): string {
  return `${print(file.json, [])}\n`;
}

/** The places of one machine. Entries that are no places are left out (and kept in the file). */
export function positionsIn(file: LayoutFile, key: string): Positions {
  const states = machineOf(file, key)["states"];
  const found: Record<string, Rect> = {};
  if (isObject(states))
    for (const [id, value] of Object.entries(states)) {
      if (!isObject(value)) continue;
      const { x, y, w, h } = value;
      if (isLength(x) && isLength(y)) found[id] = { x, y, w: isLength(w) ? w : 0, h: isLength(h) ? h : 0 };
    }
  return found;
}

/** Sets places; what else an entry holds stays. Numbers are rounded to whole pixels. */
export function setPositions(file: LayoutFile, key: string, moved: Positions): LayoutFile {
  const states = statesOf(file, key);
  const next: Record<string, Json> = { ...states };
  for (const [id, place] of Object.entries(moved)) {
    const known = states[id];
    const rest = isObject(known) ? known : {};
    next[id] = {
      ...rest,
      x: Math.round(place.x),
      y: Math.round(place.y),
      w: Math.round(place.w),
      h: Math.round(place.h),
    };
  }
  return withStates(file, key, next);
}

function machineOf(file: LayoutFile, key: string): JsonObject {
  const machines = file.json["machines"];
  const machine = isObject(machines) && Object.hasOwn(machines, key) ? machines[key] : undefined;
  return isObject(machine) ? machine : {};
}

/** The entries of a machine's states by path id, as they are written. */
function statesOf(file: LayoutFile, key: string): JsonObject {
  const states = machineOf(file, key)["states"];
  return isObject(states) ? states : {};
}

/** The file with other entries for the states of a machine. */
function withStates(file: LayoutFile, key: string, states: JsonObject): LayoutFile {
  const machines = isObject(file.json["machines"]) ? file.json["machines"] : {};
  return {
    ...file,
    json: { ...file.json, machines: { ...machines, [key]: { ...machineOf(file, key), states } } },
  };
}

const FIRST = ["$schema", "format", "machines", "states", "notes"];
const rank = (key: string) => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);
const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Opens `machines`, each machine, `states` and `notes` over several lines; what lies deeper stands on one line. */
function print(value: Json, at: readonly string[]): string {
  const opens =
    at.length === 0 ||
    (at[0] === "machines" &&
      (at.length <= 2 || (at.length === 3 && (at[2] === "states" || at[2] === "notes"))));
  const indent = "  ".repeat(at.length + 1);
  const end = "  ".repeat(at.length);
  if (Array.isArray(value)) {
    if (!opens || value.length === 0) return inline(value);
    return `[\n${value.map((item: Json) => indent + inline(item)).join(",\n")}\n${end}]`;
  }
  if (!isObject(value) || !opens || Object.keys(value).length === 0) return inline(value);
  const keys = Object.keys(value).sort(
    (a, b) => (at[2] === "states" ? 0 : rank(a) - rank(b)) || byName(a, b),
  );
  const lines = keys.map((k) => `${indent}${JSON.stringify(k)}: ${print(value[k] as Json, [...at, k])}`);
  return `{\n${lines.join(",\n")}\n${end}}`;
}

function inline(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => inline(item)).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const order = ["id", "x", "y", "w", "h"];
  const place = (k: string) => (order.includes(k) ? order.indexOf(k) : order.length);
  const keys = Object.keys(value).sort((a, b) => place(a) - place(b));
  return keys.length === 0
    ? "{}"
    : `{ ${keys.map((k) => `${JSON.stringify(k)}: ${inline(value[k] as Json)}`).join(", ")} }`;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isLength = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/** The text that 0.1.0 writes for a change, as its `Project` and its command `edit` do: undefined where it leaves the file alone. */
export function written(text: string, change: (layout: LayoutFile) => LayoutFile): string | undefined {
  const { layout, fault } = parseLayout(text);
  if (fault || layout.readOnly) return undefined;
  return printLayout(change(layout));
}
