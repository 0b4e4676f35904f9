import type { Browser, BrowserContext } from "playwright";
import { expect } from "vitest";
import { builtStudio } from "#test/support/startStudio.ts";
import { test } from "#test/support/studioTest.ts";
import { checkMeasures, type Bench, type BenchLine } from "../../bench/line.ts";
import { pageLines } from "../../bench/lines.mjs";

/** So little that a line only shows that it still finds what it measures: no figure is judged. */
const SCALE = 0.02;

test(
  "each line of the bench with a page still finds what it measures",
  { timeout: 600_000 },
  async ({ watched: { browser }, studio }) => {
    const failures: string[] = [];
    const withStudio: Bench["withStudio"] = async (job) => {
      try {
        return await job({
          browser,
          page: async (options = {}) =>
            (
              await browser.newContext({
                viewport: { width: 1600, height: 960 },
                locale: "en-GB",
                ...options,
              })
            ).newPage(),
          studio: {
            at: (path) => studio.door + path,
            inspect: studio.inspect,
            inspector: studio.inspector,
            root: studio.folder,
            close: () => Promise.resolve(),
          },
        });
      } finally {
        await closeAll(browser);
      }
    };

    for (const [name, file] of Object.entries(pageLines)) {
      const line = ((await import(`../../bench/lines/${file}.ts`)) as Record<string, BenchLine>)[file];
      try {
        const measures = await line?.run({
          say: () => undefined,
          // What is in the chunks is only printed.
          built: async () => ({ bin: "bin/turnwright.js", dir: await builtStudio(), chunks: new Map() }),
          withStudio,
          scale: SCALE,
          games: ["haikyu-break"],
          keep: false,
        });
        checkMeasures(name, measures ?? []);
      } catch (error) {
        failures.push(`${name}: ${String(error)}`);
      }
    }

    expect(failures).toEqual([]);
  },
);

/** What a line opened is in nobody's way afterwards. */
const closeAll = async (browser: Browser): Promise<void> => {
  await Promise.all(browser.contexts().map((context: BrowserContext) => context.close()));
};
