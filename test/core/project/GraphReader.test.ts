import { beforeAll, describe, expect, test } from "vitest";
import type { Graph } from "#core/project/gameMoment.ts";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { GraphReader } from "#core/project/GraphReader.ts";
import { arrows } from "#test/charts/walk.ts";
import { machineText } from "#test/core/project/machine.ts";

beforeAll(loadGraphCommands);

/** Reads the machine, then each text made of it by replacing `find`; the graph of the last one. */
function after(find: string, ...typed: readonly string[]): { before: Graph; now: Graph } {
  const reader = new GraphReader();
  const before = reader.graphOf(machineText, 0);
  let now = before;
  typed.forEach((text, i) => (now = reader.graphOf(machineText.replace(find, text), i + 1)));
  return { before, now };
}

describe("the graph while the text cannot be parsed", () => {
  test("is a preview with what is open at the caret closed, marked as stale", () => {
    const { now } = after(
      'NEXT: "main"',
      'NEXT: "main", BACK: { target: "end',
      'NEXT: "main", BACK: { target: "end"',
    );

    expect(now).toMatchObject({ stale: true, preview: true, revision: 2 });
    expect(now.now.parsed).toBe(false);
    expect(arrows(now.chart!)).toContain("draw on BACK -> end");
  });

  test("is live again with the last sign", () => {
    const { now } = after(
      'NEXT: "main"',
      'NEXT: "main", BACK: { target: "end"',
      'NEXT: "main", BACK: { target: "end" }',
    );

    expect(now).toMatchObject({ stale: false, preview: false, revision: 2 });
  });

  test("is the last good one when what stands in the way was there before", () => {
    const { before, now } = after('initial: "draw"', 'initial: = "draw"');

    expect(now).toMatchObject({ stale: true, preview: false, revision: 0 });
    expect(now.chart).toBe(before.chart);
  });

  test("is the same object as long as the text is the same", () => {
    const reader = new GraphReader();
    reader.graphOf(machineText, 0);
    const text = machineText.replace('NEXT: "main"', 'NEXT: "main');

    expect(reader.graphOf(text, 1)).toBe(reader.graphOf(text, 2));
  });
});
