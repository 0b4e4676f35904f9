import type { Arrangement } from "#core/layout/arrangement/arrangement.ts";
import type { Const } from "#core/semantics/codeReading.ts";

/**
 * How much of a chart is said. `map`: phases are cards, their steps rows. `flow`: states are boxes with what happens in them and
 * where they lead on what. `full`: all that the machine says.
 */
export type Level = "map" | "flow" | "full";
export const LEVELS: readonly Level[] = ["map", "flow", "full"];

/**
 * Which words stand beside lines on the map. `whole`: on what each line is taken, event and guard, however many lines of text that
 * takes, as a phase that is the page has room for it; `inside`: so only of lines between its own steps. `all`: on what each line that branches depends. `lines`: guards of arcs inside a card
 * are left out, as they widen it. `events`: only what somebody does, as guards need more room. Hover, focus and selection tell them all in any case.
 */
export type LineWords = "whole" | "inside" | "all" | "lines" | "events" | "none";
/** What is tried on the map, in this order; on a page the whole words come first. */
export const LINE_WORDS: readonly LineWords[] = ["all", "lines", "events", "none"];
export const PAGE_WORDS: readonly LineWords[] = ["whole", "inside", ...LINE_WORDS];

/** Which closed phases name the states that they hold: those of the outer level, or all. */
export type Held = "" | " outer" | " steps";
const HELD: readonly Held[] = ["", " outer", " steps"];

/**
 * The same, and what else is listed by name: what closed phases hold, and, with `asked`, the players whom the rules name and a state waits
 * for, in any case, not only where it costs no room.
 */
export type Words = `${LineWords}${"" | " asked"}${Held}`;
export const WORDS: readonly Words[] = PAGE_WORDS.flatMap((words) =>
  (["", " asked"] as const).flatMap((question) => HELD.map((held) => `${words}${question}${held}` as const)),
);
export const lineWords = (words: Words): LineWords => words.split(" ")[0] as LineWords;
export const showsQuestions = (words: Words): boolean => words.includes(" asked");
export const heldIn = (words: Words): Held => HELD.findLast((held) => words.endsWith(held)) ?? "";
/** The same words with players listed by name. */
export const withQuestions = (words: Words): Words => `${lineWords(words)} asked${heldIn(words)}`;
/** The same labels, with the states listed that the closed phases hold. */
export const withSteps = (words: Words): Words =>
  `${lineWords(words)}${showsQuestions(words) ? " asked" : ""} steps`;

/** The visible part of a chart, and its level of detail. */
export interface View {
  readonly level: Level;
  /** Compounds, by path id, that are shown at another level than what is around them. */
  readonly levels?: ReadonlyMap<string, Level>;
  /** Compounds, by path id, that are closed. */
  readonly folded?: ReadonlySet<string>;
  /**
   * Transitions on the map that are shown as a named jump in the box that they leave, because their lines would be a knot: `from` and
   * `to` of the boxes, with a line break between them.
   */
  readonly jumps?: ReadonlySet<string>;
  /** Beside lines on the map; default `all`. */
  readonly words?: Words;
  /** The phase that is the page, by path id: what lies around it is shown as named ports. Without it the whole chart. */
  readonly page?: string;
  /** In which order a card shows its steps, where the layout file says so. */
  readonly arrangement?: Arrangement;
  /** Consts of the module: which call of a phase leads back where is read with them. */
  readonly consts?: readonly Const[];
}

/** Least size of letters on the screen, in pixels: what would be smaller is folded. */
export const floorOf = (lang: string | undefined): number => (lang === "ja" || lang === "zh-Hant" ? 10 : 9);
