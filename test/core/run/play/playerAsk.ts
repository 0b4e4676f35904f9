import type { AnyStateMachine } from "xstate";
import type { Runner, RunnerRequest } from "#core/run/play/playRequest.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import type { Derived } from "#core/simulate/derive.ts";
import { answerRequest } from "#core/simulate/answerRequest.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";

/** A player asked as a runner is, without a worker between. Values go through JSON, as they do on their way to one. */
export function playerAsk(
  machine: AnyStateMachine,
  spec: PlaySpec = {},
  derived: Derived = {},
): Runner["ask"] {
  const player = createParsingPlayer(machine, spec, derived);
  const answer = (request: RunnerRequest): unknown => {
    if (request.do === "load" || request.do === "resolve") return { id: machine.id };
    return answerRequest(player, request);
  };
  return (async (request: RunnerRequest) =>
    JSON.parse(
      JSON.stringify(answer(JSON.parse(JSON.stringify(request)) as RunnerRequest)),
    )) as Runner["ask"];
}
