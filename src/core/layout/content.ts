import type { Opaque, StateNode, StatePath, Transition } from "#core/chart/chart.ts";
import { pathId } from "#core/chart/places.ts";
import type { Size } from "#core/layout/geometry.ts";
import { type ChartNames, triggerText } from "#core/layout/names.ts";
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
    | "opaque";
  readonly text: string;
  readonly full?: string;
  /** Set in the fixed-width face: ids and code. */
  readonly mono: boolean;
}
/** Chips on one line; a row of a transition without a target (or with a broken one) names it. */
export interface Row {
  readonly chips: readonly Chip[];
  readonly transition?: Transition;
}
/** What is written inside a state, already broken into lines, and the room it needs. */
export interface StateContent {
  readonly title: string;
  readonly id?: string;
  readonly clauses: readonly string[];
  readonly rows: readonly Row[];
  readonly size: Size;
  /** Height of title and rows: what lies above the children of a compound. */
  readonly head: number;
}
/** What is written on a transition; no rows when its line says it all. */
export interface LabelContent {
  readonly rows: readonly Row[];
  readonly clauses: readonly string[];
  readonly size: Size;
}

export const TITLE = 13;
export const SMALL = 11.5;
export const CODE = 10.5;
/** Heights and paddings of the node components; `canvas.module.css` says the same. */
export const HEADER_H = 34;
export const ROW_H = 21;
const SIDE = 11;
const CHIP_PAD = 13;
const CHIP_GAP = 4;
const MAX_STATE = 288;
/** A compound is wide anyway: its title and lines may be longer. */
const MAX_HEAD = 420;
const MAX_LABEL = 236;
const LABEL_ROW = 19;
const MAX_OPAQUE = 5;
const MIN_TITLE = 60;
const MAX_CLAUSE = 150;

/** A transition is drawn as an arrow when it leads somewhere; else it is a row in its state. */
export const isArrow = (t: Transition): boolean => t.targets.some((target) => target.resolved !== null);

/** Compound borders that a line between two states passes, their own not counted. */
export function bordersBetween(from: StatePath, to: StatePath): number {
  let shared = 0;
  while (shared < from.length && shared < to.length && from[shared] === to[shared]) shared++;
  const beyond = (path: StatePath) => Math.max(0, path.length - shared - 1);
  return beyond(from) + beyond(to);
}

/**
 * A transition to a far part of the chart (two borders or more away). It stands as a row with the target's name in its state, as a
 * line across half the picture would help nobody; the line is drawn while one of its ends is looked at.
 */
export const isJump = (from: StatePath, to: StatePath): boolean => bordersBetween(from, to) >= 2;
const jumps = (t: Transition, path: StatePath): boolean => {
  const aims = t.targets.flatMap((target) => (target.resolved ? [target.resolved] : []));
  return aims.length > 0 && aims.every((aim) => isJump(path, aim));
};

/**
 * What stands in a state. Sizes are estimates good enough to be used as they are. `folded`: the number of states inside, when it
 * is collapsed. History and final states without anything to say are small.
 */
export function stateContent(
  node: StateNode,
  path: StatePath,
  names: ChartNames,
  folded?: number,
): StateContent {
  const label = names.state(path, node.key);
  const open = node.children.length > 0 && folded === undefined;
  const most = open ? MAX_HEAD : MAX_STATE;
  const inner = most - 2 * SIDE;
  const clauses = clausesBeside(label, node.meta.clauses, inner);
  const clauseW = clausesWidth(clauses);
  const title = fitText(label, Math.max(inner - clauseW, MIN_TITLE), TITLE, "strong");
  const titleW = textWidth(title, TITLE, "strong");
  const idText = names.showIds && label !== node.key ? node.key : undefined;
  const idRoom = inner - titleW - clauseW - 7;
  // an id that is cut says nothing
  const id = idText !== undefined && textWidth(idText, CODE, "mono") <= idRoom ? idText : undefined;
  const chips: Chip[][] = [];
  const say = (chip: Chip) => chips.push([chip]);
  if (folded !== undefined)
    say(cut("folded", names.words.folded.replace("{count}", String(folded)), inner, false));
  if (node.meta.asks !== undefined && node.children.length === 0)
    say(cut("asks", names.words.waitsFor.replace("{who}", names.asks(node.meta.asks)), inner, false));
  const effects = [
    ...node.invoke.map((i) => cut("invoke", `⚙ ${i.src ?? i.id ?? "invoke"}`, inner, !names.showIds)),
    ...node.entry.map((a) => cut("entry", `▸ ${names.action(a)}`, inner, !names.showIds)),
    ...node.exit.map((a) => cut("exit", `◂ ${names.action(a)}`, inner, !names.showIds)),
  ];
  chips.push(...wrap(effects, inner));
  // What a later property overwrites is not there.
  const unread = node.opaque.filter(({ what }) => what !== "overwritten");
  for (const part of unread.slice(0, MAX_OPAQUE)) say(cut("opaque", opaqueText(part), inner, true));
  if (unread.length > MAX_OPAQUE) say(cut("opaque", `+${unread.length - MAX_OPAQUE}`, inner, true));
  const rows: Row[] = chips.map((row) => ({ chips: row }));
  let listed: Transition | undefined;
  if (folded === undefined)
    for (const t of node.transitions) {
      const far = jumps(t, path);
      if (isArrow(t) && !far) continue;
      const aims = far
        ? t.targets.flatMap((target) => (target.resolved ? [gotoChip(target.resolved, names, inner)] : []))
        : [];
      // several candidates for one trigger: it is named once
      const again = listed !== undefined && listed.slot === t.slot && listed.event === t.event;
      const own = transitionChips(t, node, names, inner).filter(
        (c) => !again || (c.kind !== "event" && c.kind !== "code"),
      );
      listed = t;
      for (const row of wrap([...own, ...aims], inner)) rows.push({ chips: row, transition: t });
    }
  const widest = Math.max(
    titleW + (id === undefined ? 0 : 7 + textWidth(id, CODE, "mono")) + clauseW,
    ...rows.map(rowWidth),
    0,
  );
  const head = HEADER_H + rows.length * ROW_H + (rows.length > 0 ? 7 : 0);
  const w = Math.ceil(Math.min(most, Math.max(node.type === "history" ? 40 : 104, widest + 2 * SIDE + 3)));
  if (node.type === "history") return { title, clauses: [], rows: [], size: { w: 34, h: 34 }, head: 34 };
  return {
    title,
    ...(id === undefined ? {} : { id }),
    clauses,
    rows,
    size: { w, h: Math.max(head, 40) },
    head,
  };
}

/** Two clauses where they leave room for the title; else the first one and how many more there are. */
function clausesBeside(title: string, written: readonly string[], inner: number): readonly string[] {
  const all = written.map((clause) => fitText(clause, MAX_CLAUSE, CODE, "mono"));
  const room = inner - textWidth(title, TITLE, "strong");
  return all.length < 2 || (all.length === 2 && clausesWidth(all) <= room)
    ? all
    : [...all.slice(0, 1), `+${all.length - 1}`];
}

const clausesWidth = (clauses: readonly string[]): number =>
  clauses.reduce((sum, clause) => sum + clauseWidth(clause) + CHIP_GAP, 0);

/** What stands on an arrow: trigger and id, then guard, then actions; at most four lines. */
export function transitionContent(t: Transition, source: StateNode, names: ChartNames): LabelContent {
  // the dotted line says "always"; with nothing to add, a label would only take room
  if (t.slot === "always" && !t.guard && t.actions.length === 0 && !isElse(t, source))
    return { rows: [], clauses: t.meta.clauses, size: { w: 0, h: 0 } };
  const rows = wrap(transitionChips(t, source, names, MAX_LABEL - 16), MAX_LABEL - 16)
    .slice(0, 4)
    .map((chips) => ({ chips }));
  const w = Math.max(...rows.map(rowWidth), 24) + 16;
  return {
    rows,
    clauses: t.meta.clauses,
    size: { w: Math.ceil(w), h: rows.length * LABEL_ROW + 7 },
  };
}

/** All of it in one line, for people who hear the canvas and for tooltips. */
export function transitionSentence(t: Transition, source: StateNode, names: ChartNames): string {
  const trigger = triggerText(t, names);
  const guard = t.guard
    ? ` [${names.guard(t.guard)}]`
    : isElse(t, source)
      ? ` [${names.words.otherwise}]`
      : "";
  const actions = t.actions.map((a) => names.action(a)).join(", ");
  return `${trigger.text}${guard}${actions ? ` / ${actions}` : ""}`;
}

/** What was not understood, as it is written, and where it comes from: `...phases from "./phases"`. */
export function opaqueText({ text, from }: Opaque): string {
  const line = text.replace(/\s+/g, " ").trim();
  return from === undefined ? line : `${line} from "${from}"`;
}

/** Unguarded, and last of several candidates for the same trigger. */
export const isElse = (t: Transition, source: StateNode): boolean =>
  t.guard === undefined &&
  t.index > 0 &&
  source.transitions.some((o) => o.slot === t.slot && o.event === t.event && o.index < t.index);

function transitionChips(t: Transition, source: StateNode, names: ChartNames, max: number): Chip[] {
  const chips: Chip[] = [];
  const trigger = triggerText(t, names);
  chips.push(cut("event", trigger.text, max, false));
  if (trigger.code) chips.push(cut("code", trigger.code, max, true));
  if (t.guard) chips.push(cut("guard", names.guard(t.guard), max, !names.showIds));
  else if (isElse(t, source)) chips.push(cut("guard", names.words.otherwise, max, false));
  if (t.form === "null") chips.push(cut("note", names.words.forbidden, max, false));
  const actions = t.actions.map((a) => cut("action", `▸ ${names.action(a)}`, max, !names.showIds));
  chips.push(...actions);
  for (const target of t.targets)
    if (target.resolved === null)
      chips.push(cut("fault", `→ ${target.text} ? ${names.words.unknownTarget}`, max, true));
  return chips;
}

/** Names the target and, as many phases have a step of the same name, the compound it is in. */
function gotoChip(path: StatePath, names: ChartNames, max: number): Chip {
  const own = names.state(path, path.at(-1) ?? "");
  const parent = path.slice(0, -1);
  const text = parent.length === 0 ? own : `${names.state(parent, parent.at(-1) ?? "")} / ${own}`;
  return cut("goto", `→ ${text}`, max, false);
}

function cut(kind: Chip["kind"], full: string, max: number, mono: boolean): Chip {
  const text = fitText(full, max - (BARE.has(kind) ? 3 : CHIP_PAD), chipPx(mono), chipFace(mono));
  return text === full ? { kind, text, mono } : { kind, text, full, mono };
}

/** Chips without a ground of their own. */
const BARE: ReadonlySet<Chip["kind"]> = new Set(["event", "goto", "asks", "folded", "note", "code"]);
const chipFace = (mono: boolean) => (mono ? ("mono" as const) : ("text" as const));
const chipPx = (mono: boolean) => (mono ? CODE : SMALL);
const clauseWidth = (clause: string) => textWidth(clause, CODE, "mono") + 11;

/** Width of a chip as drawn. */
export const chipWidth = (chip: Chip): number =>
  textWidth(chip.text, chipPx(chip.mono), chipFace(chip.mono)) + (BARE.has(chip.kind) ? 3 : CHIP_PAD);

const rowWidth = (row: Row): number => row.chips.reduce((sum, c) => sum + chipWidth(c) + CHIP_GAP, -CHIP_GAP);

function wrap(chips: readonly Chip[], max: number): Chip[][] {
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

type Memo = WeakMap<StateNode, { path: string; folded: number | undefined; content: StateContent }>;
const memos = new WeakMap<ChartNames, Memo>();

/** `stateContent`, kept while the state, its path and the names are the same. */
export function contentOf(
  node: StateNode,
  path: StatePath,
  names: ChartNames,
  folded?: number,
): StateContent {
  let memo = memos.get(names);
  if (!memo) memos.set(names, (memo = new WeakMap()));
  const id = pathId(path);
  const known = memo.get(node);
  if (known && known.path === id && known.folded === folded) return known.content;
  const content = stateContent(node, path, names, folded);
  memo.set(node, { path: id, folded, content });
  return content;
}

const labelMemos = new WeakMap<ChartNames, WeakMap<Transition, LabelContent>>();

/** `transitionContent`, kept while the transition and the names are the same. */
export function labelOf(t: Transition, source: StateNode, names: ChartNames): LabelContent {
  let memo = labelMemos.get(names);
  if (!memo) labelMemos.set(names, (memo = new WeakMap()));
  const known = memo.get(t);
  if (known) return known;
  const content = transitionContent(t, source, names);
  memo.set(t, content);
  return content;
}
