import type { Transition } from "#core/chart/chart.ts";
import { fitText, textWidth } from "#core/layout/sizes.ts";

/** A small piece of text in a state or on a transition. `full` is there when `text` was cut. */
export interface Chip {
  readonly kind:
    | "asks"
    | "entry"
    | "exit"
    | "invoke"
    | "event"
    | "code"
    | "guard"
    | "action"
    | "goto"
    | "folded"
    | "fault"
    | "note"
    | "order"
    | "tag"
    | "about"
    | "word"
    | "step"
    | "opaque";
  readonly text: string;
  readonly full?: string;
  /** Set in the fixed-width face: ids and code. */
  readonly mono: boolean;
  /** Has a ground of its own although its kind has none: in heads of the map, where many stand side by side. */
  readonly boxed?: boolean;
  /** Of what may happen anywhere in a phase: it leads out of it. */
  readonly leaves?: boolean;
  /** What it tells of, where its row tells of several. */
  readonly transition?: Transition;
  /** Begins a line of its own, as does the event of a transition that is written in a box. */
  readonly begins?: boolean;
  /** The state that it names, by path id: one that its box holds, closed. */
  readonly state?: string;
  /** Of a chip that counts what has no room: that. */
  readonly rest?: readonly Chip[];
  /** How many transitions it stands for, when more than one. */
  readonly transitions?: readonly Transition[];
}

/** Chips on one line; a row of a transition that has no arrow names it. */
export interface Row {
  readonly chips: readonly Chip[];
  readonly transition?: Transition;
}

export const TITLE = 13;
export const SMALL = 12;
export const CODE = 10.5;
const CHIP_PAD = 13;
export const CHIP_GAP = 4;

/** Chips without a ground of their own. */
const BARE: ReadonlySet<Chip["kind"]> = new Set([
  "event",
  "asks",
  "folded",
  "note",
  "code",
  "about",
  "goto",
  "word",
  "step",
]);
const chipFace = (mono: boolean) => (mono ? ("mono" as const) : ("text" as const));
const chipPx = (mono: boolean) => (mono ? CODE : SMALL);
/** On the map chips are smaller: there are many, and little room. */
const BOX_PAD = 9;
const padOf = (kind: Chip["kind"], boxed = false) => (boxed ? BOX_PAD : BARE.has(kind) ? 3 : CHIP_PAD);

/** Width of a chip as drawn. */
export const chipWidth = (chip: Chip): number =>
  textWidth(chip.text, chipPx(chip.mono), chipFace(chip.mono)) + padOf(chip.kind, chip.boxed);

export const rowWidth = (row: Row): number =>
  row.chips.reduce((sum, c) => sum + chipWidth(c) + CHIP_GAP, -CHIP_GAP);

/** A chip of one line, cut where it is longer than `max` pixels. */
export function cut(kind: Chip["kind"], full: string, max: number, mono: boolean): Chip {
  const text = fitText(full, max - padOf(kind), chipPx(mono), chipFace(mono));
  return text === full ? { kind, text, mono } : { kind, text, full, mono };
}

/** Lines of a chip that is broken where nothing else limits it. */
const MAX_CHIP_LINES = 6;

/**
 * A chip, or several below each other where it is longer than `max` pixels: broken at spaces, else anywhere.
 * @param most so many at most; what is left then is cut
 */
export function broken(
  kind: Chip["kind"],
  full: string,
  max: number,
  mono: boolean,
  most = MAX_CHIP_LINES,
): Chip[] {
  const room = max - padOf(kind);
  const fits = (text: string) => textWidth(text, chipPx(mono), chipFace(mono)) <= room;
  if (fits(full)) return [{ kind, text: full, mono }];
  const lines: string[] = [];
  let rest = full;
  while (rest !== "" && !fits(rest) && lines.length < most - 1) {
    const near = fitText(rest, room + 8, chipPx(mono), chipFace(mono)).replace(/…$/, "");
    const space = near.lastIndexOf(" ");
    const end = space > near.length / 3 ? space : Math.max(1, [...near].slice(0, -1).join("").length);
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  const chips: Chip[] = lines.map((text) => ({ kind, text, mono, full }));
  return rest === "" ? chips : [...chips, { ...cut(kind, rest, max, mono), full }];
}

/** Chips in lines of at most `max` pixels. */
export function wrap(chips: readonly Chip[], max: number): Chip[][] {
  const rows: Chip[][] = [];
  let room = -1;
  for (const chip of chips) {
    const width = chipWidth(chip) + CHIP_GAP;
    const last = rows.at(-1);
    if (last && width <= room + CHIP_GAP) {
      last.push(chip);
      room -= width;
    } else {
      rows.push([chip]);
      room = max - width;
    }
  }
  return rows;
}
