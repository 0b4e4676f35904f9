/**
 * Where states stand, as a person means it: order and neighbourhood instead of pixels. One arrangement serves every level of
 * detail and every language; sizes are summed along its lines when it is drawn.
 */

/** `down`: lines are rows, one below the other, and what is in a line stands left to right. `right`: lines are columns, side by side. */
export type Flow = "right" | "down";

/** Keys of children in the order they stand; `GAP` leaves room between two of them. A line without a name is room between two lines. */
export type Line = readonly string[];

/** How the children of one compound stand. */
export interface CompoundLines {
  /** Without one the drawing chooses what suits the canvas. */
  readonly flow?: Flow;
  readonly lines: readonly Line[];
}

/** An entry of a line that is no state but free room. */
export const GAP = "";

/** The colours that a note may have; the theme says how they look. */
export const NOTE_COLOURS = ["yellow", "green", "blue", "pink", "grey"] as const;
export type NoteColour = (typeof NOTE_COLOURS)[number];

/** A remark on the canvas. It never touches the module. */
export interface Note {
  readonly id: string;
  /** Path id of the state it is about; the empty string is the machine. */
  readonly at: string;
  readonly text: string;
  readonly colour?: NoteColour;
}

/** What a layout file says of one machine. Compounds are looked up with `compoundIn`: a state may be called `constructor`. */
export interface Arrangement {
  /** By path id; the empty string is the machine. */
  readonly compounds: Readonly<Record<string, CompoundLines>>;
  readonly notes: readonly Note[];
}

export const NO_ARRANGEMENT: Arrangement = { compounds: {}, notes: [] };

/** What the file says of a compound, or undefined. */
export const compoundIn = (arrangement: Arrangement, id: string): CompoundLines | undefined =>
  Object.hasOwn(arrangement.compounds, id) ? arrangement.compounds[id] : undefined;

/** The names of a line, without its gaps. */
export const namesIn = (line: Line): string[] => line.filter((entry) => entry !== GAP);

/** All names in reading order. */
export const namesOf = (lines: readonly Line[]): string[] => lines.flatMap(namesIn);

/** Whether a line is there only to leave room. */
export const isGapLine = (line: Line): boolean => line.every((entry) => entry === GAP);

/** Lines with some of the names; a line that loses its last name goes, one that had none stays. */
export function keepNames(lines: readonly Line[], keeps: (name: string) => boolean): string[][] {
  return lines.flatMap((line) => {
    if (isGapLine(line)) return [[]];
    const entries = line.filter((entry) => entry === GAP || keeps(entry));
    return isGapLine(entries) ? [] : [entries];
  });
}

/** Path id of the enclosing state. */
export const parentId = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf(".")));

/** The last key of a path id. */
export const lastKey = (id: string): string => id.slice(id.lastIndexOf(".") + 1);

/** Path id of a child. */
export const childId = (parent: string, key: string): string => (parent === "" ? key : `${parent}.${key}`);
