import { fromPixels } from "#core/layout/arrangement/fromPixels.ts";
import { subjectOf } from "#core/layout/arrangement/notesFromPixels.ts";
import type { Rect } from "#core/layout/geometry.ts";
import { positionsIn } from "#core/layout/layoutFile.ts";
import { isObject } from "#core/layout/layoutText.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/** The format of a layout file; what names none is taken for the oldest. */
export const formatOf = (json: JsonObject): number =>
  typeof json["format"] === "number" ? json["format"] : 1;

/** What the file says of one machine. */
export function machineIn(json: JsonObject, key: string): JsonObject {
  const machines = json["machines"];
  const machine = isObject(machines) && Object.hasOwn(machines, key) ? machines[key] : undefined;
  return isObject(machine) ? machine : {};
}

/** The file with something else said of one machine. */
export function withMachine(json: JsonObject, key: string, machine: JsonObject): JsonObject {
  const machines = isObject(json["machines"]) ? json["machines"] : {};
  return { ...json, machines: { ...machines, [key]: machine } };
}

/** A file of format 1 with lines in place of pixels, and notes keyed by what they are about. A newer one is given back as it is. */
export function toFormat2(json: JsonObject): JsonObject {
  if (formatOf(json) >= 2) return json;
  const machines = isObject(json["machines"]) ? json["machines"] : {};
  return {
    ...json,
    format: 2,
    machines: Object.fromEntries(
      Object.entries(machines).map(([key, machine]) => [
        key,
        isObject(machine) ? converted(machine, positionsIn({ json, readOnly: false }, key)) : machine,
      ]),
    ),
  };
}

function converted(machine: JsonObject, positions: Readonly<Record<string, Rect>>): JsonObject {
  const { states, notes, ...rest } = machine;
  const compounds = Object.fromEntries(
    [...fromPixels(positions)].map(([id, { flow, lines }]) => [
      id,
      { ...(flow ? { flow } : {}), lines: lines.map((line) => [...line]) },
    ]),
  );
  const strangeStates = isObject(states) ? strange(states, positions) : states;
  const noted = Array.isArray(notes)
    ? (notes as readonly Json[]).map((note) => aboutState(note, positions))
    : notes;
  return {
    ...rest,
    ...(strangeStates === undefined ? {} : { states: strangeStates }),
    compounds,
    ...(noted === undefined ? {} : { notes: noted }),
  };
}

/** What entries of states hold beside places, and entries that are no places; undefined when there is none. */
function strange(states: JsonObject, positions: Readonly<Record<string, Rect>>): JsonObject | undefined {
  const left = Object.entries(states).flatMap(([id, value]): [string, Json][] => {
    if (!isObject(value) || !Object.hasOwn(positions, id)) return [[id, value]];
    const { x: _x, y: _y, w: _w, h: _h, ...rest } = value;
    return Object.keys(rest).length > 0 ? [[id, rest]] : [];
  });
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}

/** A note with what it is about in place of where it lay; what is no note stays as it is. */
function aboutState(note: Json, positions: Readonly<Record<string, Rect>>): Json {
  if (!isObject(note)) return note;
  const { id, x, y, w, h, text, ...rest } = note;
  if (typeof id !== "string" || typeof x !== "number" || typeof y !== "number" || typeof text !== "string")
    return note;
  const box = { x, y, w: typeof w === "number" ? w : 0, h: typeof h === "number" ? h : 0 };
  return { id, at: subjectOf(box, positions), text, ...rest };
}
