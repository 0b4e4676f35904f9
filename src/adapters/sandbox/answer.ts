import { createPlayer, type Player } from "#core/simulate/player.ts";
import { PlayError, type PlayFault } from "#core/run/play.ts";
import type { RunnerReply, RunnerRequest, Whereabouts } from "#core/run/playRequest.ts";
import { thrownText } from "#core/run/thrownText.ts";
import { loadModule } from "#adapters/sandbox/loadMachine.ts";

/**
 * Answers requests with one machine. Never throws: what goes wrong is a fault in the reply.
 * @param heard is told of guards and actions before they run
 */
export function answerer(heard?: (at: Whereabouts) => void): (request: RunnerRequest) => RunnerReply {
  let player: Player | undefined;
  const answer = (request: RunnerRequest): unknown => {
    if (request.do === "load") {
      const { machine, derived } = loadModule(request.code, request.lang, request.machine, request.siblings);
      player = createPlayer(machine, request.spec, derived, heard);
      return { id: machine.id };
    }
    if (!player) throw new PlayError({ code: "not-started", message: "No machine is loaded" });
    switch (request.do) {
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
  return (request) => {
    try {
      return { ok: true, value: answer(request) };
    } catch (error) {
      return { ok: false, fault: faultOf(error) };
    }
  };
}

export const faultOf = (error: unknown): PlayFault =>
  error instanceof PlayError ? error.fault : { code: "machine-error", message: thrownText(error) };
