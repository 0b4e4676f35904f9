import type { Action } from "#core/chart/chart.ts";
import { resolveHistoryTarget } from "#core/chart/targets.ts";
import { pathId } from "#core/chart/places.ts";
import type { ContextFields } from "#core/semantics/contextFields.ts";
import {
  domainOf,
  eachAction,
  isLocalState,
  isInside,
  type GraphTransition,
  type StateGraph,
} from "#core/semantics/stateGraph.ts";
import { followed, KEEP, perhaps, type Transfer } from "#core/semantics/transfer.ts";
import { addAll } from "#core/text/addAll.ts";

/** A state without children that is entered, and what happens to the fields on the way. */
export interface Arrival {
  readonly leaf: number;
  readonly transfer: Transfer;
}

/** What exits, actions and entries along a transition do to the fields, as XState orders them: exits, actions, entries. */
export class Entering {
  readonly #graph: StateGraph;
  readonly #fields: ContextFields;
  readonly #byDefault = new Map<number, readonly Arrival[]>();
  readonly #exitsBelow: readonly Transfer[];
  /** All that happens inside a state, itself left out. */
  readonly #writesBelow: readonly Transfer[];

  constructor(graph: StateGraph, fields: ContextFields) {
    this.#graph = graph;
    this.#fields = fields;
    this.#exitsBelow = this.#gathered((state) => [this.actions(state, graph.states[state]!.place.node.exit)]);
    this.#writesBelow = this.#gathered((state) => this.#all(state));
  }

  /** What actions of a state do, one after the other. */
  actions(state: number, actions: readonly Action[], elsewhere = false): Transfer {
    const isLocal = isLocalState(this.#graph.states[state]!) && !elsewhere;
    return actions.reduce((all, action) => followed(all, this.#fields.transferOf(action, isLocal)), KEEP);
  }

  /** What the actions of a transition do. */
  transferOf({ source, transition }: GraphTransition): Transfer {
    return this.actions(source, transition.actions, transition.elsewhere !== undefined);
  }

  /** Where a transition arrives. */
  arrivals(transition: GraphTransition): readonly Arrival[] {
    const { states } = this.#graph;
    const domain = domainOf(this.#graph, transition);
    let gone = this.#exitsBelow[transition.source]!;
    for (let at = transition.source; at > domain; at = states[at]!.parent) {
      if (states[at]!.place.node.type === "parallel") gone = followed(gone, this.#exitsBelow[at]!);
      gone = followed(gone, this.#exit(at));
    }
    const acted = followed(gone, this.transferOf(transition));
    return transition.targets.flatMap((target) => prefixed(acted, this.#into(target, domain)));
  }

  /** What entering the chart does. */
  start(): readonly Arrival[] {
    return this.#default(0);
  }

  /** What may happen to a state at any time because of the other regions of a parallel state; `KEEP` mostly. */
  meanwhile(): readonly Transfer[] {
    const { states } = this.#graph;
    const all: Transfer[] = states.map(() => KEEP);
    for (const [state, { parent, children, place }] of states.entries()) {
      all[state] = perhaps([all[state]!, ...(parent >= 0 ? [all[parent]!] : [])]);
      if (place.node.type !== "parallel") continue;
      for (const region of children)
        all[region] = perhaps(
          children
            .filter((sibling) => sibling !== region)
            .flatMap((sibling) => [this.#writesBelow[sibling]!, ...this.#all(sibling)]),
        );
    }
    return all;
  }

  /** All that actions of a state do. */
  #all(state: number): Transfer[] {
    const all: Transfer[] = [];
    eachAction(this.#graph.states[state]!.place, (action, isLocal) =>
      all.push(this.#fields.transferOf(action, isLocal)),
    );
    return all;
  }

  #exit(state: number): Transfer {
    return this.actions(state, this.#graph.states[state]!.place.node.exit);
  }

  #entry(state: number): Transfer {
    return this.actions(state, this.#graph.states[state]!.place.node.entry);
  }

  /** From inside `domain` down to a state and what it starts in, with the other regions on the way. */
  #into(target: number, domain: number): readonly Arrival[] {
    const { states } = this.#graph;
    const inner = target === domain ? this.#inside(target) : this.#default(target);
    let arrivals = inner;
    for (let at = states[target]!.parent, below = target; at > domain; below = at, at = states[at]!.parent) {
      const others =
        states[at]!.place.node.type === "parallel"
          ? states[at]!.children.filter((child) => child !== below).flatMap((child) => this.#default(child))
          : [];
      arrivals = prefixed(this.#entry(at), [...arrivals, ...others]);
    }
    return arrivals;
  }

  #default(state: number): readonly Arrival[] {
    const known = this.#byDefault.get(state);
    if (known) return known;
    // A history state that leads back to itself enters nothing.
    this.#byDefault.set(state, []);
    const { place } = this.#graph.states[state]!;
    const arrivals =
      place.node.type === "history"
        ? this.#remembered(state)
        : prefixed(this.#entry(state), this.#inside(state));
    this.#byDefault.set(state, arrivals);
    return arrivals;
  }

  /** What a state that is active starts in: itself when it has no children. */
  #inside(state: number): readonly Arrival[] {
    const { children, place } = this.#graph.states[state]!;
    if (children.length === 0) return [{ leaf: state, transfer: KEEP }];
    if (place.node.type === "parallel") return children.flatMap((child) => this.#default(child));
    const initial = place.node.initial;
    const child = children.find((index) => this.#graph.states[index]!.place.node.key === initial?.value);
    if (child === undefined) return [];
    return prefixed(this.actions(state, initial?.actions ?? []), this.#default(child));
  }

  /** Any of what a history state may bring back, and its default. */
  #remembered(history: number): readonly Arrival[] {
    const { states } = this.#graph;
    const { parent, place } = states[history]!;
    const inside: Arrival[] = [];
    for (let state = parent + 1; state < states[parent]!.end; state++)
      if (states[state]!.children.length === 0 && states[state]!.place.node.type !== "history")
        inside.push({ leaf: state, transfer: this.#downTo(state, parent) });
    const root = states[0]!.place.node;
    for (const { text } of place.node.historyTargets ?? []) {
      const path = resolveHistoryTarget(root, place.path, text);
      const target = path ? states.findIndex(({ id }) => id === pathId(path)) : -1;
      if (target > 0 && !isInside(states, target, parent)) addAll(inside, this.#default(target));
    }
    return inside;
  }

  /** What entering a state from an ancestor may do: entries on the way, and those of initials perhaps. */
  #downTo(state: number, from: number): Transfer {
    let all: Transfer = KEEP;
    for (let at = state; at !== from; at = this.#graph.states[at]!.parent) {
      const initials = this.#graph.states[this.#graph.states[at]!.parent]!.place.node.initial?.actions ?? [];
      all = followed(
        perhaps([this.actions(this.#graph.states[at]!.parent, initials)]),
        followed(this.#entry(at), all),
      );
    }
    return all;
  }

  /** Something of every state, gathered for all those inside each. */
  #gathered(of: (state: number) => readonly Transfer[]): readonly Transfer[] {
    const { states } = this.#graph;
    const below: Transfer[] = states.map(() => KEEP);
    for (let state = states.length - 1; state > 0; state--) {
      const transfers = of(state).filter((transfer) => transfer.size > 0);
      const parent = states[state]!.parent;
      if (transfers.length > 0 || below[state]!.size > 0)
        below[parent] = perhaps([below[parent]!, below[state]!, ...transfers]);
    }
    return below;
  }
}

const prefixed = (first: Transfer, arrivals: readonly Arrival[]): readonly Arrival[] =>
  first.size === 0
    ? arrivals
    : arrivals.map(({ leaf, transfer }) => ({ leaf, transfer: followed(first, transfer) }));
