import { setup, type AnyStateMachine } from "xstate";
import { PlayError, type PlayEvent, type PlayFault } from "#core/run/play/play.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";

type Implementations = { guards?: object; actions?: object; actors?: object; delays?: object };

/** A machine from its config, without types: tests say what they need in a line or two. */
export const machineOf = (config: object, implementations: Implementations = {}): AnyStateMachine =>
  setup(implementations as never).createMachine(config as never) as unknown as AnyStateMachine;

export const playerOf = (config: object, implementations: Implementations = {}, spec: PlaySpec = {}) =>
  createParsingPlayer(machineOf(config, implementations), spec);

/** The fault that a call throws. */
export function faultOf(call: () => unknown): PlayFault {
  try {
    call();
  } catch (error) {
    if (error instanceof PlayError) return error.fault;
    throw error;
  }
  throw new Error("Nothing was thrown");
}

/** Starts a play and sends events; gives the last outcome. */
export function played(
  player: ReturnType<typeof createParsingPlayer>,
  ...events: readonly (string | PlayEvent)[]
) {
  return events.reduce(
    (outcome, event) => player.send(outcome.state, typeof event === "string" ? { type: event } : event),
    player.start({}),
  );
}
