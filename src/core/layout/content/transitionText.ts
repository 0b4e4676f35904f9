import type { StateNode, StatePath, Target, Transition } from "#core/chart/chart.ts";
import { broken, type Chip, cut } from "#core/layout/content/chips.ts";
import type { Level } from "#core/layout/level.ts";
import { type ChartNames, triggerText } from "#core/layout/names.ts";

/** A transition is drawn as an arrow when it leads somewhere; else it is a row in its state. */
export const isArrow = (t: Transition): boolean => t.targets.some((target) => target.resolved !== null);

/** Unguarded, and last of several candidates for the same trigger. */
export const isElse = (t: Transition, source: StateNode): boolean =>
  t.guard === undefined && t.index > 0 && candidates(t, source).some((o) => o.index < t.index);

/** All transitions of the state for the same trigger, in the order in which they are tried. */
const candidates = (t: Transition, source: StateNode): readonly Transition[] =>
  source.transitions.filter((o) => o.slot === t.slot && o.event === t.event);

/** All of it in one line, for people who hear the canvas and for tooltips. */
export function transitionSentence(t: Transition, source: StateNode, names: ChartNames): string {
  const actions = t.actions.map((a) => names.action(a)).join(", ");
  return `${shortText(t, source, names) || triggerText(t, names).text}${actions ? ` / ${actions}` : ""}`;
}

/** One transition in a list: on what it is taken, where it leads, and what is done on the way. */
export interface WayText {
  readonly id: string;
  readonly when: string;
  readonly target: string;
  /** By name, in the order in which it is done. */
  readonly actions: readonly string[];
}

/** What is known of a transition beside its own code. */
export interface WayMore {
  /** Of a call: the phases that are passed, and where play goes on after them. */
  readonly call?: string | undefined;
  /** Where its line ends: what is entered of a phase that it leads to may be drawn. */
  readonly drawn?: StatePath | undefined;
}

/** @param id transition id */
export function wayText(
  id: string,
  t: Transition,
  source: StateNode,
  names: ChartNames,
  { call, drawn }: WayMore = {},
): WayText {
  const targets = t.targets.map(({ resolved, text }) => (resolved ? endName(resolved, drawn, names) : text));
  const actions = t.actions.map((action) => cutName(names.action(action)));
  return { id, when: shortText(t, source, names), target: call ?? targets.join(", "), actions };
}

/** A target by its name, and where its line ends at a step within, down to that. */
function endName(target: StatePath, drawn: StatePath | undefined, names: ChartNames): string {
  const name = (path: StatePath) => names.state(path, path.at(-1) ?? "");
  const isWithin =
    drawn !== undefined && drawn.length > target.length && target.every((key, i) => drawn[i] === key);
  const inner = isWithin
    ? drawn.slice(target.length).map((_, i) => drawn.slice(0, target.length + i + 1))
    : [];
  return [target, ...inner].map(name).join(" / ");
}

/** Length of an action in a list: a function that is written in place may be long. */
const MAX_ACTION_CHARACTERS = 60;
const cutName = (text: string): string =>
  text.length > MAX_ACTION_CHARACTERS ? `${text.slice(0, MAX_ACTION_CHARACTERS - 1)}…` : text;

/** A state by its name and that of the phase it is a step of: steps of several phases have the same name. */
export function nameInPhase(path: StatePath, names: ChartNames): string {
  const name = names.state(path, path.at(-1) ?? "");
  const parent = path.slice(0, -1);
  return parent.length === 0 ? name : `${names.state(parent, parent.at(-1) ?? "")} / ${name}`;
}

/** A transition with the state that has it. */
export interface Sourced {
  readonly id: string;
  readonly path: StatePath;
  readonly source: StateNode;
  readonly transition: Transition;
}

/** Transitions that are written together, as one line or entry of a drawn state; those of other states name their state. */
export function wayTexts(
  all: readonly Sourced[],
  drawn: StatePath,
  names: ChartNames,
  more: (id: string) => WayMore = () => ({}),
): WayText[] {
  const label = drawn.join(".");
  return all.map(({ id, path, source, transition }) => {
    const way = wayText(id, transition, source, names, more(id));
    const near = path.length <= drawn.length + 1;
    const name = near ? names.state(path, source.key) : nameInPhase(path, names);
    const from = path.join(".") === label ? "" : name;
    return { ...way, when: [from, way.when].filter((part) => part !== "").join(": ") };
  });
}

/** What decides it, in one line: the event, the guard or "else". Empty for what goes on by itself, whatever happens. */
export function shortText(t: Transition, source: StateNode, names: ChartNames): string {
  const trigger = t.slot === "always" ? "" : triggerText(t, names).text;
  const guard = t.guard ? names.guard(t.guard) : isElse(t, source) ? names.words.otherwise : "";
  if (trigger === "") return guard;
  return guard === "" ? trigger : `${trigger} [${guard}]`;
}

/** Even a text that is shown whole may be a long function. */
const MAX_WHOLE_TEXT_LINES = 24;
const NONE: ReadonlySet<Target> = new Set();

/**
 * The text of a transition. `always` is shown by what decides it: its guard or "else". Among several candidates each has its
 * number. At `flow` long guards are cut, except on a page; at `full` they are broken into lines, and actions stand below them.
 * @param whole nothing of a guard is left out, however many lines it takes
 * @param unread targets that may lie in code that was not read: none of them is a fault
 */
export function transitionChips(
  t: Transition,
  source: StateNode,
  names: ChartNames,
  level: Level,
  max: number,
  whole = false,
  unread: ReadonlySet<Target> = NONE,
): Chip[] {
  const chips: Chip[] = [];
  const rivals = candidates(t, source);
  if (rivals.length > 1) chips.push({ kind: "order", text: String(rivals.indexOf(t) + 1), mono: false });
  if (t.slot !== "always") {
    const trigger = triggerText(t, names);
    chips.push(...broken("event", trigger.text, max, false));
    if (trigger.code && level === "full") chips.push(cut("code", trigger.code, max, true));
  }
  if (t.guard) {
    const text = names.guard(t.guard);
    const mono = !names.showIds;
    if (whole) chips.push(...broken("guard", text, max, mono, MAX_WHOLE_TEXT_LINES));
    else
      chips.push(...(level === "full" ? broken("guard", text, max, mono) : [cut("guard", text, max, mono)]));
  } else if (isElse(t, source)) chips.push(cut("guard", names.words.otherwise, max, false));
  if (t.form === "null") chips.push(cut("note", names.words.forbidden, max, false));
  if (t.form === "other" && t.targets.length === 0) chips.push(cut("note", names.words.inCode, max, false));
  if (t.reenter && t.targets.length > 0) chips.push(cut("note", names.words.reenters, max, false));
  if (level === "full")
    for (const a of t.actions) chips.push(...broken("action", `▸ ${names.action(a)}`, max, !names.showIds));
  for (const target of t.targets)
    if (target.resolved === null && unread.has(target))
      chips.push(cut("goto", `→ ${target.text}`, max, true));
    else if (target.resolved === null)
      chips.push(cut("fault", `→ ${target.text} ? ${names.words.unknownTarget}`, max, true));
  return chips;
}

/** Names the target and, as many phases have a step of the same name, the compound it is in. */
export function gotoChip(path: StatePath, names: ChartNames, max: number): Chip {
  return cut("goto", `→ ${nameInPhase(path, names)}`, max, false);
}
