import fc from "fast-check";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { runUnread, unreadCases } from "#test/support/unreadModules.ts";
import type { Trial } from "../trial.ts";

const FULL_COUNT = 10_000;

/** Modules that are known in part only, with two machines of the same parts: what a command leaves has to run. */
export const dryRun: Trial = {
  about:
    "commands on modules of which parts are known only when they run, with a second machine of the same parts",
  async run({ seed, scale, say }) {
    await loadGraphCommands();
    const wanted = Math.max(1, Math.round(FULL_COUNT * scale));
    let cases = 0;
    const faults: string[] = [];
    let refused = 0;
    for (const [i, one] of fc.sample(unreadCases, { seed, numRuns: wanted }).entries()) {
      const outcome = await runUnread(one);
      if (!outcome) continue;
      cases++;
      const { made, fault } = outcome;
      if (!made) refused++;
      if (fault !== undefined)
        faults.push(`${one.command} ${JSON.stringify(one.args)}: ${fault}\n${one.text}`);
      if (i % 1_000 === 999) say(`${i + 1} of ${wanted}`);
    }
    return [
      {
        what: "a command that was done leaves a module that runs",
        cases,
        faults,
        figure: `${((100 * refused) / cases).toFixed(1)} % refused`,
        goal: "no fault",
      },
    ];
  },
};
