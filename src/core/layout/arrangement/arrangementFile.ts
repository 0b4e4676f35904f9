import type { Arrangement, CompoundLines, Note } from "#core/layout/arrangement/arrangement.ts";
import { formatOf, machineIn, toFormat2, withMachine } from "#core/layout/arrangement/toFormat2.ts";
import { notesIn, writeNotes } from "#core/layout/arrangement/noteText.ts";
import { fromPixels } from "#core/layout/arrangement/fromPixels.ts";
import { positionsIn } from "#core/layout/layoutFile.ts";
import { isObject, layoutText } from "#core/layout/layoutText.ts";
import { type Json, type JsonObject, parseJson } from "#core/text/json.ts";

/** The newest format that is written. */
export const ARRANGEMENT_FORMAT = 2;

/** `machines/<id>.layout.json` as read, of format 1 or 2. Everything that is not understood is kept in `json`. */
export interface ArrangementFile {
  readonly json: JsonObject;
  /** A format newer than ours: shown, not written. */
  readonly readOnly: boolean;
}

const EMPTY: ArrangementFile = {
  json: { $schema: "../schemas/layout.schema.json", format: ARRANGEMENT_FORMAT, machines: {} },
  readOnly: false,
};

/** Reads the file. A text that is no layout gives an empty one and says what is wrong with it; an empty text is no fault. */
export function parseArrangement(text: string): {
  readonly file: ArrangementFile;
  readonly fault?: "not-json" | "not-a-layout";
} {
  if (text.trim() === "") return { file: EMPTY };
  let json: Json;
  try {
    json = parseJson(text);
  } catch {
    return { file: EMPTY, fault: "not-json" };
  }
  if (!isObject(json) || typeof json["format"] !== "number") return { file: EMPTY, fault: "not-a-layout" };
  return { file: { json, readOnly: json["format"] > ARRANGEMENT_FORMAT } };
}

/** One line of the arrangement on one line of the text, in a fixed order. */
export const printArrangement = (file: ArrangementFile): string => layoutText(file.json);

/**
 * What a file of either format says of one machine (`key` as of `layoutKey`). What is no arrangement is left out (and kept in the file).
 * Names that the chart lacks are in it: `linesOf` leaves them out.
 */
export function arrangementIn(file: ArrangementFile, key: string): Arrangement {
  const machine = machineIn(formatOf(file.json) < 2 ? toFormat2(file.json) : file.json, key);
  const compounds = isObject(machine["compounds"]) ? machine["compounds"] : {};
  return {
    compounds: Object.fromEntries(
      Object.entries(compounds).flatMap(([id, value]) => {
        const lines = readCompound(value);
        return lines ? [[id, lines] as const] : [];
      }),
    ),
    notes: notesIn(machine["notes"]),
  };
}

/** An order of states that format 1 has and that lines cannot say: `names` stand otherwise beside each other now. */
export interface LostOrder {
  readonly code: "layout-order-lost";
  /** Path id; the empty string is the machine. */
  readonly compound: string;
  readonly names: readonly (readonly [string, string])[];
}

/** What a file of format 1 says that lines cannot say; empty for format 2. */
export function lostOrders(file: ArrangementFile, key: string): LostOrder[] {
  if (formatOf(file.json) >= 2) return [];
  return [...fromPixels(positionsIn(file, key))].flatMap(([compound, { lost }]) =>
    lost.length > 0 ? [{ code: "layout-order-lost" as const, compound, names: lost }] : [],
  );
}

/**
 * The file after an arranging gesture in one compound; what else the entry holds stays. A file of format 1 becomes one of format 2,
 * with all its compounds and notes. Without lines the entry goes. A read-only file stays as it is.
 */
export function setCompound(
  file: ArrangementFile,
  key: string,
  id: string,
  compound: CompoundLines | undefined,
): ArrangementFile {
  return inFormat2(file, key, (machine) => {
    const compounds = isObject(machine["compounds"]) ? machine["compounds"] : {};
    const known = Object.hasOwn(compounds, id) ? compounds[id] : undefined;
    const others = Object.fromEntries(Object.entries(compounds).filter(([newFlow]) => newFlow !== id));
    const entry = compound ? { [id]: writeCompound(known, compound) } : {};
    return { ...machine, compounds: { ...others, ...entry } };
  });
}

/** The file with these notes of a machine. It becomes one of format 2; a read-only file stays as it is. */
export const setNotes = (file: ArrangementFile, key: string, notes: readonly Note[]): ArrangementFile =>
  inFormat2(file, key, (machine) => ({ ...machine, notes: writeNotes(machine["notes"], notes) }));

function inFormat2(
  file: ArrangementFile,
  key: string,
  change: (machine: JsonObject) => JsonObject,
): ArrangementFile {
  if (file.readOnly) return file;
  const json = toFormat2(file.json);
  return { ...file, json: withMachine(json, key, change(machineIn(json, key))) };
}

function readCompound(value: Json | undefined): CompoundLines | undefined {
  if (!isObject(value) || !Array.isArray(value["lines"])) return undefined;
  const { flow } = value;
  const lines = (value["lines"] as readonly Json[]).flatMap((line) =>
    Array.isArray(line) ? [line.filter((entry): entry is string => typeof entry === "string")] : [],
  );
  return { ...(flow === "right" || flow === "down" ? { flow } : {}), lines };
}

/** The entry of a compound as it is written: `flow` first, then what else it held, and its lines. */
export function writeCompound(known: Json | undefined, { flow, lines }: CompoundLines): JsonObject {
  const { flow: before, lines: _, ...rest } = isObject(known) ? known : {};
  // A flow that only a later version knows stays until another is chosen.
  const direction = before === "right" || before === "down" ? undefined : before;
  const newFlow = flow ?? direction;
  return {
    ...(newFlow === undefined ? {} : { flow: newFlow }),
    ...rest,
    lines: lines.map((line) => [...line]),
  };
}
