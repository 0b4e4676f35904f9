import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lawWalk, type LawGiven, type LawWalk } from "#test/core/simulate/law.ts";
import { gameGiven, GAMES, madeGiven } from "#test/core/simulate/lawGiven.ts";
import { wholeModule } from "#test/core/simulate/wholeMachine.ts";
import { tryOddLines } from "#test/cli/play/oddLines.ts";
import { StdioProcess } from "#test/cli/play/StdioProcess.ts";
import { stdioPlayer } from "#test/cli/play/stdioPlayer.ts";
import { builtStudio } from "#test/support/builtStudio.ts";
import { quietly } from "#test/support/quietly.ts";
import type { Trial, TrialRow } from "../trial.ts";

/** At scale 1: a process for each machine. */
const MACHINES = 200;
const STEPS_PER_MACHINE = 450;
const STEPS_PER_GAME = 2_500;
const ODD_LINES = 20_000;
/** Events asked about after each step: every one is a request. */
const PROBES = 2;

/** The built command as a process, held against a real actor of XState over lines of JSON, and sent what is no request. */
export const stdioEquality: Trial = {
  about: "random steps through `play --stdio`, a process, beside a real actor of XState; then odd lines",
  run: async ({ seed, scale, say }) => {
    await builtStudio();
    const folder = await mkdtemp(join(tmpdir(), "turnwright-stdio-"));
    try {
      const rows: TrialRow[] = [];
      const machines = Math.max(1, Math.round(MACHINES * scale));
      const steps = Math.max(5, Math.round(STEPS_PER_MACHINE * Math.min(1, scale * 10)));
      const walks: LawWalk[] = [];
      for (let n = 0; n < machines; n++) {
        const file = join(folder, "made.machine.js");
        await writeFile(file, wholeModule(seed + n));
        walks.push(await walked(file, madeGiven(seed + n, steps)));
        if (n % 20 === 19) say(`${n + 1} of ${machines} machines`);
      }
      rows.push({
        what: "steps on made machines",
        cases: walks.reduce((sum, walk) => sum + walk.steps, 0),
        faults: walks.flatMap(({ difference = [] }) => difference),
        figure: `${machines} machines, a process each`,
        goal: "0 differences in 90,000 steps",
      });
      for (const id of GAMES) {
        const walk = await walked(
          id,
          await gameGiven(id, seed, Math.max(1, Math.round(STEPS_PER_GAME * scale))),
        );
        rows.push({
          what: `steps in ${id}`,
          cases: walk.steps,
          faults: walk.difference === undefined ? [] : [walk.difference],
          goal: "0 differences in 2,500 steps",
        });
      }
      const lines = Math.max(20, Math.round(ODD_LINES * scale));
      const odd = await tryOddLines("haikyu-break", seed, lines);
      rows.push({
        what: "odd lines",
        cases: lines,
        faults: odd.faults,
        figure: `${odd.answers} answers, ${odd.failed} of them refusals`,
        goal: "one answer each, 20,000; none that fails changes the play",
      });
      return rows;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function walked(named: string, given: LawGiven): Promise<LawWalk> {
  const play = new StdioProcess(named);
  try {
    const walk = await quietly(() =>
      lawWalk({ ...given, probes: given.probes.slice(0, PROBES) }, stdioPlayer(play)),
    );
    const code = await play.end();
    if (walk.difference !== undefined || code === 0) return walk;
    return {
      ...walk,
      difference: `${given.name}, seed ${given.seed}: exit code ${code}, ${play.complaints}`,
    };
  } catch (error) {
    return {
      steps: 0,
      microsteps: 0,
      causes: new Set(),
      difference: `${given.name}, seed ${given.seed}: ${String(error)}`,
    };
  } finally {
    play.kill();
  }
}
