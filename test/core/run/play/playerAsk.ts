import type { AnyStateMachine } from "xstate";
import type { Runner, RunnerRequest } from "#core/run/play/playRequest.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import type { Derived } from "#core/simulate/derive.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";

/** A player asked as a runner is, without a worker between. Values go through JSON, as they do on their way to one. */
export function playerAsk(
  machine: AnyStateMachine,
  spec: PlaySpec = {},
  derived: Derived = {},
): Runner["ask"] {
  const player = createParsingPlayer(machine, spec, derived);
  const answer = (request: RunnerRequest): unknown => {
    switch (request.do) {
      case "load":
        return { id: machine.id };
      case "start":
        return player.start(request.input, request.verdicts);
      case "send":
        return player.send(request.state, request.event, request.verdicts, request.untyped);
      case "can":
        return player.can(request.state, request.event, request.verdicts);
      case "why":
        return player.why(request.state, request.event, request.verdicts);
      case "advance":
        return player.advance(request.state, request.ms, request.verdicts);
      case "answer":
        return player.answer(request.state, request.answer, request.verdicts);
      case "restore":
        return player.restore(request.state);
      case "edit":
        return player.edit(request.state, request.edit);
      case "options":
        return player.options(request.state);
      case "may":
        return player.may(request.state);
      case "moves":
        return player.moves(request.state, request.event);
      case "random":
        return player.random(request.state, request.seed, request.only);
    }
  };
  return (async (request: RunnerRequest) =>
    JSON.parse(
      JSON.stringify(answer(JSON.parse(JSON.stringify(request)) as RunnerRequest)),
    )) as Runner["ask"];
}
