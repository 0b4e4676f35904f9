import { describe, expect, test } from "vitest";
import { nodeLines } from "../../bench/lines.mjs";
import { checkMeasures, type BenchLine } from "../../bench/line.ts";

/** So little that a line only shows that it still finds what it measures: no figure is judged. */
const SCALE = 0.02;

const noPage = (): never => {
  throw new Error("This line was to need no page");
};

describe("a line of the bench that needs no page still finds what it measures", () => {
  test.each(Object.entries(nodeLines))("%s", { timeout: 300_000 }, async (name, file) => {
    const line = ((await import(`../../bench/lines/${file}.ts`)) as Record<string, BenchLine>)[file];

    const measures = await line?.run({
      say: () => undefined,
      built: noPage,
      withStudio: noPage,
      scale: SCALE,
      games: [],
      keep: false,
    });

    checkMeasures(name, measures ?? []);
    expect(measures?.length).toBeGreaterThan(0);
  });
});
