import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from "xstate";
import { guardNames, transitionsOf } from "#test/machines/support/chartOf.ts";

/** Keeps what scenarios made a machine do: transitions taken, and what each guard said of each transition. */
export class Coverage {
  /** The machine with guards that report here; otherwise the same. */
  readonly machine: AnyStateMachine;
  readonly #taken = new Set<AnyTransitionDefinition>();
  readonly #said = new Set<string>();
  #asked = "";

  constructor(machine: AnyStateMachine) {
    const guards = Object.entries(machine.implementations.guards).map(([name, guard]) => [
      name,
      (...args: unknown[]) => {
        const result: boolean = (guard as (...args: unknown[]) => boolean)(...args);
        this.#said.add(`${this.#asked} ${name} ${result}`).add(`${name} ${result}`);
        return result;
      },
    ]);
    this.machine = machine.provide({ guards: Object.fromEntries(guards) });
  }

  /** For `createActor(machine, { inspect })`. */
  readonly inspect = (event: { type: string; _transitions?: readonly AnyTransitionDefinition[] }): void => {
    if (event.type === "@xstate.microstep") for (const one of event._transitions ?? []) this.#taken.add(one);
  };

  /** What is asked next: the event, in the innermost active state that handles it. */
  asks(nodes: readonly AnyStateNode[], type: string): void {
    const handler = nodes
      .filter((node) => node.transitions.has(type))
      .toSorted((a, b) => b.path.length - a.path.length)[0];
    this.#asked = `${handler?.path.join(".") ?? ""} ${type}`;
  }

  /** Transitions that no scenario took. */
  missedTransitions(): string[] {
    return this.#all()
      .filter(([, transition]) => !this.#taken.has(transition))
      .map(
        ([path, { eventType, target }]) => `${path} ${eventType} ${target?.map((t) => t.id).join() ?? ""}`,
      );
  }

  /** For each transition on an event, each of its guards that never let it pass or never stopped it: `state EVENT guard outcome`. */
  missedOutcomes(): string[] {
    const wanted = this.#all().flatMap(([path, { eventType, guard }]) =>
      guardNames(guard).flatMap((name) =>
        [true, false].map((outcome) =>
          eventType === "" ? `${name} ${outcome}` : `${path} ${eventType} ${name} ${outcome}`,
        ),
      ),
    );
    return wanted.filter((one) => !this.#said.has(one));
  }

  #all(): [string, AnyTransitionDefinition][] {
    const below = (node: AnyStateNode): AnyStateNode[] => [
      node,
      ...Object.values(node.states).flatMap(below),
    ];
    return below(this.machine.root).flatMap((node) =>
      transitionsOf(node).map((one): [string, AnyTransitionDefinition] => [node.path.join("."), one]),
    );
  }
}
