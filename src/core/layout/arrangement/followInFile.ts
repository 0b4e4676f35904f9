import { type Arrangement, compoundIn } from "#core/layout/arrangement/arrangement.ts";
import {
  type ArrangementFile,
  arrangementIn,
  writeCompound,
} from "#core/layout/arrangement/arrangementFile.ts";
import { follower, followArrangement, type PathMap } from "#core/layout/arrangement/followArrangement.ts";
import { writeNotes } from "#core/layout/arrangement/noteText.ts";
import { formatOf, machineIn, withMachine } from "#core/layout/arrangement/toFormat2.ts";
import { isObject } from "#core/layout/layoutText.ts";
import { type Json, jsonEqual, type JsonObject } from "#core/text/json.ts";
import type { Rect } from "#core/layout/geometry.ts";
import { type LayoutFile, positionsIn, setPositions, statesOf, withStates } from "#core/layout/layoutFile.ts";
import { movedPlaces } from "#core/layout/arrangement/movedPlaces.ts";

/**
 * The file after a command that renamed, moved, deleted or gathered states (`followArrangement`). What else an entry holds goes along.
 * This is no arranging gesture: a file of format 1 stays one, and its places follow. The same file comes back when it says nothing of
 * what changed, and when it is read-only.
 */
export function followInFile(
  file: ArrangementFile,
  key: string,
  pathMap: PathMap,
  before: { has(id: string): boolean },
): ArrangementFile {
  if (file.readOnly || Object.keys(pathMap).length === 0) return file;
  if (formatOf(file.json) < 2) {
    const next = remapLayout(file, key, pathMap);
    return jsonEqual(machineIn(next.json, key), machineIn(file.json, key)) ? file : next;
  }
  const machine = machineIn(file.json, key);
  const old = arrangementIn(file, key);
  const next = followArrangement(old, pathMap, before);
  const compounds = follow(machine["compounds"], old, next, pathMap);
  const states = followKeys(machine["states"], pathMap);
  if (next === old && compounds === machine["compounds"] && states === machine["states"]) return file;
  const changed = {
    ...machine,
    ...(states === undefined ? {} : { states }),
    ...(compounds === undefined ? {} : { compounds }),
    ...(next.notes.length === old.notes.length && next.notes.every((note, i) => note === old.notes[i])
      ? {}
      : { notes: writeNotes(machine["notes"], next.notes) }),
  };
  return { ...file, json: withMachine(file.json, key, changed) };
}

/** The entries of compounds under their new paths, with their new lines. */
function follow(
  compounds: Json | undefined,
  old: Arrangement,
  next: Arrangement,
  pathMap: PathMap,
): Json | undefined {
  const moved = followKeys(compounds, pathMap);
  if (!isObject(compounds) || !isObject(moved)) return moved;
  const after = follower(pathMap);
  const entries = new Map(Object.entries(moved));
  for (const [id, value] of Object.entries(compounds)) {
    const before = compoundIn(old, id);
    const to = after(id);
    if (!before || to === null) continue;
    const now = compoundIn(next, to);
    if (!now) entries.delete(to);
    else if (now !== before) entries.set(to, writeCompound(value, now));
  }
  for (const [id, compound] of Object.entries(next.compounds))
    if (!entries.has(id)) entries.set(id, writeCompound(undefined, compound));
  const same = moved === compounds && [...entries].every(([id, value]) => compounds[id] === value);
  return same && entries.size === Object.keys(compounds).length ? compounds : Object.fromEntries(entries);
}

/** A record by path under the new paths; the same one when none of its keys changes. */
function followKeys(record: Json | undefined, pathMap: PathMap): Json | undefined {
  if (!isObject(record)) return record;
  const after = follower(pathMap);
  const entries = Object.entries(record).flatMap(([id, value]): [string, Json][] => {
    const to = after(id);
    return to === null ? [] : [[to, value]];
  });
  const ids = Object.keys(record);
  const isSame = entries.length === ids.length && entries.every(([id], i) => id === ids[i]);
  return isSame ? record : (Object.fromEntries(entries) satisfies JsonObject);
}

/**
 * Follows a command: old path id -> new path id, or null for a state that is gone. Who has another parent gets the place that
 * `movedPlaces` says, or none. What else an entry holds stays, and so do other states.
 */
export function remapLayout(
  file: LayoutFile,
  key: string,
  pathMap: Readonly<Record<string, string | null>>,
): LayoutFile {
  const states = statesOf(file, key);
  const next: Record<string, Json> = {};
  for (const [id, value] of Object.entries(states)) {
    const to = Object.hasOwn(pathMap, id) ? pathMap[id] : id;
    if (to !== null && to !== undefined) next[to] = value;
  }
  const now = positionsIn(withStates(file, key, next), key);
  const moved = movedPlaces(positionsIn(file, key), pathMap);
  const extra = Object.fromEntries(Object.entries(next).filter(([id]) => !now[id] || moved[id]));
  const changed = Object.entries(moved).filter(([id, place]) => !isSamePlace(now[id], place));
  return setPositions(withStates(file, key, extra), key, Object.fromEntries(changed));
}

const isSamePlace = (a: Rect | undefined, b: Rect): boolean =>
  a !== undefined && a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;
