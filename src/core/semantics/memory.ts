import type { ContextFields } from "#core/semantics/contextFields.ts";
import { Entering, type Arrival } from "#core/semantics/entering.ts";
import {
  isLocalState,
  isInside,
  isPassing,
  type GraphTransition,
  type StateGraph,
} from "#core/semantics/stateGraph.ts";
import { joined, transferred, type Transfer, type Values } from "#core/semantics/transfer.ts";

/** What the fields may hold in each state while the game stands there. */
export type Held = ReadonlyMap<number, Values>;

/**
 * Follows the values of fields through a chart: from a start along every transition whose guard may be true, until nothing new comes.
 * What it says holds for every play; where it cannot tell, it says that anything may be.
 */
export class Memory {
  readonly #graph: StateGraph;
  readonly #fields: ContextFields;
  readonly #meanwhile: readonly Transfer[];
  readonly #arrivals = new Map<GraphTransition, readonly Arrival[]>();
  /** Transitions without a target that write, by state. */
  readonly #staying: readonly ReadonlyMap<GraphTransition, Transfer>[];
  readonly #passing: readonly boolean[];
  readonly entering: Entering;

  constructor(graph: StateGraph, fields: ContextFields) {
    this.#graph = graph;
    this.#fields = fields;
    this.entering = new Entering(graph, fields);
    this.#meanwhile = this.entering.meanwhile();
    this.#staying = graph.outOf.map(
      (list) =>
        new Map(
          list
            .filter(({ targets }) => targets.length === 0)
            .map((transition) => [transition, this.entering.transferOf(transition)] as const)
            .filter(([, transfer]) => transfer.size > 0),
        ),
    );
    this.#passing = graph.states.map((_, state) => isPassing(graph, state));
  }

  /** What may be held anywhere, from the start of the machine. */
  everywhere(): Held {
    const unknown = this.#fields.unknown;
    return this.follow(
      this.entering.start().map(({ leaf, transfer }) => [leaf, transferred(unknown, transfer)]),
    );
  }

  /** What is held after a transition, in the states that it arrives in. */
  after(transition: GraphTransition, before: Values): readonly (readonly [leaf: number, held: Values])[] {
    return this.#arrivalsOf(transition).map(({ leaf, transfer }) => [leaf, transferred(before, transfer)]);
  }

  /** The transitions of a state that may be taken, each with the values that leave it its turn. */
  taken(state: number, held: Values): ReadonlyMap<GraphTransition, Values> {
    const taken = new Map<GraphTransition, Values>();
    for (const list of this.#graph.choices[state]!) {
      let left: Values | undefined = held;
      for (const transition of list) {
        const { guard, elsewhere } = transition.transition;
        if (!guard) {
          taken.set(transition, left);
          break;
        }
        const isLocal = isLocalState(this.#graph.states[state]!) && !elsewhere;
        const { ifTrue, ifFalse } = this.#fields.verdict(guard, left, isLocal);
        if (ifTrue) taken.set(transition, ifTrue);
        left = ifFalse;
        if (!left) break;
      }
    }
    return taken;
  }

  /** Spreads what is held in some states to all that follow, within a state when one is given. */
  follow(from: Iterable<readonly [leaf: number, held: Values]>, within = 0): Held {
    const { states, outOf } = this.#graph;
    const held = new Map<number, Values>();
    const queue = new Set<number>();
    const grow = (state: number, more: Values) => {
      const before = held.get(state);
      const now = joined(before, more);
      if (now === before) return false;
      held.set(state, now);
      if (outOf[state]!.length > 0) queue.add(state);
      return true;
    };
    const arrive = (leaf: number, values: Values) => {
      if (!isInside(states, leaf, within)) return;
      const all = this.#settled(leaf, values);
      if (!grow(leaf, all) || this.#passing[leaf]) return;
      for (let at = states[leaf]!.parent; at >= within; at = states[at]!.parent) if (!grow(at, all)) break;
    };
    for (const [leaf, values] of from) arrive(leaf, values);
    for (const state of queue) {
      queue.delete(state);
      const values = held.get(state)!;
      for (const [transition, taken] of this.taken(state, values))
        if (transition.targets.length > 0)
          for (const [leaf, after] of this.after(transition, taken)) arrive(leaf, after);
    }
    return held;
  }

  /** What a state may come to hold while it stays active. */
  #settled(leaf: number, values: Values): Values {
    const { states } = this.#graph;
    const asides: number[] = [];
    if (!this.#passing[leaf])
      for (let at = leaf; at >= 0; at = states[at]!.parent) if (this.#staying[at]!.size > 0) asides.push(at);
    let now = values;
    for (let before: Values | undefined; before !== now;) {
      before = now;
      now = joined(now, transferred(now, this.#meanwhile[leaf]!));
      for (const at of asides)
        for (const [transition, taken] of this.taken(at, now)) {
          const transfer = this.#staying[at]!.get(transition);
          if (transfer) now = joined(now, transferred(taken, transfer));
        }
    }
    return now;
  }

  #arrivalsOf(transition: GraphTransition): readonly Arrival[] {
    const known = this.#arrivals.get(transition);
    if (known) return known;
    const arrivals = this.entering.arrivals(transition);
    this.#arrivals.set(transition, arrivals);
    return arrivals;
  }
}
