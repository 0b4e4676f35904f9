import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import { lawWalk, ownPlayer, type LawGiven } from "#test/core/simulate/law.ts";
import { gameGiven, GAMES, madeGiven } from "#test/core/simulate/lawGiven.ts";
import { quietly } from "#test/support/quietly.ts";
import type { Trial, TrialRow } from "../trial.ts";

/** At scale 1 the steps are a million: these on made machines, and the rest on the five games. */
const MACHINES = 2_000;
const STEPS_PER_MACHINE = 450;
const STEPS_PER_GAME = 20_000;
/** A player that is wrong is wrong in many ways; so many differences are enough to see how. */
const MAX_DIFFERENCES = 20;

/** The player beside a real actor of XState: all that can be seen after each step, and which events are enabled then. */
export const xstateEquality: Trial = {
  about:
    "random steps in the player and in a real actor of XState: spawn, invoke, delays, history, parallel and all else",
  run: async ({ seed, scale, say }) => {
    const rows: TrialRow[] = [];
    const machines = Math.max(1, Math.round(MACHINES * scale));
    const differences: string[] = [];
    const causes = new Map<string, number>();
    let [steps, microsteps] = [0, 0];
    for (let n = 0; n < machines && differences.length < MAX_DIFFERENCES; n++) {
      const walk = await compared(madeGiven(seed + n, STEPS_PER_MACHINE));
      steps += walk.steps;
      microsteps += walk.microsteps;
      for (const cause of walk.causes) causes.set(cause, (causes.get(cause) ?? 0) + 1);
      if (walk.difference) differences.push(walk.difference);
      if (n % 100 === 99)
        say(`${n + 1} of ${machines} machines, ${steps} steps, ${differences.length} differences`);
    }
    rows.push({
      what: "steps on made machines",
      cases: steps,
      faults: differences,
      figure: `${machines} machines, ${microsteps} microsteps, caused by ${[...causes.keys()].toSorted().join(", ")}`,
      goal: "0 differences in 900,000 steps",
    });
    for (const id of GAMES) {
      const walk = await compared(await gameGiven(id, seed, Math.max(1, Math.round(STEPS_PER_GAME * scale))));
      rows.push({
        what: `steps in ${id}`,
        cases: walk.steps,
        faults: walk.difference ? [walk.difference] : [],
        figure: `${walk.microsteps} microsteps`,
        goal: "0 differences in 20,000 steps",
      });
    }
    return rows;
  },
};

const compared = (given: LawGiven): ReturnType<typeof lawWalk> =>
  quietly(() => lawWalk(given, ownPlayer(createParsingPlayer(given.machine, given.spec ?? {}))));
