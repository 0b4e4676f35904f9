import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from "xstate";
import type { Asks } from "#core/chart/chart.ts";
import { transitionIdOf, type Considered, type Taken } from "#core/run/play/microstep.ts";
import { matches } from "#core/chart/descriptor.ts";

/** What is looked up of a machine over and over, computed once: paths, where each transition is written, what meta says. */
export interface MachineIndex {
  /** Path id of a state node. */
  pathOf(node: AnyStateNode): string;
  /** The state node of an id. */
  nodeOf(id: string): AnyStateNode | undefined;
  /** Where a transition is written; targets and clauses are filled in. Undefined for none of this machine's. */
  takenOf(transition: AnyTransitionDefinition): Taken | undefined;
  /** The transition of a candidate that was reported. */
  transitionOf(candidate: Considered): AnyTransitionDefinition | undefined;
  /** Whether any state, active or not, has a candidate for an event type. */
  knows(type: string): boolean;
  /** A state's own clauses. */
  clausesOfState(node: AnyStateNode): readonly string[];
  /** Clauses that a transition carries out: its own, none when it says that it is structural, else those of its state. */
  clausesOf(transition: AnyTransitionDefinition): readonly string[];
  /** Path ids of the active states in document order, the root left out. */
  activePaths(snapshot: AnyMachineSnapshot): string[];
  asksOf(node: AnyStateNode): Asks | undefined;
}

interface MetaLike {
  readonly clauses?: unknown;
  readonly asks?: unknown;
  readonly structural?: unknown;
}

/** Reads the index of a machine. Slots, events and places are those of `chart/chart.ts`, so that ids fit the graph. */
export function indexMachine(machine: AnyStateMachine): MachineIndex {
  const byId = new Map<string, AnyStateNode>();
  const byTransition = new Map<AnyTransitionDefinition, Taken>();
  const byRef = new Map<string, AnyTransitionDefinition>();
  const descriptors = new Set<string>();
  const pathOf = (node: AnyStateNode) => node.path.join(".");
  const visit = (node: AnyStateNode) => {
    byId.set(node.id, node);
    const add = (slot: string, event: string | undefined, list: readonly AnyTransitionDefinition[]) =>
      list.forEach((transition, index) => {
        const written: Taken = {
          source: pathOf(node),
          slot,
          ...(event === undefined ? {} : { event }),
          index,
          targets: (transition.target ?? []).map((target) => pathOf(target)),
          clauses: listOf((transition.meta as MetaLike | undefined)?.clauses),
        };
        byTransition.set(transition, written);
        byRef.set(transitionIdOf(written), transition);
      });
    for (const [descriptor, list] of node.transitions) {
      descriptors.add(descriptor);
      const written = slotOf(node, descriptor);
      add(written.slot, written.event, list);
    }
    add("always", undefined, node.always ?? []);
    for (const child of Object.values(node.states)) visit(child);
  };
  visit(machine.root);
  return {
    pathOf,
    nodeOf: (id) => byId.get(id),
    takenOf: (transition) => byTransition.get(transition),
    transitionOf: (candidate) => byRef.get(transitionIdOf(candidate)),
    knows: (type) => [...descriptors].some((descriptor) => matches(descriptor, type)),
    activePaths: (snapshot) =>
      (snapshot._nodes as readonly AnyStateNode[])
        .filter((node) => node.path.length > 0)
        .toSorted((a, b) => a.order - b.order)
        .map(pathOf),
    clausesOfState: ({ meta }) => listOf((meta as MetaLike | undefined)?.clauses),
    clausesOf: ({ meta, source }) => {
      const { clauses, structural } = (meta ?? {}) as MetaLike;
      const clauseIds = listOf(clauses);
      if (clauseIds.length > 0 || structural !== undefined) return clauseIds;
      return listOf((source.meta as MetaLike | undefined)?.clauses);
    },
    asksOf: (node) => asksFrom((node.meta as MetaLike | undefined)?.asks),
  };
}

/** The property that XState made a descriptor from. */
function slotOf(node: AnyStateNode, descriptor: string): { slot: string; event?: string } {
  const after = `xstate.after.`;
  if (descriptor.startsWith(after) && descriptor.endsWith(`.${node.id}`))
    return { slot: "after", event: descriptor.slice(after.length, -node.id.length - 1) };
  if (descriptor === `xstate.done.state.${node.id}`) return { slot: "onDone" };
  for (const [i, invoke] of node.invoke.entries()) {
    if (descriptor === `xstate.done.actor.${invoke.id}`) return { slot: "invoke.onDone", event: String(i) };
    if (descriptor === `xstate.error.actor.${invoke.id}`) return { slot: "invoke.onError", event: String(i) };
    if (descriptor === `xstate.snapshot.${invoke.id}`) return { slot: "invoke.onSnapshot", event: String(i) };
  }
  return descriptor === "xstate.route" ? { slot: "route" } : { slot: "on", event: descriptor };
}

const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

const words = new Set(["turnPlayer", "opponent", "anyone", "everyone", "chance", "table"]);

function asksFrom(value: unknown): Asks | undefined {
  if (typeof value === "string" && words.has(value)) return value as Asks;
  if (typeof value === "object" && value !== null && "context" in value && typeof value.context === "string")
    return { context: value.context };
  return undefined;
}
