import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createMachine } from "xstate";
import type { StateNode } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";
import { readModule } from "#core/read/readModule.ts";
import { rebuildConfig } from "#test/charts/rebuildConfig.ts";

/**
 * Other people's modules, to be put into a folder that TURNWRIGHT_CORPUS names (they are not ours to ship). Without it the
 * tests are shown as skipped.
 */
const folder = process.env["TURNWRIGHT_CORPUS"] ?? "";
const files =
  folder !== "" && existsSync(folder) ? readdirSync(folder).filter((file) => /\.[jt]sx?$/.test(file)) : [];

describe.skipIf(files.length === 0)(
  "modules found in the wild (set TURNWRIGHT_CORPUS to a folder of them)",
  () => {
    const readings = files.map((file) => ({
      file,
      reading: readModule(readFileSync(join(folder, file), "utf8"), {
        lang: /\.jsx?$/.test(file) ? "js" : "ts",
      }),
    }));
    const charts = readings.flatMap(({ file, reading }) => reading.charts.map((chart) => ({ file, chart })));

    test("all are parsed", () => {
      expect(readings.filter(({ reading }) => !reading.parsed).map(({ file }) => file)).toEqual([]);
    });

    test("the structure of 97 machines in 100 is understood as a whole", () => {
      const opaque = charts.filter(({ chart }) =>
        [...places(chart).values()].some(({ node }) => node.opaque.some((part) => part.what !== "value")),
      );

      expect(1 - opaque.length / charts.length).toBeGreaterThanOrEqual(0.97);
    });

    test("no target leads elsewhere than in XState", () => {
      let compared = 0;
      for (const { file, chart } of charts) {
        let machine: ReturnType<typeof createMachine>;
        try {
          machine = createMachine(rebuildConfig(chart) as never);
        } catch {
          continue;
        }
        const visit = (node: StateNode, real: typeof machine.root) => {
          for (const t of node.transitions.filter(({ slot }) => slot === "on")) {
            const target = real.transitions.get(t.event ?? "")?.[t.index]?.target ?? [];
            expect([file, t.event, t.targets.map((one) => one.resolved)]).toEqual([
              file,
              t.event,
              target.map((one) => one.path),
            ]);
            compared++;
          }
          for (const child of node.children) visit(child, real.states[child.key] as typeof machine.root);
        };
        visit(chart.root, machine.root);
      }
      expect(compared).toBeGreaterThan(charts.length / 4);
    });
  },
);
