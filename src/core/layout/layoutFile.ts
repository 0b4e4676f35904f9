import type { Chart } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";
import type { Rect } from "#core/layout/geometry.ts";
import { isObject, layoutText } from "#core/layout/layoutText.ts";
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
export const printLayout = (file: LayoutFile): string => layoutText(file.json);

/** The name under which a machine's places stand: its export name, else its place in the file. */
export const layoutKey = (ref: Chart["ref"]): string => ref.name ?? String(ref.ordinal);

/** The places of one machine. Entries that are no places are left out (and kept in the file). */
export function positionsIn(file: LayoutFile, key: string): Positions {
  const states = machineOf(file, key)["states"];
  const positions: Record<string, Rect> = {};
  if (isObject(states))
    for (const [id, value] of Object.entries(states)) {
      if (!isObject(value)) continue;
      const { x, y, w, h } = value;
      if (isLength(x) && isLength(y))
        positions[id] = { x, y, w: isLength(w) ? w : 0, h: isLength(h) ? h : 0 };
    }
  return positions;
}

/** The places of those states that a chart has. */
export function placesOf(chart: Chart, known: Positions): Positions {
  const states = places(chart);
  return Object.fromEntries(Object.entries(known).filter(([id]) => states.has(id)));
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
export function statesOf(file: LayoutFile, key: string): JsonObject {
  const states = machineOf(file, key)["states"];
  return isObject(states) ? states : {};
}

/** The file with other entries for the states of a machine. */
export function withStates(file: LayoutFile, key: string, states: JsonObject): LayoutFile {
  const machines = isObject(file.json["machines"]) ? file.json["machines"] : {};
  return {
    ...file,
    json: { ...file.json, machines: { ...machines, [key]: { ...machineOf(file, key), states } } },
  };
}

const isLength = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
