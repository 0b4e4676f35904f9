import type { AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition } from "xstate";
import { matches } from "#core/chart/descriptor.ts";

const known = new WeakMap<AnyStateNode, Map<string, readonly AnyTransitionDefinition[]>>();

/** The candidates of one state for an event type in XState's order: the exact descriptor first, then wildcards, long ones first. */
export function candidatesOf(node: AnyStateNode, type: string): readonly AnyTransitionDefinition[] {
  let ofNode = known.get(node);
  if (!ofNode) known.set(node, (ofNode = new Map()));
  let transitions = ofNode.get(type);
  if (!transitions) {
    const wild = [...node.transitions.keys()]
      .filter((descriptor) => descriptor !== type && matches(descriptor, type))
      .sort((a, b) => b.length - a.length);
    transitions = [type, ...wild].flatMap((descriptor) => node.transitions.get(descriptor) ?? []);
    // Types come from outside: the cache stays bounded.
    if (ofNode.size < 500) ofNode.set(type, transitions);
  }
  return transitions;
}

/** A transition that goes nowhere and does nothing forbids its event (`on: { X: {} }`): outer states are not evaluated. */
export const forbids = (transition: AnyTransitionDefinition): boolean =>
  transition.target === undefined && transition.actions.length === 0;

/** Each innermost active state with the states around it, inside out; in document order. */
export function activeChains(snapshot: AnyMachineSnapshot): AnyStateNode[][] {
  return (snapshot._nodes as readonly AnyStateNode[])
    .filter((node) => node.type === "atomic" || node.type === "final")
    .toSorted((a, b) => a.order - b.order)
    .map((leaf) => {
      const chain: AnyStateNode[] = [];
      for (let node: AnyStateNode | undefined = leaf; node; node = node.parent) chain.push(node);
      return chain;
    });
}

/**
 * The event types that some active state handles, guards aside; a wildcard stands for those of `types`. States are visited in the order in
 * which XState asks them: one is passed over for an event that a state inside it, in whichever region, surely takes or forbids.
 */
export function handledTypes(snapshot: AnyMachineSnapshot, types: readonly string[]): string[] {
  const eventTypes = new Set<string>();
  /** Gives the types that surely end here or further in. */
  const visit = (node: AnyStateNode, value: unknown): Set<string> => {
    const ended = new Set<string>();
    for (const [key, part] of valueEntries(value)) {
      const child = node.states[key] as AnyStateNode | undefined;
      if (child) for (const type of visit(child, part)) ended.add(type);
    }
    for (const type of typesOf(node, types)) {
      if (ended.has(type)) continue;
      for (const transition of candidatesOf(node, type)) {
        if (!forbids(transition)) eventTypes.add(type);
        if (transition.guard !== undefined) continue;
        ended.add(type);
        break;
      }
    }
    return ended;
  };
  visit(snapshot.machine.root, snapshot.value);
  return [...eventTypes];
}

/** The active children in a state value, with their own values. */
export const valueEntries = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === "string" ? [[value, undefined]] : Object.entries(value ?? {});

/** Event types that a state has candidates for, those of XState itself left out. */
function typesOf(node: AnyStateNode, types: readonly string[]): Set<string> {
  const written = [...node.transitions.keys()].filter((name) => !name.startsWith("xstate."));
  return new Set(
    written.flatMap((name) => (name.endsWith("*") ? types.filter((type) => matches(name, type)) : [name])),
  );
}
