import type { AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition } from "xstate";
import type { PlayEvent, Reason } from "#core/run/play.ts";
import { candidatesOf, valueEntries } from "#core/simulate/candidates.ts";
import { failedGuards } from "#core/simulate/guards.ts";
import type { MachineIndex } from "#core/simulate/machineIndex.ts";

/**
 * Why no transition takes an event that `can` refused: each guard that was false, in the order in which XState asks, innermost
 * states first. `not-here` when no guard was asked: no active state handles the event, or one forbids it.
 * @throws what a guard throws
 */
export function explain(snapshot: AnyMachineSnapshot, event: PlayEvent, index: MachineIndex): Reason[] {
  const reasons: Reason[] = [];
  const lets = (transition: AnyTransitionDefinition, node: AnyStateNode): boolean => {
    const failed = failedGuards(transition.guard, snapshot, event);
    const written = index.takenOf(transition);
    const clauses = index.clausesOf(transition);
    for (const { name, params } of failed)
      reasons.push({
        code: "guard",
        state: index.pathOf(node),
        event: written?.event ?? event.type,
        index: written?.index ?? 0,
        guard: name,
        ...(params === undefined ? {} : { params }),
        ...(clauses.length > 0 ? { clauses } : {}),
      });
    return failed.length === 0;
  };
  const forbidden = ask(snapshot.machine.root, snapshot.value, event.type, lets);
  if (reasons.length > 0) return reasons;
  const state = forbidden && index.pathOf(forbidden);
  return [{ code: "not-here", event: event.type, ...(state === undefined ? {} : { state }) }];
}

/**
 * Asks states for an event as XState does (`transitionNode`): children before their parent, the parent of a parallel state only
 * when no region selected anything.
 * @returns the state whose candidate let the event through, which here means that it forbids it
 */
function ask(
  node: AnyStateNode,
  value: unknown,
  type: string,
  lets: (transition: AnyTransitionDefinition, node: AnyStateNode) => boolean,
): AnyStateNode | undefined {
  let selected: AnyStateNode | undefined;
  for (const [key, part] of valueEntries(value)) {
    const child = node.states[key] as AnyStateNode | undefined;
    if (child) selected = ask(child, part, type, lets) ?? selected;
  }
  return (
    selected ?? (candidatesOf(node, type).some((transition) => lets(transition, node)) ? node : undefined)
  );
}
