import fc from "fast-check";
import { expect, test } from "vitest";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { runUnread, unreadCases } from "#test/support/unreadModules.ts";
import { patience } from "#test/support/patience.ts";

await loadGraphCommands();
const runs =
  Number(process.env["LONG"] ?? 0) > 1 ? Number(process.env["LONG"]) : process.env["LONG"] ? 10_000 : 150;

test(
  "no command that was done leaves a module that no longer runs, whatever of it could not be read",
  async () => {
    let made = 0;
    await fc.assert(
      fc.asyncProperty(unreadCases, async (one) => {
        const outcome = await runUnread(one);
        fc.pre(outcome !== undefined);
        if (outcome?.made) made++;
        expect(outcome?.fault, `${one.command} ${JSON.stringify(one.args)}\n${one.text}`).toBeUndefined();
      }),
      { numRuns: runs },
    );
    // Refusing everything would keep the law as well.
    expect(made).toBeGreaterThan(runs / 20);
  },
  patience(120_000),
);
