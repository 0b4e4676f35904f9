import type { Chart, StateNode, Transition } from "#core/chart/chart.ts";
import { pathId, places, type PlacedState } from "#core/chart/places.ts";
import { newPath, type Rename } from "#core/run/scenario/saves.ts";
import { codeForm } from "#core/syntax/codeForm.ts";
import { invokeCode } from "#core/analyze/compare/parts.ts";

/** Which state of the second chart a state of the first is, by path ids, and the other way around. */
export interface StateMatch {
  readonly after: ReadonlyMap<string, string>;
  readonly before: ReadonlyMap<string, string>;
}

/** How alike two states have to be, 0 to 1, to be one that was renamed in its place, or one that was moved elsewhere. */
const MIN_RENAMED_LIKENESS = 0.4;
const MIN_MOVED_LIKENESS = 0.5;
/** Moved and renamed at once: almost the same in all else. */
const MIN_BOTH_LIKENESS = 0.75;
/** Features that two states without a name in common need: two empty states are not one. */
const MIN_COMMON_FEATURES = 3;
/** Pairs of states that are compared. With more, a state that is neither in its place nor in the list of renames is another. */
const MAX_PAIRS = 250_000;

/**
 * Finds each state of a chart in another version of it. What is certain comes first: the renames that were recorded since, then the same
 * name in the same place. What is left is matched by likeness, the most alike first: the share of what two states have in common (type,
 * triggers, targets, guards, actions, clauses, what is in them and what leads to them). A state takes those in it along.
 * @param renames those of the second chart that the first does not know yet, oldest first
 */
export function matchStates(first: Chart, second: Chart, renames: readonly Rename[]): StateMatch {
  const matcher = new Matcher(places(first), places(second));
  matcher.pair("", "");
  for (const [id] of places(first)) {
    const now = renames.reduce((path, { states = {} }) => newPath(states, path), id);
    if (now !== id) matcher.pair(id, now);
  }
  matcher.pairByLikeness();
  return matcher;
}

type Placed = ReadonlyMap<string, PlacedState>;

class Matcher implements StateMatch {
  readonly after = new Map<string, string>();
  readonly before = new Map<string, string>();
  readonly #first: Placed;
  readonly #second: Placed;

  constructor(first: Placed, second: Placed) {
    this.#first = first;
    this.#second = second;
  }

  /** Matches two states that are not matched yet, and what is called alike in them. */
  pair(from: string, to: string): void {
    const [a, b] = [this.#first.get(from), this.#second.get(to)];
    if (!a || !b || this.after.has(from) || this.before.has(to)) return;
    this.after.set(from, to);
    this.before.set(to, from);
    const keys = new Set(b.node.children.map(({ key }) => key));
    for (const { key } of a.node.children)
      if (keys.has(key)) this.pair(pathId([...a.path, key]), pathId([...b.path, key]));
  }

  pairByLikeness(): void {
    const olds = [...this.#first].filter(([id]) => !this.after.has(id));
    const news = [...this.#second].filter(([id]) => !this.before.has(id));
    if (olds.length * news.length > MAX_PAIRS) return this.#pairByName(olds, news);
    const incoming = [incomingOf(this.#first), incomingOf(this.#second)] as const;
    const oldFeatures = olds.map(([id, place]) => featuresOf(id, place, incoming[0]));
    const newFeatures = news.map(([id, place]) => featuresOf(id, place, incoming[1]));
    const pairs = olds.flatMap(([from, a], i) =>
      news.flatMap(([to, b], k) => {
        const rank = this.#rank(a, b, oldFeatures[i] ?? [], newFeatures[k] ?? []);
        return rank === undefined ? [] : [{ from, to, rank, depth: a.path.length }];
      }),
    );
    for (const { from, to } of pairs.toSorted((a, b) => b.rank - a.rank || a.depth - b.depth))
      this.pair(from, to);
  }

  #pairByName(olds: readonly [string, PlacedState][], news: readonly [string, PlacedState][]): void {
    const byKey = new Map<string, string | undefined>();
    for (const [to, { node }] of news) byKey.set(node.key, byKey.has(node.key) ? undefined : to);
    for (const [from, { node }] of olds) {
      const to = byKey.get(node.key);
      if (to !== undefined) this.pair(from, to);
    }
  }

  /** How likely it is that two states are one; undefined when they are too unlike. */
  #rank(a: PlacedState, b: PlacedState, ofA: readonly string[], ofB: readonly string[]): number | undefined {
    if (a.node.type === "history" ? b.node.type !== "history" : b.node.type === "history") return undefined;
    const hasName = a.node.key === b.node.key;
    const parents = [a.parent, b.parent].map((parent) => parent && pathId(parent.path));
    const isInPlace = parents[0] !== undefined && this.after.get(parents[0]) === parents[1];
    const common = commonCount(ofA, ofB);
    const likeness = (2 * common) / (ofA.length + ofB.length);
    if (hasName) return likeness >= MIN_MOVED_LIKENESS ? likeness + 0.2 : undefined;
    if (!isInPlace)
      return common >= MIN_COMMON_FEATURES && likeness >= MIN_BOTH_LIKENESS ? likeness : undefined;
    if (likeness < MIN_RENAMED_LIKENESS) return undefined;
    return common >= MIN_COMMON_FEATURES || this.#isAlone(a, b) ? likeness + 0.1 : undefined;
  }

  /** Of the states around them these alone are gone and new. */
  #isAlone({ parent }: PlacedState, { parent: newParent }: PlacedState): boolean {
    const gone = parent?.node.children.filter(({ key }) => !this.after.has(pathId([...parent.path, key])));
    const fresh = newParent?.node.children.filter(
      ({ key }) => !this.before.has(pathId([...newParent.path, key])),
    );
    return gone?.length === 1 && fresh?.length === 1;
  }
}

const triggerOf = ({ slot, event = "" }: Transition): string => `${slot} ${event}`;

/** From where and by what each state is entered, by path id. */
function incomingOf(all: Placed): ReadonlyMap<string, readonly string[]> {
  const incoming = new Map<string, string[]>();
  for (const { node } of all.values())
    for (const transition of node.transitions)
      for (const { resolved } of transition.targets) {
        if (!resolved) continue;
        const id = pathId(resolved);
        const from = `from ${node.key} ${triggerOf(transition)}`;
        const list = incoming.get(id);
        if (list) list.push(from);
        else incoming.set(id, [from]);
      }
  return incoming;
}

/** What a state is known by, beside its name; what occurs twice stands twice. */
function featuresOf(
  id: string,
  { node }: PlacedState,
  incoming: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const features = [`type ${node.type}`, ...(incoming.get(id) ?? [])];
  const code = (what: string, list: readonly { readonly text: string }[]) => {
    for (const { text } of list) features.push(`${what} ${codeForm(text)}`);
  };
  code("entry", node.entry);
  code("exit", node.exit);
  code("invoke", node.invoke.map(invokeCode));
  for (const clause of node.meta.clauses) features.push(`clause ${clause}`);
  for (const tag of node.tags) features.push(`tag ${tag}`);
  if (node.description) features.push(`description ${node.description.value}`);
  for (const transition of node.transitions) {
    const trigger = triggerOf(transition);
    features.push(`on ${trigger}`);
    for (const { resolved } of transition.targets) features.push(`${trigger} to ${resolved?.at(-1) ?? ""}`);
    if (transition.guard) features.push(`if ${codeForm(transition.guard.text)}`);
    code("do", transition.actions);
    for (const clause of transition.meta.clauses) features.push(`clause ${clause}`);
  }
  const inner = (state: StateNode, path: string) => {
    for (const child of state.children) {
      features.push(`in it ${path}${child.key}`);
      inner(child, `${path}${child.key}.`);
    }
  };
  inner(node, "");
  return features;
}

function commonCount(a: readonly string[], b: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const feature of a) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  let common = 0;
  for (const feature of b) {
    const left = counts.get(feature) ?? 0;
    if (left > 0) common++;
    counts.set(feature, left - 1);
  }
  return common;
}
