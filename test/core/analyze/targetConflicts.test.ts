import fc from "fast-check";
import { expect, test } from "vitest";
import { checkTargets } from "#core/analyze/checkTargets.ts";
import { mainChart } from "#core/chart/machineKey.ts";
import { isUnder } from "#core/chart/targetText.ts";
import { readModule } from "#core/read/readModule.ts";
import { areTogether } from "#core/semantics/together.ts";

interface Tree {
  readonly parallel: boolean;
  readonly children: readonly Tree[];
}
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.record({
    parallel: fc.boolean(),
    children: fc.oneof(
      { maxDepth: 3 },
      fc.constant([]),
      fc.array(tie("tree"), { minLength: 1, maxLength: 3 }),
    ),
  }),
}));

const code = ({ parallel, children }: Tree): string =>
  children.length === 0
    ? "{}"
    : `{ ${parallel ? `type: "parallel"` : `initial: "s0"`}, states: { ${children.map((child, i) => `s${i}: ${code(child)}`).join(", ")} } }`;
const pathsIn = ({ children }: Tree): string[][] =>
  children.flatMap((child, i) => [[`s${i}`], ...pathsIn(child).map((path) => [`s${i}`, ...path])]);

test("targets are at odds exactly when two of them are, neither in the other nor in regions beside it", () => {
  fc.assert(
    fc.property(tree, fc.array(fc.nat(), { minLength: 2, maxLength: 5 }), (root, picks) => {
      const all = pathsIn(root);
      if (all.length === 0) return;
      const targets = picks.map((pick) => all[pick % all.length] ?? []);
      const text = `import { createMachine } from "xstate";
export const m = createMachine({ id: "m", on: { GO: { target: [${targets.map((path) => `"#m.${path.join(".")}"`).join(", ")}] } }, ${code(root).slice(1)});`;
      const chart = mainChart(readModule(text).charts);
      if (!chart) throw new Error("no chart");

      const found = checkTargets(chart).filter(({ code }) => code === "targets-conflict");

      const pairs = targets.flatMap((a, i) => targets.slice(i + 1).map((b) => [a, b] as const));
      const isOdd = pairs.some(([a, b]) => !isUnder(a, b) && !isUnder(b, a) && !areTogether(chart, a, b));
      expect(found.length, text).toBe(isOdd ? 1 : 0);
    }),
    { numRuns: process.env["LONG"] ? 10_000 : 500 },
  );
});
