/** A generated machine before it is printed: a tree of states with their ways out. Built by changing it in place. */
export interface MadeState {
  readonly key: string;
  readonly parent: MadeState | undefined;
  kind: "atomic" | "compound" | "parallel" | "final" | "history" | "deepHistory";
  readonly children: MadeState[];
  readonly ways: MadeWay[];
  /** Sources in `setup`'s actors, one for each invoke. */
  readonly invokes: string[];
  readonly entry: string[];
  asks?: string;
  clause?: string;
}

/** One candidate; those of one event stand in order. No target: what happens stays in the state, or is forbidden without action. */
export interface MadeWay {
  readonly under: "on" | "after" | "always" | "onDone" | "invoke.onDone" | "invoke.onError";
  /** Event, or milliseconds of a delay. */
  readonly event?: string;
  readonly targets: readonly MadeState[];
  /** As it is written: `"mayPass"`, `{ type: "calledAt", params: { point: "draw3" } }`. */
  readonly guard?: string;
  readonly action?: string;
  readonly reenter?: true;
}

export const made = (key: string, parent?: MadeState): MadeState => ({
  key,
  parent,
  kind: "atomic",
  children: [],
  ways: [],
  invokes: [],
  entry: [],
});

/** A new last child; its parent becomes compound when it was atomic. */
export function addChild(parent: MadeState, key: string): MadeState {
  const child = made(key, parent);
  parent.children.push(child);
  if (parent.kind === "atomic") parent.kind = "compound";
  return child;
}

/** Dotted path; the root's is empty. */
export const pathOfMade = (state: MadeState): string =>
  state.parent === undefined
    ? ""
    : [pathOfMade(state.parent), state.key].filter((part) => part !== "").join(".");

/** The states below one in document order. */
export const below = (state: MadeState): MadeState[] =>
  state.children.flatMap((child) => [child, ...below(child)]);

/** How many levels of states lie below. */
export const height = (state: MadeState): number =>
  state.children.reduce((most, child) => Math.max(most, 1 + height(child)), 0);

const upwards = (state: MadeState): MadeState[] =>
  state.parent === undefined ? [state] : [state, ...upwards(state.parent)];

/** Whether a transition may lead from one to the other without leaving one region of a parallel state for another. */
export function sameLane(from: MadeState, to: MadeState): boolean {
  const [mine, others] = [upwards(from), upwards(to)];
  const met = mine.findIndex((state) => others.includes(state));
  const shared = mine[met];
  // where one of the two is the parallel state itself, no border between regions is crossed
  return shared?.kind !== "parallel" || shared === from || shared === to;
}
