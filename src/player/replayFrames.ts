import { PlayError, type Outcome, type Player } from "#core/entries/play.ts";
import type { Runner } from "#core/run/play/playRequest.ts";
import { beginScenario, divergenceOf, playStep } from "#core/run/scenario/replay.ts";
import { answerRequest, type PlayRequest } from "#core/simulate/answerRequest.ts";
import type { Divergence, Scenario } from "#core/run/scenario/scenario.ts";

/** A scenario after one of its steps. */
export interface ScenarioFrame {
  /** Place of the step in the file; -1 is the start. */
  readonly step: number;
  readonly outcome: Outcome;
  /** Where it left what is expected; the frame is the last one then. */
  readonly divergence?: Divergence;
}

/** Plays a scenario as the studio does, up to its end or to the first divergence. @throws PlayError where it cannot even start */
export async function replayFrames(player: Player, scenario: Scenario): Promise<readonly ScenarioFrame[]> {
  const ask = askOf(player);
  let standing = await beginScenario(ask, scenario, "");
  let outcome = standing.run.steps[0]!.outcome;
  const frames: ScenarioFrame[] = [{ step: -1, outcome }];
  for (const [at, step] of scenario.steps.entries()) {
    try {
      const played = await playStep(ask, standing, step);
      ({ standing, outcome } = played);
      const divergence = await divergenceOf(ask, at, step, { ...played, saved: standing.saved });
      frames.push({ step: at, outcome, ...(divergence ? { divergence } : {}) });
      if (divergence) break;
    } catch (error) {
      if (!(error instanceof PlayError)) throw error;
      const { message } = error.fault;
      frames.push({
        step: at,
        outcome,
        divergence: { step: at, what: "fault", expected: null, got: message },
      });
      break;
    }
  }
  return frames;
}

/** The requests of a replay, answered by a player on this page. */
const askOf = (player: Player): Runner["ask"] =>
  (async (request: PlayRequest) => answerRequest(player, request)) as Runner["ask"];
