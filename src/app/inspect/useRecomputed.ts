import type { Session } from "#core/inspect/session.ts";
import type { Microstep } from "#core/run/microstep.ts";
import type { ActorMachine } from "#app/inspect/useMachine.ts";

/** What our copy of a machine made of a step of the app. */
export interface Recomputed {
  readonly microsteps: readonly Microstep[];
}

export function useRecomputed(
  _session: Session,
  _machine: ActorMachine,
): ReadonlyMap<number, Recomputed> | undefined {
  return undefined;
}
