import fc from "fast-check";
import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compareCharts } from "#core/analyze/compare/compareCharts.ts";
import { pathId, pathOf, places } from "#core/chart/places.ts";
import { commands, runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { mainChart } from "#core/chart/machineKey.ts";
import { expectedOf } from "#test/core/edit/laws/oracle.ts";
import { printModule } from "#test/core/edit/laws/printModule.ts";
import { random } from "#test/core/edit/laws/random.ts";
import { randomArgs } from "#test/core/edit/laws/randomArgs.ts";
import { randomModel } from "#test/core/edit/laws/randomModel.ts";
import { reformatted } from "#test/support/reformatted.ts";

const cases = fc.record({ seed: fc.integer({ min: 0 }), size: fc.integer({ min: 1, max: 12 }) });
const long = Number(process.env["LONG"] ?? 0);
const numRuns = long > 1 ? long : long === 1 ? 10_000 : 150;
const timeout = long > 0 ? 3_600_000 : 120_000;

const chartIn = (text: string) => {
  const { charts, consts = [] } = readModule(text);
  return { chart: mainChart(charts)!, consts };
};
const compare = (a: string, b: string) => compareCharts(chartIn(a), chartIn(b), []);

const machines = readdirSync("machines").filter((name) => name.endsWith(".ts"));

test.each(machines)("%s differs in nothing from itself, however it is laid out", (name) => {
  const text = readFileSync(`machines/${name}`, "utf8");
  expect(compare(text, text)).toEqual([]);
  for (const [style, other] of reformatted(text)) expect([style, compare(text, other)]).toEqual([style, []]);
});

test.each(machines)(
  "each state of %s that is renamed is found again, and nothing else has changed",
  (name) => {
    const text = readFileSync(`machines/${name}`, "utf8");
    const before = chartIn(text);
    const inner = [...places(before.chart).values()].filter(({ path }) => path.length > 0);
    const some = inner.filter((_, i) => i % Math.ceil(inner.length / 20) === 0);
    for (const { path } of some) {
      const state = pathId(path);
      const change = runCommand("state.rename", text, before.chart, { state: path, to: "elsewhere" });
      if ("refused" in change) expect.fail(JSON.stringify(change.refused));
      const now = pathId([...path.slice(0, -1), "elsewhere"]);
      const states = compareCharts(before, chartIn(applyEdits(text, change.edits)), []);
      expect(states).toContainEqual(
        expect.objectContaining({ subject: "state", kind: "renamed", was: state, name: now }),
      );
      expect(
        states.filter(({ subject }) => subject === "transition" || subject === "state").length,
        state,
      ).toBe(1);
    }
  },
);

describe("after a random edit the difference names what was edited, and is none where nothing was", () => {
  const ids = [...commands.keys()].filter((id) => /^(state|transition|event|guard|action)\./.test(id));
  const left = ids.filter((id) => !/^(event\.(declare|addFields)|state\.paste)$/.test(id));
  test.each(left)(
    "%s",
    (id) => {
      let applied = 0;
      fc.assert(
        fc.property(cases, ({ seed, size }) => {
          const r = random(seed);
          const model = randomModel(r, size);
          const text = printModule(model, r);
          const before = chartIn(text);
          const args = randomArgs(random(~seed), model, id) as Record<string, unknown>;
          const change = runCommand(id, text, before.chart, args);
          if ("refused" in change) return;
          applied++;
          const after = applyEdits(text, change.edits);
          const changes = compareCharts(before, chartIn(after), []);
          const expected = expectedOf(model, id, args);
          if (after === text) expect(changes).toEqual([]);
          else if (isChanged(expected, model)) {
            const told = () =>
              `${id} ${JSON.stringify(args)}\n${text}\n---\n${after}\n${JSON.stringify(changes, null, 1)}`;
            expect(changes.length, told()).toBeGreaterThan(0);
            const said = changes.flatMap(({ name, state, was }) => [name, state, was]);
            for (const path of namedBy(args))
              expect(
                said.some((word) => word !== undefined && isOf(id, word, path)),
                told(),
              ).toBe(true);
          }
        }),
        { numRuns },
      );
      expect(applied).toBeGreaterThan(0);
    },
    timeout,
  );
});

const isChanged = (expected: unknown, model: unknown) => JSON.stringify(expected) !== JSON.stringify(model);

/** The state, or the state of the transition, that a command is about. */
function namedBy(args: Record<string, unknown>): string[][] {
  const { state, transition } = args as { state?: string[]; transition?: { source: string[] } };
  return [state, transition?.source].filter((path) => Array.isArray(path));
}

/** These change the state around the one that is named, or make another beside it. */
const BESIDE = new Set(["state.duplicate", "state.reorder", "state.setInitial"]);
const isOf = (id: string, word: string, path: string[]): boolean =>
  word === pathId(path) ||
  (BESIDE.has(id) &&
    (word === pathId(path.slice(0, -1)) || pathId(pathOf(word).slice(0, -1)) === pathId(path.slice(0, -1))));

test("random modules differ in nothing from themselves when a formatter has been over them", () => {
  for (let seed = 0; seed < 12; seed++) {
    const r = random(seed);
    const text = printModule(randomModel(r, 8), r);
    for (const [style, other] of reformatted(text))
      expect([seed, style, compare(text, other)]).toEqual([seed, style, []]);
  }
});
