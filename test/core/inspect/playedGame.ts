import { createActor, type AnyMachineSnapshot, type AnyStateMachine, type InspectionEvent } from "xstate";
import type { PlayEvent } from "#core/run/play/play.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import { draws } from "#test/support/dice.ts";
import type { JsonObject, Json } from "#core/text/json.ts";

/** An app's own log: what came, and where the actor stood afterwards. The first entry is the start. */
export interface Logged {
  readonly event?: PlayEvent;
  readonly refused: boolean;
  readonly value: Json;
  readonly context: JsonObject;
  readonly status: string;
  readonly output?: Json;
}

export interface GameOptions {
  readonly seed: number;
  readonly input?: JsonObject;
  readonly most?: number;
  /** How many of the events are ones that the rules refuse. */
  readonly refusals?: number;
}

/**
 * An app that plays a game to its end at random: a real actor of XState, shown to an inspector. The player only proposes what to send, and what
 * the rules refuse.
 */
export function playedGame(
  machine: AnyStateMachine,
  spec: PlaySpec,
  inspect: (event: InspectionEvent) => void,
  { seed, input = {}, most = 2_000, refusals = 0.15 }: GameOptions,
): Logged[] {
  const player = createParsingPlayer(machine, spec);
  const { chance, pick, int } = draws(seed);
  const actor = createActor(machine, { input, inspect });
  actor.start();
  const log: Logged[] = [];
  const note = (refused: boolean, event?: PlayEvent) => {
    const { value, context, status, output } = actor.getSnapshot() as AnyMachineSnapshot & {
      output?: unknown;
    };
    log.push(
      JSON.parse(
        JSON.stringify({ ...(event ? { event } : {}), refused, value, context, status, output }),
      ) as Logged,
    );
  };
  note(false);
  let { state } = player.start(input);
  for (let i = 0; i < most; i++) {
    if (chance(refusals)) {
      const no = player
        .options(state)
        .filter(
          ({ accepted, reasons }) =>
            !accepted && reasons.every(({ code }) => code === "guard" || code === "not-here"),
        );
      if (no.length > 0) {
        const { example } = pick(no);
        actor.send(example);
        note(true, example);
      }
    }
    const event = player.random(state, int(0, 1e9));
    if (!event) break;
    actor.send(event);
    note(false, event);
    ({ state } = player.send(state, event));
  }
  actor.stop();
  return log;
}
