import type { StateNode, StatePath, Transition } from "#core/chart/chart.ts";
import { pathId } from "#core/chart/places.ts";
import { type Chip, chipWidth, CHIP_GAP, type Row, SMALL } from "#core/layout/content/chips.ts";
import { evenLines } from "#core/layout/content/labelContent.ts";
import type { Mark, StateContent } from "#core/layout/content/stateContent.ts";
import { isArrow } from "#core/layout/content/transitionText.ts";
import { type ChartNames, counted } from "#core/layout/names.ts";
import { textWidth } from "#core/layout/sizes.ts";

/** Sizes on the map, in pixels of the canvas; `MapViews.module.css` says the same. */
export const MAP = {
  /** Letters of a card's or frame's title, and of a row. */
  title: 12.5,
  row: 12,
  /** Heights: of a row, of a card's head, below its last row, of a frame's head, of a state that is no row, of a line of chips. */
  rowH: 18,
  headH: 23,
  footH: 5,
  frameH: 23,
  boxH: 26,
  chipH: 20,
  /** Of the name of whom a step asks, below its own. */
  askedH: 14,
  /** So wide is a line of what an end tells, while it can be broken. */
  narrow: 60,
  /** From a card's left side to the middle of its rail of dots, and to the names of its rows. */
  rail: 14,
  names: 24,
  /** Right of names and signs. */
  side: 9,
} as const;

const MARK = 13;
export const MARK_GAP = 4;
const MAX_CHIP_ROW_PX = 460;
/** The same in the head of a card. */
const MAX_CARD_CHIP_ROW_PX = 180;
/** From more chips than this on, their lines are longer: a frame that holds as much is wide. */
const WIDE_CHIP_COUNT = 10;

/** Room of a sign: its picture, and its text beside it. */
export const markWidth = (mark: Mark): number =>
  MARK + (mark.text === "" ? 0 : textWidth(mark.text, SMALL, "text") + 3);
const marksWidth = (marks: readonly Mark[]): number =>
  marks.reduce((sum, mark) => sum + markWidth(mark) + MARK_GAP, 0);

/** Transitions that do something and stay. Of one that is decided in code nobody knows that. */
const stays = (node: StateNode): readonly Transition[] =>
  node.transitions.filter((t) => !isArrow(t) && t.form !== "null" && t.form !== "other");

/** A phase that is called, and its letter where there are several. */
interface Calls {
  readonly name: string;
  readonly letter: string;
}

/** What the signs of a state tell beside who decides in it and what stays there. */
interface SignFacts {
  readonly calls?: Calls | undefined;
  /** The ends of the machine that it may lead to, by name. */
  readonly ends?: string | undefined;
  /** Where a player whom the rules name is shown by name. */
  readonly named?: Naming | undefined;
  /** Whether something that happens at the table goes on as well, beside the player who decides. */
  readonly table?: boolean | undefined;
}

/** Where the name stands of a player whom the rules name and a state asks: beside the sign, or below the state's name. */
export type Naming = "beside" | "below";

/** Between such a name and a line that leaves its row. */
export const AFTER_NAME = 5;
/** Room that such a name takes beside its sign. */
export const questionWidth = (name: string): number =>
  Math.ceil(textWidth(name, SMALL, "text") + 3 + AFTER_NAME);

/** The name of such a player, where it stands below. */
const questionBelow = ({ meta: { asks } }: StateNode, names: ChartNames, named: Naming | undefined) =>
  named === "below" && asks !== undefined && typeof asks !== "string" ? names.asks(asks) : undefined;

/** The sign of a phase that others call, as it stands in its head. */
const calledMark = (letter: string | undefined, title: string): Mark[] =>
  letter === undefined ? [] : [{ kind: "calls", text: letter, title }];

/** Who decides, how many acts stay, and whether the machine may end there. */
export function marksOf(
  node: StateNode,
  names: ChartNames,
  { calls, ends, named, table }: SignFacts = {},
): Mark[] {
  const marks: Mark[] = [];
  if (calls !== undefined)
    marks.push({
      kind: "calls",
      text: calls.letter,
      title: names.words.calls.replace("{state}", calls.name),
    });
  const acts = stays(node).length;
  if (acts > 0)
    marks.push({
      kind: "stays",
      text: String(acts),
      title: counted(names.words, "stays", acts),
    });
  if (node.meta.asks !== undefined) {
    const who = typeof node.meta.asks === "string" ? node.meta.asks : "context";
    const name = names.asks(node.meta.asks);
    const title = names.words.waitsFor.replace("{who}", name);
    marks.push({ kind: "asks", text: named === "beside" && who === "context" ? name : "", who, title });
    if (table === true)
      marks.push({
        kind: "asks",
        text: "",
        who: "table",
        title: names.words.waitsFor.replace("{who}", names.asks("table")),
      });
  }
  return [...marks, ...endsMark(names, ends)];
}

const endsMark = (names: ChartNames, ends: string | undefined): Mark[] =>
  ends === undefined ? [] : [{ kind: "ends", text: "", title: names.words.ends.replace("{state}", ends) }];

/** A step of a phase: its whole name and its signs, on one line. */
export function rowContent(
  node: StateNode,
  path: StatePath,
  names: ChartNames,
  has: SignFacts = {},
): StateContent {
  const title = names.state(path, node.key);
  const marks = marksOf(node, names, has);
  // that it calls a phase is shown on the rail
  const beside = marks.filter((mark) => mark.kind !== "calls");
  const below = questionBelow(node, names, has.named);
  const after = beside.some(({ kind, text }) => kind === "asks" && text !== "") ? AFTER_NAME : 0;
  const w = Math.ceil(
    Math.max(
      textWidth(title, MAP.row, "text") + 6 + marksWidth(beside) + after,
      below === undefined ? 0 : textWidth(below, SMALL, "text") + 8,
    ),
  );
  const h = MAP.rowH + (below === undefined ? 0 : MAP.askedH);
  return {
    title,
    ...(below === undefined ? {} : { below }),
    clauses: [],
    marks,
    rows: [],
    size: { w, h },
    head: h,
  };
}

/** A state of its own on the map: its name and its signs, and of an end from where it is reached. */
export function boxContent(
  node: StateNode,
  path: StatePath,
  names: ChartNames,
  chips: readonly Chip[],
  folded: number | undefined,
  {
    calls,
    ends,
    named,
    table,
    letter,
    from = [],
    holds = false,
  }: SignFacts & {
    readonly letter?: string | undefined;
    readonly from?: readonly string[] | undefined;
    readonly holds?: boolean | undefined;
  } = {},
): StateContent {
  const title = names.state(path, node.key);
  const marks = [
    ...marksOf(node, names, { calls, ends, table }),
    ...calledMark(letter, title),
    ...(folded === undefined
      ? []
      : [
          {
            kind: "ways" as const,
            text: counted(names.words, "steps", folded),
            title: counted(names.words, "folded", folded),
          },
        ]),
  ];
  const sign = node.type === "final" || node.type === "history" ? 20 : 0;
  const width = Math.ceil(textWidth(title, MAP.title, "strong") + 20 + sign + marksWidth(marks));
  const question = questionBelow(node, names, named);
  const below = [
    ...(question === undefined ? [] : [question]),
    ...from.flatMap((text) => evenLines(text, MAP.narrow)),
  ].map((text) => ({ chips: [{ kind: "note" as const, text, mono: false }] }));
  const chipRows = [...below, ...lines(chips, MAX_CHIP_ROW_PX)];
  const wide = Math.max(width - 20, MIN_STEPS, ...chipRows.map(widthOf));
  const rows = holds ? [...chipRows, ...stepRows(node, path, names, wide)] : chipRows;
  const w = Math.max(44, width, ...rows.map((row) => widthOf(row) + 20));
  const h = MAP.boxH + rows.length * MAP.chipH + (rows.length > 0 ? 4 : 0);
  return { title, clauses: [], marks, rows, size: { w, h }, head: h };
}

/** Rows of names are about so much wider than high, and no narrower than this. */
const STEPS_RATIO = 2.4;
const MIN_STEPS = 120;

/** The names of the states that a closed phase holds, in lines that fill a box of a handy shape. */
function stepRows({ children }: StateNode, path: StatePath, names: ChartNames, least: number): Row[] {
  const chips = children.map(({ key }): Chip => {
    const at = [...path, key];
    return { kind: "step", text: names.state(at, key), mono: false, boxed: true, state: pathId(at) };
  });
  const all = widthOf({ chips });
  const wanted = Math.sqrt(all * MAP.chipH * STEPS_RATIO);
  return lines(chips, Math.min(MAX_CHIP_ROW_PX, Math.max(least, wanted, ...chips.map(chipWidth))));
}

/** A port of the page: from where it is entered, or where it leads. */
export function portContent(
  name: string,
  way: "from" | "to",
  { type }: StateNode,
  names: ChartNames,
): StateContent {
  const title = (way === "from" ? names.words.comesFrom : names.words.leadsTo).replace("{state}", name);
  const sign = type === "final" || type === "history" ? 20 : 0;
  const w = Math.ceil(textWidth(title, MAP.title, "strong") + 28 + sign);
  return { title, clauses: [], marks: [], rows: [], size: { w, h: MAP.boxH }, head: MAP.boxH };
}

/** The head of a card or frame: its name, and what may happen anywhere in it. */
export function headContent(
  node: StateNode,
  path: StatePath,
  names: ChartNames,
  chips: readonly Chip[],
  card: boolean,
  { letter, ends, named }: Omit<SignFacts, "calls"> & { readonly letter?: string | undefined } = {},
): StateContent {
  const title = names.state(path, node.key);
  const ownMarks =
    node.children.length > 0
      ? marksOf(node, names).filter((mark) => mark.kind === "asks")
      : marksOf(node, names);
  const marks = [...ownMarks, ...calledMark(letter, title), ...endsMark(names, ends)];
  const room = Math.ceil(textWidth(title, MAP.title, "strong") + 20 + (card ? 0 : 14) + marksWidth(marks));
  const labels = withAnyTime(leavingFirst(chips), names);
  const question = questionBelow(node, names, named);
  const rows: Row[] =
    question === undefined ? [] : [{ chips: [{ kind: "note", text: question, mono: false }] }];
  rows.push(
    ...fewLines(
      labels,
      card ? MAX_CARD_CHIP_ROW_PX : chips.length > WIDE_CHIP_COUNT ? 2 * MAX_CHIP_ROW_PX : MAX_CHIP_ROW_PX,
    ),
  );
  const head = (card ? MAP.headH : MAP.frameH) + rows.length * MAP.chipH + (rows.length > 0 ? 3 : 0);
  const w = Math.max(card ? 84 : 60, room, ...rows.map((row) => widthOf(row) + 22));
  return { title, clauses: [], marks, rows, size: { w, h: head }, head };
}

/** What leads out of the phase stands before what stays in it. */
const leavingFirst = (chips: readonly Chip[]): Chip[] => {
  const isStaying = ({ kind, leaves }: Chip) => kind === "event" && leaves !== true;
  return [...chips.filter((chip) => !isStaying(chip)), ...chips.filter(isStaying)];
};

/** Lines of chips in a head; a chip of its own counts what is left over. */
const MAX_CHIP_LINES = 3;

function fewLines(chips: readonly Chip[], max: number): Row[] {
  const all = lines(chips, max);
  if (all.length <= MAX_CHIP_LINES) return all;
  const visible = all.slice(0, MAX_CHIP_LINES).flatMap((row) => row.chips);
  for (;;) {
    const rest = chips.slice(visible.length);
    const more: Chip = {
      kind: "folded",
      text: `+${rest.length}`,
      full: rest.map(({ text }) => text).join("\n"),
      mono: false,
      boxed: true,
      rest,
      transitions: rest.flatMap(
        ({ transition, transitions }) => transitions ?? (transition ? [transition] : []),
      ),
    };
    const rows = lines([...visible, more], max);
    if (rows.length <= MAX_CHIP_LINES || visible.length === 0) return rows;
    visible.pop();
  }
}

/** No head has more lines than this, however much may happen in its phase. */
const MAX_HEAD_LINES = 6;

/** A head in which nothing is left out, in a frame of that width; undefined where nothing is, or it would take too many lines. */
export function wholeHead(content: StateContent, wide: number): StateContent | undefined {
  const chips = content.rows.flatMap((row) => row.chips);
  const rest = chips.flatMap((chip) => chip.rest ?? []);
  if (rest.length === 0) return undefined;
  const [first] = content.rows;
  const isQuestion = first?.chips.length === 1 && first.chips[0]?.kind === "note";
  const whole = chips.filter((chip) => chip.rest === undefined);
  const all = lines([...(isQuestion ? whole.slice(1) : whole), ...rest], wide - 22);
  const rows = isQuestion ? [first, ...all] : all;
  if (rows.length > MAX_HEAD_LINES) return undefined;
  const head = content.head + (rows.length - content.rows.length) * MAP.chipH;
  const w = Math.max(content.size.w, ...rows.map((row) => widthOf(row) + 22));
  return { ...content, rows, size: { w, h: head }, head };
}

/** Events that are possible in every step are marked as such. */
function withAnyTime(chips: readonly Chip[], names: ChartNames): readonly Chip[] {
  const first = chips.findIndex(({ kind }) => kind === "event");
  const { anyTime } = names.words;
  if (first < 0 || anyTime === undefined) return chips;
  return chips.toSpliced(first, 0, { kind: "note", text: anyTime, mono: false });
}

const widthOf = (row: Row): number =>
  row.chips.reduce((sum, chip) => sum + chipWidth(chip) + CHIP_GAP, -CHIP_GAP);

const BOXED: ReadonlySet<Chip["kind"]> = new Set(["event", "goto"]);

/** Chips side by side, in lines of at most `max` pixels. */
function lines(chips: readonly Chip[], max: number): Row[] {
  const rows: Chip[][] = [];
  let used = 0;
  for (const plain of chips) {
    const chip: Chip = BOXED.has(plain.kind) ? { ...plain, boxed: true } : plain;
    const width = chipWidth(chip) + CHIP_GAP;
    const last = rows.at(-1);
    if (last && !chip.begins && used + width <= max) {
      last.push(chip);
      used += width;
    } else {
      rows.push([chip]);
      used = width;
    }
  }
  return rows.map((row) => ({ chips: row }));
}
