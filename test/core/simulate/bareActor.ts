import { createActor, type AnyMachineSnapshot, type AnyStateMachine } from "xstate";
import { parsedExpr } from "#core/expr/parse.ts";
import { checkFields } from "#core/chart/payload.ts";
import type { PlayEvent } from "#core/run/play/play.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import { availableMoves, payloads } from "#core/simulate/moves.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/** XState by itself, as an app would use it: what the player is measured against. */
export class BareActor {
  readonly #actor;
  readonly #spec: PlaySpec;

  constructor(machine: AnyStateMachine, spec: PlaySpec, input: JsonObject = {}) {
    this.#spec = spec;
    this.#actor = createActor(machine, { input });
    this.#actor.subscribe({ error: (error) => void (this.error = error) });
    this.#actor.start();
  }
  error: unknown;

  get snapshot(): AnyMachineSnapshot {
    return this.#actor.getSnapshot() as AnyMachineSnapshot;
  }
  /** All active paths, the root left out, in document order. */
  get in(): string[] {
    return this.snapshot._nodes
      .filter((node) => node.path.length > 0)
      .sort((a, b) => a.order - b.order)
      .map((node) => node.path.join("."));
  }
  get context(): Json {
    return JSON.parse(JSON.stringify(this.snapshot.context)) as Json;
  }
  can = (event: PlayEvent): boolean => this.snapshot.can(event as never);
  send(event: PlayEvent): void {
    this.#actor.send(event as never);
  }
  stop(): void {
    this.#actor.stop();
  }

  /** Whether some move of moves.json of this type is accepted, all of them tried; `hint` first. */
  accepts(type: string, seats: readonly string[], input: JsonObject, hint?: PlayEvent): boolean {
    if (hint && this.can(hint)) return true;
    const handles = this.snapshot._nodes.some((node) =>
      [...node.transitions.keys()].some((key) => key === type || key.endsWith("*")),
    );
    if (!handles) return false;
    const scene = {
      context: this.snapshot.context as JsonObject,
      input,
      active: new Set(this.in),
      exprOf: parsedExpr,
    };
    const fields = this.#spec.events?.find((one) => one.type === type)?.fields ?? [];
    for (const move of availableMoves(this.#spec.moves, type, scene))
      for (const event of payloads(type, move, scene, seats)) {
        const { type: _, ...payload } = event;
        if (checkFields(fields, payload).length === 0 && this.can(event)) return true;
      }
    return false;
  }
}
