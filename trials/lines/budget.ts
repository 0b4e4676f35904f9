import { readdir } from "node:fs/promises";
import { nodeRunner } from "#adapters/sandbox/nodeRunner.ts";
import type { Trial, TrialRow } from "../trial.ts";
import { endlessFault, endlessMachines } from "#test/support/endlessMachines.ts";
import { loadProcesses } from "#test/support/loadProcesses.ts";
import { stoppedScenarios } from "#test/support/stoppedScenarios.ts";

/** Processes that work beside the plays at the full count. */
const BUSY_PROCESSES = 8;
/** Times that all scenarios of each game are played at the full count. */
const ROUNDS = 5;

/** What is stopped on a busy computer: honest steps never, endless ones always, each told by what it is. */
export const budget: Trial = {
  about: "steps of all scenarios and endless machines, while other processes take the processors",
  async run({ scale, say }) {
    const busy = loadProcesses(Math.max(1, Math.round(BUSY_PROCESSES * Math.min(1, scale))));
    try {
      return [await honest(scale, say), await endless(scale, say)];
    } finally {
      busy.end();
    }
  },
};

async function honest(scale: number, say: (text: string) => void): Promise<TrialRow> {
  const games = (await readdir("rulesets")).toSorted();
  const plays = Math.max(1, Math.round(ROUNDS * games.length * scale));
  const faults: string[] = [];
  let cases = 0;
  for (let play = 0; play < plays; play++) {
    const game = games[play % games.length] ?? "";
    const { steps, stopped } = await stoppedScenarios([game]);
    cases += steps;
    faults.push(...stopped);
    say(`${play + 1} of ${plays}, ${game}: ${steps} steps, ${stopped.length} scenarios stopped or different`);
  }
  return {
    what: "steps of the games' scenarios that are stopped",
    cases,
    faults,
    figure: `${BUSY_PROCESSES} busy processes`,
    goal: "none",
  };
}

async function endless(scale: number, say: (text: string) => void): Promise<TrialRow> {
  const rounds = Math.max(1, Math.round(3 * scale));
  const runner = nodeRunner();
  const faults: string[] = [];
  let longest = 0;
  for (let round = 0; round < rounds; round++)
    for (const one of endlessMachines) {
      const from = performance.now();
      const fault = await endlessFault(runner, one);
      longest = Math.max(longest, performance.now() - from);
      if (fault) faults.push(fault);
      say(`${one.name}: ${fault ?? "stopped and named"}`);
    }
  runner.stop();
  return {
    what: "endless machines that are not stopped, or not told by name",
    cases: rounds * endlessMachines.length,
    faults,
    figure: `the longest took ${(longest / 1000).toFixed(1)} s, naming it included`,
    goal: "none",
  };
}
