import { absolute, pathId, places, type PlacedState } from "#core/chart/places.ts";
import type { Action, Chart, Guard, Target, Transition } from "#core/chart/chart.ts";
import { parseModule } from "#core/syntax/parse.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits, sortEdits, type Span, type TextEdit } from "#core/text/textEdit.ts";

/** A machine text with one fault planted in it. */
export interface Mutant {
  /** What was changed and where, in words that stay the same while other parts of the file change. */
  readonly id: string;
  /** Line of the change, from 1. */
  readonly line: number;
  readonly code: string;
}

interface Fault {
  readonly where: string;
  readonly what: string;
  readonly edits: readonly TextEdit[];
}

/** Before the first line, so that no line moves. */
const PRELUDE = 'import { not as isNot } from "xstate"; ';

/**
 * Every fault that is planted in a machine: a guard dropped or negated, a target changed to a sibling, an action left out, two
 * candidates swapped, an event accepted where only a neighbour accepts it, a number off by one, a comparison changed. The check of the
 * input is left alone: tests of its own hold it.
 * @param leave names of constants that are left alone as well
 */
export function mutantsOf(source: string, leave: readonly string[] = []): Mutant[] {
  const chart = readModule(source).charts[0];
  if (!chart) throw new Error("There is no machine to plant faults in");
  const all = [...places(chart).values()];
  const faults = [
    ...all.flatMap((place) => inState(source, place)),
    ...all.flatMap((place) => tooManyEvents(source, place, all)),
    ...inCode(source, chart, leave),
  ];
  const seen = new Map<string, number>();
  return faults.map(({ where, what, edits }) => {
    const name = `${where}: ${what}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return {
      id: count === 1 ? name : `${name} (${count})`,
      line: source.slice(0, edits[0]!.from).split("\n").length,
      code: PRELUDE + applyEdits(source, sortEdits(edits)),
    };
  });
}

const replaced = ({ from, to }: Span, insert: string): TextEdit => ({ from, to, insert });
const oneLine = (text: string): string => text.replace(/\s+/g, " ");

function inState(source: string, place: PlacedState): Fault[] {
  const here = pathId(place.path) || "(machine)";
  const { node } = place;
  const span = (one: { readonly at: Span }): Span => absolute(place, one.at);
  const leftOut = (where: string, actions: readonly Action[]): Fault[] =>
    actions.map((action) => ({
      where,
      what: `without ${oneLine(action.text)}`,
      edits: [replaced(span(action), "() => undefined")],
    }));
  const own = node.transitions.filter((t) => !t.shared);
  return [
    ...leftOut(`${here} entry`, node.entry),
    ...leftOut(`${here} exit`, node.exit),
    ...own.flatMap((t) => {
      const where = `${here} ${t.event ?? t.slot}[${t.index}]`;
      return [
        ...(t.guard ? inGuard(where, t.guard, span) : []),
        ...leftOut(where, t.actions),
        ...t.targets.flatMap((target) => inTarget(where, target, place, span)),
      ];
    }),
    ...own.flatMap((t) => swapped(source, here, t, own, span)),
  ];
}

/** Each guard that can stand alone: dropped, so that it does not decide any more, and negated. */
function inGuard(where: string, guard: Guard, span: (one: Guard) => Span, neutral = "() => true"): Fault[] {
  if ((guard.kind === "and" || guard.kind === "or") && guard.of) {
    const inner = guard.kind === "and" ? "() => true" : "() => false";
    return guard.of.flatMap((operand) => inGuard(where, operand, span, inner));
  }
  const text = oneLine(guard.text);
  return [
    { where, what: `without ${text}`, edits: [replaced(span(guard), neutral)] },
    { where, what: `not ${text}`, edits: [replaced(span(guard), `isNot(${guard.text})`)] },
  ];
}

/** The next state beside the target, in the order of the document; the first after the last. */
function inTarget(where: string, target: Target, place: PlacedState, span: (one: Target) => Span): Fault[] {
  if (!target.resolved?.length || target.shared) return [];
  let root = place;
  while (root.parent) root = root.parent;
  const above = target.resolved.slice(0, -1);
  let node = root.node;
  for (const key of above) node = node.children.find((child) => child.key === key)!;
  const keys = node.children.map((child) => child.key);
  const next = keys[(keys.indexOf(target.resolved.at(-1)!) + 1) % keys.length]!;
  if (keys.length < 2) return [];
  const id = [root.node.key, ...above, next].join(".");
  return [
    {
      where,
      what: `to ${[...above, next].join(".")} instead of ${target.resolved.join(".")}`,
      edits: [replaced(span(target), JSON.stringify(`#${id}`))],
    },
  ];
}

/**
 * A candidate and the one after it, in each other's place. Two that ask the same guard for different things exclude each other:
 * their order says nothing.
 */
function swapped(
  source: string,
  here: string,
  first: Transition,
  all: readonly Transition[],
  span: (one: { readonly at: Span }) => Span,
): Fault[] {
  const second = all.find(
    (t) => t.slot === first.slot && t.event === first.event && t.index === first.index + 1,
  );
  if (!second || (first.guard?.params && first.guard.name === second.guard?.name)) return [];
  const [a, b] = [span(first), span(second)];
  return [
    {
      where: `${here} ${first.event ?? first.slot}[${first.index}]`,
      what: "swapped with the next",
      edits: [replaced(a, source.slice(b.from, b.to)), replaced(b, source.slice(a.from, a.to))],
    },
  ];
}

/**
 * A state that waits accepts an event that it does not know but that is accepted in a state beside it, or within one: too early or too
 * late. It answers as the neighbour does, with the same guards, actions and targets.
 */
function tooManyEvents(source: string, place: PlacedState, all: readonly PlacedState[]): Fault[] {
  const { node } = place;
  if (node.children.length > 0 || (!node.meta.asks && answers(place).size === 0)) return [];
  const known = new Set<string>();
  for (let above: PlacedState | undefined = place; above; above = above.parent)
    for (const event of answers(above).keys()) known.add(event);
  const foreign = new Map<string, readonly [PlacedState, readonly Transition[]]>();
  for (const near of all) {
    if (near === place || !isWithin(near, place.parent) || near === place.parent) continue;
    for (const [event, answer] of answers(near))
      if (!known.has(event) && !foreign.has(event)) foreign.set(event, [near, answer]);
  }
  return [...foreign].map(([event, [near, answer]]) => {
    const code = `${event}: [${answer.map((one) => withFullTargets(source, near, one)).join(", ")}]`;
    const on = node.props.find(({ name }) => name === "on");
    const [{ from }, insert] = on
      ? [absolute(place, on.valueAt), ` ${code},`]
      : [absolute(place, node.valueAt), ` on: { ${code} },`];
    return {
      where: pathId(place.path),
      what: `accepts ${event} as ${pathId(near.path)} does`,
      edits: [{ from: from + 1, to: from + 1, insert }],
    };
  });
}

/** The candidates for each event of a state, as far as they are written in it. */
function answers({ node }: PlacedState): Map<string, Transition[]> {
  const found = new Map<string, Transition[]>();
  for (const one of node.transitions)
    if (one.slot === "on" && one.event && !one.shared)
      found.set(one.event, [...(found.get(one.event) ?? []), one]);
  return found;
}

function isWithin(place: PlacedState, outer: PlacedState | undefined): boolean {
  for (let above: PlacedState | undefined = place; above; above = above.parent)
    if (above === outer) return true;
  return false;
}

/** A candidate as it can stand in any state: its targets are written from the root on. */
function withFullTargets(source: string, place: PlacedState, transition: Transition): string {
  let root = place;
  while (root.parent) root = root.parent;
  const span = absolute(place, transition.at);
  const edits = transition.targets.flatMap((target) => {
    const at = absolute(place, target.at);
    const to = JSON.stringify(`#${[root.node.key, ...(target.resolved ?? [])].join(".")}`);
    return target.resolved ? [{ from: at.from - span.from, to: at.to - span.from, insert: to }] : [];
  });
  return applyEdits(source.slice(span.from, span.to), sortEdits(edits));
}

const COMPARISONS: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
};

/** What is looked at of a syntax tree: kinds, places, and whatever else a node has. */
interface Code {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

/** Faults in guards, actions and helpers: numbers and comparisons. */
function inCode(source: string, chart: Chart, leave: readonly string[]): Fault[] {
  const named = [
    ...(chart.setup?.guards ?? []).map((one) => ({ name: `guard ${one.name}`, at: one.valueAt })),
    ...(chart.setup?.actions ?? []).map((one) => ({ name: `action ${one.name}`, at: one.valueAt })),
    ...(readModule(source).consts ?? [])
      .filter((one) => !leave.includes(one.name))
      .map((one) => ({ name: `const ${one.name}`, at: one.valueAt })),
  ];
  const faults: Fault[] = [];
  const visit = (node: Code): void => {
    const where = named.find(({ at }) => at.from <= node.start && node.end <= at.to)?.name;
    if (where !== undefined) faults.push(...inExpression(source, where, node));
    for (const part of Object.values(node).flat())
      if (isCode(part) && !part.type.startsWith("TSType")) visit(part);
  };
  const { file } = parseModule(source, "ts");
  if (file) visit(file.program as unknown as Code);
  return faults;
}

function inExpression(source: string, where: string, node: Code): Fault[] {
  const at = { from: node.start, to: node.end };
  if (node.type === "NumericLiteral") {
    const value = Number(node["value"]);
    return [value + 1, value - 1].map((other) => ({
      where,
      what: `${other} instead of ${value}`,
      edits: [replaced(at, other < 0 ? `(${other})` : String(other))],
    }));
  }
  const { operator, left, right } = node;
  if (node.type !== "BinaryExpression" || !isCode(left) || !isCode(right)) return [];
  const other = COMPARISONS[String(operator)];
  const one = source.slice(at.from, left.end);
  // `event.type === "X"` tells TypeScript which event it is; no rule hangs on it.
  if (!other || one === "event.type") return [];
  // Brackets around a side stand between the two: `(a ?? 0) >= b`.
  const between = source.slice(left.end, right.start).replace(String(operator), other);
  const changed = `${one}${between}${source.slice(right.start, at.to)}`;
  return [{ where, what: `${oneLine(changed)}, not ${String(operator)}`, edits: [replaced(at, changed)] }];
}

const isCode = (value: unknown): value is Code =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
