import { isObject } from "#core/layout/layoutText.ts";
import { NOTE_COLOURS, type Note, type NoteColour } from "#core/layout/arrangement/arrangement.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/** The notes of a list as written; entries that are no notes are left out. */
export function notesIn(value: Json | undefined): Note[] {
  return (Array.isArray(value) ? (value as readonly Json[]) : []).flatMap((entry) => readNote(entry) ?? []);
}

export function readNote(entry: Json): Note | undefined {
  if (!isObject(entry)) return undefined;
  const { id, at, text, colour } = entry;
  if (typeof id !== "string" || typeof at !== "string" || typeof text !== "string") return undefined;
  return { id, at, text, ...(isColour(colour) ? { colour } : {}) };
}

/** The list with these notes. What else an entry holds stays with its id; entries that are no notes stay at the end. */
export function writeNotes(value: Json | undefined, notes: readonly Note[]): Json[] {
  const entries = Array.isArray(value) ? (value as readonly Json[]) : [];
  const known = new Map<string, JsonObject>();
  for (const entry of entries) if (isObject(entry) && readNote(entry)) known.set(String(entry["id"]), entry);
  const written = notes.map((note) => {
    const { id: _id, at: _at, text: _text, colour, ...rest } = known.get(note.id) ?? {};
    // A colour that only a later version knows stays until another is chosen.
    const shade = note.colour ?? (isColour(colour) ? undefined : colour);
    const record = { id: note.id, at: note.at, ...(shade === undefined ? {} : { colour: shade }) };
    return { ...record, text: note.text, ...rest };
  });
  return [...written, ...entries.filter((entry) => !readNote(entry))];
}

/** An id that no note has yet: `n1`, `n2`, ... */
export function freshNoteId(notes: readonly Note[]): string {
  const taken = new Set(notes.map((note) => note.id));
  let n = notes.length + 1;
  while (taken.has(`n${n}`)) n++;
  return `n${n}`;
}

const isColour = (value: unknown): value is NoteColour =>
  (NOTE_COLOURS as readonly unknown[]).includes(value);
