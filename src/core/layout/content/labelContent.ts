import type { StateNode, Target, Transition } from "#core/chart/chart.ts";
import { type Chip, type Row, rowWidth, SMALL, wrap } from "#core/layout/content/chips.ts";
import { transitionChips } from "#core/layout/content/transitionText.ts";
import type { Size } from "#core/layout/geometry.ts";
import type { Level } from "#core/layout/level.ts";
import type { ChartNames } from "#core/layout/names.ts";
import { wrapText } from "#core/layout/content/wrapText.ts";
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
/** Width of a label at full: about 24 em. */
const MAX_FULL_LABEL_PX = 264;
/** Width of a label at flow: about 18 em. */
const MAX_FLOW_LABEL_PX = 200;
const SIDES = 16;

export const NO_LABEL: LabelContent = { rows: [], clauses: [], size: { w: 0, h: 0 }, rowH: LABEL_ROW };

/**
 * What stands on an arrow: its event and guard, at `full` also actions; as many lines as it takes.
 * @param whole guards are not cut at any level
 */
export function labelContent(
  t: Transition,
  source: StateNode,
  names: ChartNames,
  level: Level,
  whole = false,
  unread?: ReadonlySet<Target>,
): LabelContent {
  if (level === "map") return { ...NO_LABEL, clauses: t.meta.clauses };
  const most = (level === "full" ? MAX_FULL_LABEL_PX : MAX_FLOW_LABEL_PX) - SIDES;
  return labelOfChips(transitionChips(t, source, names, level, most, whole, unread), most, t.meta.clauses);
}

/** Width of a label beside a line of the map: 14 em, in one line while it is short and in three at most. */
const MAX_MAP_LABEL_PX = 168;
const SHORT_LABEL_PX = 92;
const WORD_ROW = 14;

export function wordsLabel(text: string, clauses: readonly string[], lines = evenLines(text)): LabelContent {
  if (text === "") return { ...NO_LABEL, clauses };
  const rows = lines.map((line) => ({
    chips: [{ kind: "word" as const, text: line, mono: false, ...(line === text ? {} : { full: text }) }],
  }));
  return {
    rows,
    clauses,
    size: { w: Math.ceil(Math.max(...rows.map(rowWidth))), h: rows.length * WORD_ROW + 1 },
    rowH: WORD_ROW,
  };
}

/**
 * Labels that stand in the free room of a picture have these widths, in one form after the other, and at most so many lines and characters.
 */
const FREE_LABEL_WIDTHS_PX = [168, 230, 120, 92];
const MAX_FREE_LABEL_LINES = 5;
const MAX_FREE_LABEL_CHARACTERS = 300;

/** The same in other forms, none of them cut: there are none of what is too long for that. */
export function freeLabels(text: string, clauses: readonly string[]): readonly LabelContent[] {
  if (text === "" || text.length > MAX_FREE_LABEL_CHARACTERS) return [];
  const forms = [
    evenLines(text),
    ...FREE_LABEL_WIDTHS_PX.map((most) => wrapText(text, most, SMALL, MAX_FREE_LABEL_LINES + 1)),
  ];
  const whole = forms.filter((lines) => lines.length <= MAX_FREE_LABEL_LINES && !lines.at(-1)?.endsWith("…"));
  const known = new Map(whole.map((lines) => [lines.join("\n"), lines]));
  return [...known.values()].map((lines) => wordsLabel(text, clauses, lines));
}

/** Width of a label in full on a page, its width in cards and where there is less room, and its lines. */
export const WHOLE_LABEL_PX = 190;
export const NARROW_LABEL_PX = 140;
const MAX_WHOLE_LABEL_LINES = 24;

/** The same with nothing left out: each text on lines of its own, as the line is taken on one or the other. */
export function wholeLabel(
  texts: readonly string[],
  clauses: readonly string[],
  most = WHOLE_LABEL_PX,
): LabelContent {
  const full = texts.join(" / ");
  if (full === "") return { ...NO_LABEL, clauses };
  const labels = texts.map((text, i) => (i < texts.length - 1 ? `${text} /` : text));
  const lines = labels.flatMap((text) => wrapText(text, most, SMALL, MAX_WHOLE_LABEL_LINES));
  const rows = lines.map((text) => ({
    chips: [{ kind: "word" as const, text, mono: false, ...(text === full ? {} : { full }) }],
  }));
  return {
    rows,
    clauses,
    size: { w: Math.ceil(Math.max(...rows.map(rowWidth))), h: rows.length * WORD_ROW + 1 },
    rowH: WORD_ROW,
  };
}

/** Words with where the line leads that they are for. */
export const aimed = (aim: string, text: string): string =>
  aim === "" || text === "" ? text : `→ ${aim}: ${text}`;

/** The same of words that stand there, in forms of which the first is as few lines as theirs can be; nothing of it is cut. */
export function aimedLabels(aim: string, { rows, clauses, size }: LabelContent): readonly LabelContent[] {
  const [first] = rows.flatMap(({ chips }) => chips);
  const text = aimed(aim, first?.full ?? first?.text ?? "");
  return rows.length > MAX_MAP_LABEL_LINES
    ? [wholeLabel([text], clauses, Math.max(NARROW_LABEL_PX, size.w))]
    : freeLabels(text, clauses);
}

/** Whether it is as narrow and as low as words are that a picture is arranged for. */
export const isPlainLabel = ({ rows, size }: LabelContent): boolean =>
  rows.length <= MAX_MAP_LABEL_LINES && size.w <= MAX_MAP_LABEL_PX + 4;

const wordWidth = (text: string) => textWidth(text, SMALL, "text");

/** Lines of a label beside a line of the map. */
const MAX_MAP_LABEL_LINES = 3;

/**
 * As few lines as can be, and these as even as can be; on one up to so many pixels. What does not fit on three lines is cut.
 */
export function evenLines(text: string, short = SHORT_LABEL_PX): string[] {
  const all = wordWidth(text);
  if (all <= short) return [text];
  for (let count = Math.max(2, Math.ceil(all / MAX_MAP_LABEL_PX)); count <= MAX_MAP_LABEL_LINES; count++)
    for (const places of [phraseEnds(text), characterEnds(text)]) {
      const attempt = broken(text, places, count);
      if (attempt) return attempt;
    }
  const lines: string[] = [];
  let rest = text;
  while (lines.length < MAX_MAP_LABEL_LINES - 1) {
    // it may be a whole function
    const near = rest.slice(0, MAX_MAP_LABEL_PX);
    const ends = [...phraseEnds(near), ...characterEnds(near)].sort((a, b) => a - b);
    const end = ends.findLast((at) => wordWidth(near.slice(0, at).trimEnd()) <= MAX_MAP_LABEL_PX);
    if (end === undefined) break;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...lines, fitText(rest, MAX_MAP_LABEL_PX, SMALL, "text")];
}

/** Broken at some of the places into so many lines that fit, the longest of which is the shortest possible; undefined where none fit. */
function broken(text: string, places: readonly number[], count: number): string[] | undefined {
  if (count === 1) return wordWidth(text) <= MAX_MAP_LABEL_PX ? [text] : undefined;
  let best: { readonly lines: string[]; readonly w: number } | undefined;
  for (const at of places) {
    const first = text.slice(0, at).trimEnd();
    if (wordWidth(first) > MAX_MAP_LABEL_PX) break;
    const after = text.slice(at);
    const rest = after.trimStart();
    const cutOff = at + after.length - rest.length;
    const further = places.flatMap((place) => (place > cutOff ? [place - cutOff] : []));
    const others = broken(rest, further, count - 1);
    if (!others) continue;
    const w = Math.max(wordWidth(first), ...others.map(wordWidth));
    if (!best || w < best.w) best = { lines: [first, ...others], w };
  }
  return best?.lines;
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
