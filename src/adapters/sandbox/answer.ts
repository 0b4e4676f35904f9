import { answerRequest } from "#core/simulate/answerRequest.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import type { Player } from "#core/simulate/player.ts";
import { PlayError, type PlayFault } from "#core/run/play/play.ts";
import type { RunnerReply, RunnerRequest, Whereabouts } from "#core/run/play/playRequest.ts";
import { thrownText } from "#core/run/play/thrownText.ts";
import { workMeter, type WorkMeter } from "#core/run/play/workCounter.ts";
import { loadModule, resolveMachines } from "#adapters/sandbox/loadMachine.ts";

/**
 * Answers requests with one machine. Never throws: what goes wrong is a fault in the reply.
 * @param listener is called before each guard and action runs
 * @param meter counts the work of each request; whoever asks begins it
 */
export function answerer(
  listener: (at: Whereabouts) => void = () => undefined,
  meter: WorkMeter = workMeter(),
): (request: RunnerRequest) => RunnerReply {
  const hears = (at: Whereabouts): void => {
    meter.hear(at);
    listener(at);
  };
  let player: Player | undefined;
  const answer = (request: RunnerRequest): unknown => {
    if (request.do === "load") {
      const { machine, derived } = loadModule(
        request.code,
        request.lang,
        request.machine,
        request.siblings,
        meter.count,
      );
      player = createParsingPlayer(machine, request.spec, derived, hears);
      return { id: machine.id };
    }
    if (request.do === "resolve")
      return resolveMachines(request.code, request.lang, request.siblings, meter.count);
    if (!player) throw new PlayError({ code: "not-started", message: "No machine is loaded" });
    return answerRequest(player, request);
  };
  return (request) => {
    let reply: RunnerReply;
    try {
      reply = { ok: true, value: answer(request) };
    } catch (error) {
      reply = { ok: false, fault: faultOf(error) };
    }
    // Whatever the machine, or XState, threw when it was stopped.
    return stopReply(meter, request) ?? reply;
  };
}

/** What is said of a request in which the machine came to more work than it may; undefined where it did not. */
export function stopReply(meter: WorkMeter, request: RunnerRequest): RunnerReply | undefined {
  const { stoppedAt, limit } = meter;
  if (!stoppedAt) return undefined;
  const message = `The machine came to more than ${limit} rounds of loops and calls of functions and was stopped`;
  const event = request.do === "send" ? { event: request.event.type } : {};
  return {
    ok: false,
    fault: { code: "over-budget", message, limit: { unit: "work", value: limit }, ...event, ...stoppedAt },
  };
}

export const faultOf = (error: unknown): PlayFault =>
  error instanceof PlayError ? error.fault : { code: "machine-error", message: thrownText(error) };
