import type { StateNode, Transition } from "#core/chart/chart.ts";
import { type Chip, type Row, rowWidth, SMALL, wrap } from "#core/layout/content/chips.ts";
import { transitionChips } from "#core/layout/content/transitionText.ts";
import type { Size } from "#core/layout/geometry.ts";
import type { Level } from "#core/layout/level.ts";
import type { ChartNames } from "#core/layout/names.ts";
import { fitText, textWidth } from "#core/layout/sizes.ts";

/** What is written on a transition; no rows when its line says it all. */
export interface LabelContent {
  readonly rows: readonly Row[];
  readonly clauses: readonly string[];
  readonly size: Size;
  /** Height of a row. */
  readonly rowH: number;
}

export const LABEL_ROW = 19;
/** About 24 em. */
const MAX_LABEL = 264;
const MAX_FLOW = 200;
const SIDES = 16;

export const NO_LABEL: LabelContent = { rows: [], clauses: [], size: { w: 0, h: 0 }, rowH: LABEL_ROW };

/** What stands on an arrow: its event and guard, at `full` also actions; as many lines as it takes. */
export function labelContent(
  t: Transition,
  source: StateNode,
  names: ChartNames,
  level: Level,
): LabelContent {
  if (level === "map") return { ...NO_LABEL, clauses: t.meta.clauses };
  const most = (level === "full" ? MAX_LABEL : MAX_FLOW) - SIDES;
  return labelOfChips(transitionChips(t, source, names, level, most), most, t.meta.clauses);
}

/** Words beside a line of the map: 14 em wide at most, on one line while they are short, on two at most. */
const MAX_WORDS = 168;
const SHORT_WORDS = 92;
const WORD_ROW = 14;

export function wordsLabel(text: string, clauses: readonly string[]): LabelContent {
  if (text === "") return { ...NO_LABEL, clauses };
  const rows = evenLines(text).map((line) => ({
    chips: [{ kind: "word" as const, text: line, mono: false, ...(line === text ? {} : { full: text }) }],
  }));
  return {
    rows,
    clauses,
    size: { w: Math.ceil(Math.max(...rows.map(rowWidth))), h: rows.length * WORD_ROW + 1 },
    rowH: WORD_ROW,
  };
}

const wordWidth = (text: string) => textWidth(text, SMALL, "text");

/** As even as can be, on one line up to so many pixels; what does not fit on two lines is cut. */
export function evenLines(text: string, short = SHORT_WORDS): string[] {
  if (wordWidth(text) <= short) return [text];
  const width = (pair: readonly string[]) => Math.max(...pair.map(wordWidth));
  const pairs = (places: readonly number[]) =>
    places.map((at) => [text.slice(0, at).trimEnd(), text.slice(at).trimStart()] as const);
  for (const places of [phraseEnds(text), characterEnds(text)]) {
    const fitting = pairs(places).filter((pair) => width(pair) <= MAX_WORDS);
    const [even] = fitting.sort((a, b) => width(a) - width(b));
    if (even) return [...even];
  }
  const first = pairs([...phraseEnds(text), ...characterEnds(text)].sort((a, b) => a - b)).findLast(
    ([line]) => wordWidth(line) <= MAX_WORDS,
  );
  if (!first) return [fitText(text, MAX_WORDS, SMALL, "text")];
  return [first[0], fitText(first[1], MAX_WORDS, SMALL, "text")];
}

const isHiragana = (char: string) => /[\u3041-\u309f]/.test(char);
const isWide = (char: string) => /[\u3040-\u30ff\u3400-\u9fff\uff08]/.test(char);
/** Small kana and marks that never begin a line, and brackets that never end one. */
const BOUND = /[ーっゃゅょぁぃぅぇぉッャュョァィゥェォ]/;
const OPENING = /[(（「]/;

/** Places where a phrase ends: before a word, and in Japanese behind what follows a noun. */
const phraseEnds = (text: string): number[] =>
  placesIn(
    text,
    (before, next) => before === " " || (isHiragana(before) && isWide(next) && !isHiragana(next)),
  );

/** Places between Chinese characters where a line may end. */
const characterEnds = (text: string): number[] =>
  placesIn(text, (before, next) => isWide(next) && !BOUND.test(next) && !OPENING.test(before));

function placesIn(text: string, may: (before: string, next: string) => boolean): number[] {
  return [...text].flatMap((_, at) => (at > 0 && may(text[at - 1] ?? "", text[at] ?? "") ? [at] : []));
}

export function labelOfChips(chips: readonly Chip[], most: number, clauses: readonly string[]): LabelContent {
  if (chips.length === 0) return { ...NO_LABEL, clauses };
  const rows = wrap(chips, most).map((row) => ({ chips: row }));
  return {
    rows,
    clauses,
    size: {
      w: Math.ceil(Math.max(...rows.map(rowWidth), 20) + SIDES),
      h: rows.length * LABEL_ROW + 5,
    },
    rowH: LABEL_ROW,
  };
}
