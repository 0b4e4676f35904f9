import { playScenarios } from "#cli/play/scenario.ts";
import { shippedGame } from "#test/cli/play/tools.ts";

/** Plays all scenarios of games of this repository within the limits of every play. Gives the steps that were asked for, and what did not go as expected. */
export async function stoppedScenarios(
  games: readonly string[],
): Promise<{ readonly steps: number; readonly stopped: readonly string[] }> {
  let steps = 0;
  const stopped: string[] = [];
  const nothing = () => undefined;
  for (const game of games) {
    const results = await playScenarios({ ...shippedGame(game), out: nothing, err: nothing });
    for (const { name, ok, steps: own, stop, divergence, fault } of results) {
      steps += own;
      if (!ok) stopped.push(`${game} ${name}: ${JSON.stringify(stop ?? divergence ?? fault)}`);
    }
  }
  return { steps, stopped };
}
