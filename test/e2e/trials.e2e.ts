import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtStudio, home } from "#test/support/builtStudio.ts";
import { LEAST_SCALE, type Trial } from "../../trials/trial.ts";

/** `soak.e2e.ts` uses a page for longer than the least count of that trial does. */
const names = readdirSync(join(home, "trials/lines"))
  .flatMap((file) => /^(.*)\.ts$/.exec(file)?.[1] ?? [])
  .filter((name) => name !== "soak");

/** What the full count finds is for `npm run trials`; here each line only has to try something, and to find nothing wrong in that. */
test.each(names)("the trial %s still tries what it is about", { timeout: 600_000 }, async (name) => {
  await builtStudio();
  const trial = ((await import(`../../trials/lines/${name}.ts`)) as Record<string, Trial>)[name];

  const rows = await trial?.run({
    seed: 20261125,
    scale: trial.leastScale ?? LEAST_SCALE,
    say: () => undefined,
  });

  expect(rows?.length).toBeGreaterThan(0);
  expect(rows?.filter(({ cases }) => !(cases > 0)).map(({ what }) => what)).toEqual([]);
  expect(rows?.flatMap(({ faults }) => faults)).toEqual([]);
});
