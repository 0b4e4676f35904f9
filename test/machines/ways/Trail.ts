import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from "xstate";
import { Coverage } from "#test/machines/support/Coverage.ts";
import { isWithin } from "#test/machines/ways/blocks.ts";

/** A step that play took between two rows, with the called phases on the way. */
export interface Trod {
  readonly row: string;
  readonly to: string;
  readonly via: readonly string[];
}
const idOf = (node: AnyStateNode) => node.path.join(".");
const leafOf = (snapshot: AnyMachineSnapshot) =>
  idOf(snapshot._nodes.find((node: AnyStateNode) => Object.keys(node.states).length === 0)!);

/** Follows play from row to row, for machines with one active row. A called phase is no place to be: it is passed. */
export class Trail extends Coverage {
  readonly trod: Trod[] = [];
  readonly #called: readonly string[];
  /** Where play is, or was when it called; undefined after it was taken up from a save. */
  #row: string | undefined;
  #via: string[] = [];

  constructor(machine: AnyStateMachine, called: readonly string[]) {
    super(machine);
    this.#called = called;
  }

  override readonly inspect = (event: {
    type: string;
    snapshot?: unknown;
    _transitions?: readonly AnyTransitionDefinition[];
  }): void => {
    if (event.type === "@xstate.actor") {
      this.#row = undefined;
      this.#via = [];
    }
    // Where play begins, or is taken up again; in the midst of a called phase nobody knows the caller.
    if (event.type === "@xstate.snapshot" && this.#row === undefined) {
      const row = leafOf(event.snapshot as AnyMachineSnapshot);
      if (this.#phaseAround(row) === undefined) this.#row = row;
    }
    if (event.type !== "@xstate.microstep") return;
    const to = leafOf(event.snapshot as AnyMachineSnapshot);
    // A microstep may start several transitions; the games have no parallel states, so it is one.
    for (const one of event._transitions ?? []) this.#step(one, to);
  };

  #phaseAround(id: string): string | undefined {
    return this.#called.find((state) => isWithin(id, state));
  }

  #step({ source }: AnyTransitionDefinition, to: string): void {
    const phase = this.#phaseAround(to);
    if (phase !== undefined) {
      if (this.#via.at(-1) !== phase) this.#via.push(phase);
      return;
    }
    // What a compound takes as a whole is no step of a row.
    const ofRow = Object.keys(source.states).length === 0;
    if (this.#row !== undefined && ofRow) this.trod.push({ row: this.#row, to, via: this.#via });
    this.#row = to;
    this.#via = [];
  }
}
