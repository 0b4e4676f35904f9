import type { Chart, Meta, StateNode } from "#core/chart/chart.ts";

/** What the commands are about, as plain nested objects that know nothing of texts, spans or charts. */
export interface Model {
  readonly id: string | undefined;
  root: State;
  /** Guards in setup, by name: the state a `stateIn` inside names, or what else it is. */
  guards: Record<string, Behavior>;
  actions: string[];
  actors: string[];
  delays: string[];
}
export type Path = readonly string[];
/** A named or verbatim piece of behaviour; `stateIn` names a state (null: one that is not there). */
export type Behavior = { code: string } | { stateIn: Path | null };
export interface State {
  key: string;
  type: "atomic" | "compound" | "parallel" | "final" | "history";
  history: "shallow" | "deep" | undefined;
  historyTarget: Path | undefined;
  id: string | undefined;
  initial: string | undefined;
  /** What is done on the way into the initial child. */
  initialActions: string[];
  description: string | undefined;
  clauses: string[];
  /** Other keys of `meta`, their values as code. */
  meta: Record<string, string>;
  tags: string[];
  entry: string[];
  exit: string[];
  invokes: Invoke[];
  events: Event[];
  children: State[];
}
/** All as code: names in quotes. */
export interface Invoke {
  src: string;
  id: string | undefined;
  systemId: string | undefined;
  input: string | undefined;
}
/** The candidates of one event, in order. */
export interface Event {
  slot: "on" | "after" | "always" | "onDone" | "invoke.onDone" | "invoke.onError" | "route";
  event: string | undefined;
  candidates: Candidate[];
}
export interface Candidate {
  targets: Path[];
  guard: Behavior | undefined;
  actions: string[];
  reenter: boolean;
  description: string | undefined;
  clauses: string[];
  meta: Record<string, string>;
}

const SLOTS = ["on", "always", "after", "onDone", "route", "invoke.onDone", "invoke.onError"];

export const find = (root: State, path: Path): State | undefined =>
  path.reduce<State | undefined>((at, key) => at?.children.find((child) => child.key === key), root);

export function allPaths(root: State, at: Path = []): Path[] {
  return [at, ...root.children.flatMap((child) => allPaths(child, [...at, child.key]))];
}

export const under = (path: Path, top: Path): boolean => top.every((key, i) => path[i] === key);

/** The model that a chart says; line breaks and indents inside code do not count. */
export function modelOf(chart: Chart): Model {
  const guards = (chart.setup?.guards ?? []).map(
    ({ name, text }) => [name, behaviorOf(chart, text)] as const,
  );
  return {
    id: chart.id,
    root: stateOf(chart, chart.root),
    guards: Object.fromEntries(guards),
    actions: (chart.setup?.actions ?? []).map(({ name }) => name),
    actors: (chart.setup?.actors ?? []).map(({ name }) => name),
    delays: (chart.setup?.delays ?? []).map(({ name }) => name),
  };
}

function stateOf(chart: Chart, node: StateNode): State {
  const events: Event[] = [];
  for (const t of node.transitions) {
    let event = events.find((one) => one.slot === t.slot && one.event === t.event);
    if (!event) events.push((event = { slot: t.slot as Event["slot"], event: t.event, candidates: [] }));
    event.candidates.push({
      targets: t.targets.map(({ resolved }) => resolved ?? ["?"]),
      guard: t.guard && behaviorOf(chart, t.guard.text),
      actions: t.actions.map(({ text }) => plain(text)),
      reenter: t.reenter,
      description: t.description?.value,
      clauses: [...t.meta.clauses],
      meta: otherMeta(t.meta),
    });
  }
  return ordered({
    key: node === chart.root ? "" : node.key,
    type: node.type,
    history: node.history,
    historyTarget: node.historyTargets?.[0]?.resolved ?? undefined,
    id: node.id,
    initial: node.initial?.value,
    initialActions: (node.initial?.actions ?? []).map(({ text }) => plain(text)),
    description: node.description?.value,
    clauses: [...node.meta.clauses],
    meta: otherMeta(node.meta),
    tags: [...node.tags],
    entry: node.entry.map(({ text }) => plain(text)),
    exit: node.exit.map(({ text }) => plain(text)),
    invokes: node.invoke.map(({ id, systemId, srcCode, input }) => ({
      src: plain(srcCode?.text ?? ""),
      id,
      systemId,
      input: input && plain(input.text),
    })),
    events,
    children: node.children.map((child) => stateOf(chart, child)),
  });
}

/** What `meta` says besides clauses, evaluated: values of these modules are plain. */
function otherMeta({ text }: Meta): Record<string, string> {
  const { clauses: _, ...rest } = (text ? evaluated(text) : {}) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, JSON.stringify(value)]));
}

/** Events of different slots have no order among each other. */
export function ordered(state: State): State {
  const rank = (event: Event) =>
    SLOTS.indexOf(event.slot) * 10 + Number((event.slot.startsWith("invoke") && event.event) || 0);
  state.events.sort((a, b) => rank(a) - rank(b));
  for (const child of state.children) ordered(child);
  return state;
}

/** Code with every run of white space as one space, none inside braces, one kind of quotes, and xstate's names bare. */
export const plain = (code: string): string =>
  code
    .replaceAll("xstate.", "")
    .replace(/\s+/g, " ")
    .replace(/(?<=\{) | (?=\})/g, "")
    .replaceAll('"', "'");

const values = new Map<string, unknown>();

/** The value of a literal, made once. */
function evaluated(code: string): unknown {
  if (!values.has(code)) {
    if (values.size > 10_000) values.clear();
    values.set(code, new Function(`return (${code})`)());
  }
  return values.get(code);
}

function behaviorOf(chart: Chart, text: string): Behavior {
  const argument = /stateIn\(((?:[^()]|\([^()]*\))*)\)/.exec(text)?.[1];
  if (argument === undefined) return { code: plain(text) };
  const value = evaluated(argument);
  const path = typeof value === "string" ? pathOfText(chart, value) : pathOfObject(value);
  return { stateIn: path && exists(chart.root, path) ? path : null };
}

function pathOfText(chart: Chart, text: string): Path | null {
  const [head = "", ...rest] = text.split(".");
  if (!head.startsWith("#")) return text.split(".");
  const base = idPath(chart, chart.root, head.slice(1));
  return base && [...base, ...rest];
}

function idPath(chart: Chart, node: StateNode, id: string, at: Path = []): Path | null {
  if (node.id === id || (node === chart.root && !node.id && id === "(machine)")) return at;
  for (const child of node.children) {
    const found = idPath(chart, child, id, [...at, child.key]);
    if (found) return found;
  }
  return null;
}

function pathOfObject(value: unknown): Path {
  if (typeof value === "string") return value.split(".");
  const [entry] = Object.entries((value ?? {}) as object);
  return entry ? [entry[0], ...pathOfObject(entry[1])] : [];
}

const exists = (root: StateNode, path: Path): boolean =>
  path.reduce<StateNode | undefined>((at, key) => at?.children.find((child) => child.key === key), root) !==
  undefined;
