import type { Outcome, PlayerOutcome } from "#core/run/play/play.ts";
import type { RunnerRequest } from "#core/run/play/playRequest.ts";
import type { Player } from "#core/simulate/player.ts";
import { withoutEnabled } from "#core/simulate/view.ts";

/** A request about a machine that is loaded. */
export type PlayRequest = Exclude<RunnerRequest, { readonly do: "load" | "resolve" }>;

/** What a player answers to a request, as `RunnerAnswers` has it. @throws PlayError */
export function answerRequest(player: Player, request: PlayRequest): unknown {
  switch (request.do) {
    case "start":
      return shown(request, player.start(request.input, request.verdicts));
    case "send":
      return shown(request, player.send(request.state, request.event, request.verdicts, request.untyped));
    case "can":
      return player.can(request.state, request.event, request.verdicts);
    case "why":
      return player.why(request.state, request.event, request.verdicts);
    case "advance":
      return shown(request, player.advance(request.state, request.ms, request.verdicts));
    case "answer":
      return shown(request, player.answer(request.state, request.answer, request.verdicts));
    case "restore":
      return shown(request, player.restore(request.state));
    case "edit":
      return shown(request, player.edit(request.state, request.edit));
    case "options":
      return player.options(request.state);
    case "may":
      return player.may(request.state);
    case "moves":
      return player.moves(request.state, request.event, request.by);
    case "legal":
      return player.legal(request.state, request);
    case "random":
      return player.random(request.state, request.seed, request.only);
  }
}

const shown = ({ enabled }: { readonly enabled?: false }, outcome: PlayerOutcome): Outcome =>
  enabled === false ? withoutEnabled(outcome) : outcome;
