import type { PlayEvent } from "#core/run/play/play.ts";
import { effectOf, targetOf, type ExecutableAction, type SimulatedActor } from "#core/simulate/actorScope.ts";
import type { Mailbox } from "#core/simulate/mailbox.ts";
import { settle } from "#core/simulate/settle.ts";
import type { Trace } from "#core/simulate/trace.ts";

/** A delayed event that was scheduled or cancelled, in the order in which the machine did it. `delay` is in milliseconds. */
export type Timing =
  | { readonly cancel: string }
  | { readonly schedule: PlayEvent; readonly id?: string; readonly delay: number };

/** Records what actions do. */
interface ActionLog extends Pick<Mailbox, "deferred" | "forget"> {
  readonly timings: Timing[];
  readonly trace: Trace;
  /** Where the transition began; nothing when the play is being started. */
  readonly began: object | undefined;
}

/**
 * Carries out an action for XState where no actor runs: delays are recorded, what the machine sends itself waits for the end of the
 * macrostep, plain functions are called on a frozen context, and all else is reported and not done. @param self who the machine is to itself
 */
export function carryOut(
  action: ExecutableAction,
  { timings, deferred, trace, forget, began }: ActionLog,
  self: unknown,
): void {
  const { type, params, info, exec } = action;
  const isSelf = params?.to === undefined || params.to === self;
  trace.did({ ...effectOf(action), ...(isSelf ? {} : targetOf(params)) });
  if (type === "xstate.cancel") timings.push({ cancel: String(params?.sendId) });
  else if ((type === "xstate.raise" || type === "xstate.sendTo") && isSelf && params?.event) {
    const { id, delay } = params;
    const event = JSON.parse(JSON.stringify(params.event)) as PlayEvent;
    if (typeof delay === "number")
      timings.push({ schedule: event, delay, ...(id === undefined ? {} : { id }) });
    else if (type === "xstate.sendTo") deferred.push({ event });
  } else if (type === "xstate.spawnChild")
    deferred.push({ actor: params?.actorRef as SimulatedActor | undefined });
  else if (type === "xstate.stopChild") {
    const stopped = params as unknown as SimulatedActor | undefined;
    // At once, so that the next actor may take its name; XState carries out no action while a play is being started.
    if (stopped && began) forget(stopped);
    deferred.push({ stopped });
  } else if (!type.startsWith("xstate.") && exec) exec({ ...info, context: settle(info.context) }, params);
}
