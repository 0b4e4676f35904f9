import type { AnyMachineSnapshot } from "xstate";
import type {
  ActorView,
  EnabledMove,
  Outcome,
  PlayView,
  PlayerOutcome,
  PlayerView,
} from "#core/run/play/play.ts";
import { seatsOfQuestion, seatsOf } from "#core/simulate/asks.ts";
import { activeChains } from "#core/simulate/candidates.ts";
import { derive, type Derived } from "#core/simulate/derive.ts";
import type { MachineIndex } from "#core/simulate/machineIndex.ts";
import { plain } from "#core/simulate/plain.ts";
import type { JsonObject } from "#core/text/json.ts";

/** Seats, `chance` or `table` that a play waits for: of each innermost active state, what it or the nearest state around it asks. */
export function waitingSeats(snapshot: AnyMachineSnapshot, index: MachineIndex): string[] {
  if (snapshot.status !== "active") return [];
  const types = new Set<string>();
  for (const chain of activeChains(snapshot)) {
    const asks = chain.map((node) => index.asksOf(node)).find((item) => item !== undefined);
    if (asks) for (const seat of seatsOfQuestion(asks, contextOf(snapshot))) types.add(seat);
  }
  return [...types];
}

/** The seats that may be tried as `by`: those that the machine waits for; where it names none, every seat. */
export function seatsToTry(snapshot: AnyMachineSnapshot, index: MachineIndex): string[] {
  const waiting = waitingSeats(snapshot, index);
  return waiting.length > 0 ? waiting : seatsOf(contextOf(snapshot));
}

/** The view of a play. The enabled moves are computed when they are read, since that takes longest. */
export function viewOf(
  snapshot: AnyMachineSnapshot,
  index: MachineIndex,
  types: readonly string[],
  derived: Derived,
  actors: readonly ActorView[],
  findEnabled: () => readonly EnabledMove[],
): PlayerView {
  let enabled: readonly EnabledMove[] | undefined;
  let worked: JsonObject | undefined;
  const { output, error } = snapshot as { output?: unknown; error?: unknown };
  return {
    value: plain(snapshot.value),
    in: index.activePaths(snapshot),
    context: contextOf(snapshot),
    ...(Object.keys(derived).length > 0
      ? {
          get derived() {
            return (worked ??= derive(derived, contextOf(snapshot)));
          },
        }
      : {}),
    status: snapshot.status,
    ...(output === undefined ? {} : { output: plain(output) }),
    ...(snapshot.status === "error" ? { error: errorText(error) } : {}),
    asks: waitingSeats(snapshot, index),
    ...(actors.length > 0 ? { actors } : {}),
    get enabled() {
      return (enabled ??= findEnabled());
    },
    candidates: types,
  };
}

/** An outcome whose view has no enabled moves, so that nobody looks for them. */
export function withoutEnabled(outcome: PlayerOutcome): Outcome {
  const { state, refused, reasons, microsteps, considered } = outcome;
  return {
    state,
    get view() {
      const { enabled: _, ...shown } = Object.getOwnPropertyDescriptors(outcome.view);
      return Object.defineProperties({} as PlayView, shown);
    },
    refused,
    reasons,
    microsteps,
    considered,
  };
}

/** A context is settled: JSON but for references to actors, which show as the ids that XState saves. */
export const contextOf = (snapshot: AnyMachineSnapshot): JsonObject => snapshot.context as JsonObject;

const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : typeof error === "string" ? error : (JSON.stringify(error) ?? "");
