import { countTried } from "#test/core/edit/laws/twoMachines.ts";
import type { Trial } from "../trial.ts";

/** Random modules with two or three machines that the goal names. */
const FULL_COUNT = 10_000;
/** A share of 8 % is seen in some hundred tries; of ten one that is refused is 10 %. */
const LEAST_COUNT = 300;

export const twoMachines: Trial = {
  about:
    "every command on modules with two or three machines that share code, against XState before and after",
  leastScale: LEAST_COUNT / FULL_COUNT,
  run: ({ seed, scale, say }) => {
    const runs = Math.max(1, Math.round(FULL_COUNT * scale));
    say(`  ${runs} modules`);
    const { tried, applied, refused, impossible, faults, looks } = countTried(seed, runs);
    const share = ((100 * refused) / tried).toFixed(1);
    const of = (kind: string) => faults.filter((one) => one.startsWith(`${kind}:`));
    const row = (what: string, kind: string, goal: string, figure?: string) => ({
      what,
      cases: tried,
      faults: of(kind),
      goal,
      ...(figure === undefined ? {} : { figure }),
    });
    const rows = [
      row(
        "another machine changed",
        "other",
        "0",
        `${applied} applied, ${impossible} asked for what is not there`,
      ),
      row("the module no longer runs", "broken", "0"),
      row("the machine is not what was asked for", "own", "0"),
      row("over the step budget", "steps", "0", `at most ${looks.toFixed(0)} looks for each node`),
      row("not taken back", "undo", "0"),
      {
        what: "refused",
        cases: tried,
        faults: refused / tried <= 0.08 ? [] : [`${share} % refused`],
        figure: `${share} %`,
        goal: "at most 8 % where it could be done in the code",
      },
    ];
    return Promise.resolve(rows);
  },
};
