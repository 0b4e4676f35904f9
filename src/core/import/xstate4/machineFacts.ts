import type { NamedUses } from "#core/import/xstate4/actions.ts";
import { propertiesOf, type Rewriting } from "#core/import/xstate4/Rewriting.ts";
import { child, type Node } from "#core/syntax/node.ts";

/** What is known of a machine while its states are rewritten. */
export interface MachineFacts {
  readonly rw: Rewriting;
  readonly uses: NamedUses;
  /** Between the keys of a target. */
  readonly delimiter: string;
  /** What the options give for the names of services. */
  readonly services: ReadonlyMap<string, Node>;
  /** Names of activities that the options give. */
  readonly activities: ReadonlyMap<string, Node>;
  /** Whether the options give guards. */
  readonly hasGuards: boolean;
  /** What `event.data` is where events of several kinds come by: nothing where the machine starts nothing that is done. */
  readonly unsure: "unsure" | undefined;
  /** Services that were written inline, under the names that they have in `setup`. */
  readonly hoisted: Map<string, string>;
  /** Names of services that are used without being given. */
  readonly missing: Map<string, Node>;
  /** Events of XState itself that the machine listens to by name. */
  readonly ownEvents: Set<string>;
  /** Event types that the machine listens to. */
  readonly events: Set<string>;
}
/** A state of it. */
export interface StatePlace {
  readonly facts: MachineFacts;
  readonly path: readonly string[];
  readonly element: string;
  readonly object: Node;
}

/** The state that a path of keys leads to, from one above it. */
export function stateBelow({ rw }: MachineFacts, object: Node, keys: readonly string[]): Node | undefined {
  let state: Node | undefined = object;
  for (const key of keys) {
    const states: Node | undefined = state && child(propertiesOf(state).get("states") ?? state, "value");
    const next: Node | undefined =
      states && child(propertiesOf(rw.tree.resolve(states)).get(key) ?? states, "value");
    state = next && rw.tree.resolve(next);
  }
  return state;
}
