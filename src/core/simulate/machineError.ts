import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from "xstate";
import type { Microstep } from "#core/run/play/microstep.ts";
import { PlayError, type PlayFault } from "#core/run/play/play.ts";
import { thrownText } from "#core/run/play/thrownText.ts";
import { activeChains, candidatesOf } from "#core/simulate/candidates.ts";
import { guardName, passes } from "#core/simulate/guards.ts";
import type { MachineIndex } from "#core/simulate/machineIndex.ts";
import { ContextFailed } from "#core/simulate/instrument.ts";

/** What was going on when machine code threw. */
export interface Scene {
  readonly machine: AnyStateMachine;
  readonly index: MachineIndex;
  readonly event: EventObject;
  /** The snapshot after the last whole microstep; absent while the play starts. */
  readonly last?: AnyMachineSnapshot;
  readonly microsteps: readonly Microstep[];
  /** The action that was being evaluated. */
  readonly action?: string;
}

/** The fault for what machine code threw: in which state, guard or action it was, as far as that can be known. */
export function machineError(error: unknown, scene: Scene): PlayError {
  if (error instanceof ContextFailed) return new PlayError({ code: "bad-input", message: error.message });
  const message = thrownText(error);
  const fault = (more: Partial<PlayFault>): PlayError =>
    new PlayError({ code: "machine-error", message: explained(message), event: scene.event.type, ...more });
  if (message.startsWith("Infinite loop detected")) return fault(endless(scene));
  const { action } = scene;
  if (action !== undefined) return fault({ action, ...stateOf(sourceNow(scene)) });
  if (error instanceof PlayError) return fault({});
  const selecting =
    /^Unable to evaluate guard (?:'(.+?)' )?in transition for event '.*?' in state node '(.+?)':\n([\s\S]*)$/.exec(
      message,
    );
  if (selecting) {
    const [, guard, id, inner] = selecting;
    const node = scene.index.nodeOf(id ?? "");
    return fault({
      message: explained(inner ?? message),
      ...stateOf(node?.path.join(".")),
      guard: guard ?? (node && throwingOf(candidatesOf(node, scene.event.type), scene)) ?? "inline",
    });
  }
  return fault(throwing(scene) ?? {});
}

const stateOf = (state: string | undefined): { state?: string } => (state === undefined ? {} : { state });

/** What V8 says of a write to a frozen value is right but does not say why it is frozen. */
const explained = (message: string): string =>
  /read only property|object is not extensible|Cannot delete property|Cannot define property/.test(message)
    ? `${message}. Guards and actions must not change the context in place: assign a new value instead`
    : message;

/**
 * The states that a macrostep of too many microsteps went round last, reported once each. It may be endless or only long: no limit
 * can tell, so the message says how the limit is raised.
 */
function endless({ microsteps, machine }: Scene): Partial<PlayFault> {
  const sources = microsteps.map((step) =>
    step.taken.map((transition) => transition.source || "(root)").join(" + "),
  );
  const last = sources.length - 1;
  let period = 1;
  while (
    period < sources.length / 2 &&
    !sources.slice(-period).every((source, i) => source === sources[last - 2 * period + 1 + i])
  )
    period++;
  const round = sources.slice(-period);
  const limit = machine.options.maxIterations;
  return {
    message: `More than ${limit} microsteps for one event: ${[...round.slice(0, 12), ...(round.length > 12 ? ["..."] : []), round[0]].join(" -> ")}. If they come to an end, give the machine a higher options.maxIterations`,
    ...stateOf(microsteps.at(-1)?.taken[0]?.source),
  };
}

/** The state whose transition was being taken when an action threw. */
function sourceNow({ machine, last, event }: Scene): string | undefined {
  if (!last) return undefined;
  try {
    const eventless = eventlessGuards(last).find(
      ({ guard }) => guard === undefined || passes(guard, last, event),
    );
    if (eventless) return eventless.state;
    return machine.getTransitionData(last as never, event as never)?.[0]?.source.path.join(".");
  } catch {
    // The code that would have to be run has just thrown, so its place is not known more exactly.
    return undefined;
  }
}

/** The guard of an `always` that throws, asked in XState's order. */
function throwing({ last, event }: Scene): { state: string; guard: string } | undefined {
  if (!last) return undefined;
  for (const { state, guard } of eventlessGuards(last)) {
    const name = throwingOf([{ guard }], { last, event });
    if (name !== undefined) return { state, guard: name };
  }
  return undefined;
}

/** The name of the first guard that throws; XState tells it only of guards that are called by name. */
function throwingOf(
  candidates: readonly { readonly guard?: unknown }[],
  { last, event }: Pick<Scene, "last" | "event">,
): string | undefined {
  for (const { guard } of candidates) {
    if (guard === undefined || !last) continue;
    try {
      passes(guard, last, event);
    } catch {
      return guardName(guard);
    }
  }
  return undefined;
}

const eventlessGuards = (snapshot: AnyMachineSnapshot): { state: string; guard: unknown }[] =>
  activeChains(snapshot).flatMap((chain) =>
    chain.flatMap((node) =>
      (node.always ?? []).map(({ guard }) => ({ state: node.path.join("."), guard: guard as unknown })),
    ),
  );
