import fc from "fast-check";
import { expect, test } from "vitest";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { differenceDiagnostic, stopDiagnostic } from "#core/run/scenario/scenarioDiagnostics.ts";
import { MAX_SAME_FINDINGS, problemEntries, findingOf } from "#app/panels/problems/problemEntries.ts";

const problem = fc.record({
  code: fc.constantFrom("state-unreachable", "target-not-found", "dead-end"),
  severity: fc.constantFrom("error", "warning"),
  file: fc.constant("machine"),
  facts: fc.record({ state: fc.string() }),
}) as unknown as fc.Arbitrary<Diagnostic>;

test("every problem is a row or stands in one, and no finding has more than two rows until it is unfolded", () => {
  fc.assert(
    fc.property(fc.array(problem, { maxLength: 30 }), (problems) => {
      const rows = problemEntries(problems, new Set());

      const told = rows.flatMap(({ problem: one, all }) => all ?? [one]);
      expect(new Set(told)).toEqual(new Set(problems));
      expect(told).toHaveLength(problems.length);
      for (const { problem: one } of rows) {
        const same = rows.filter((row) => findingOf(row.problem) === findingOf(one));
        expect(same.length).toBeLessThanOrEqual(MAX_SAME_FINDINGS);
      }
    }),
  );
});

test("an unfolded finding has its problems below it", () => {
  fc.assert(
    fc.property(fc.array(problem, { maxLength: 30 }), (problems) => {
      const rows = problemEntries(problems, new Set(problems.map(findingOf)));
      for (const [i, { all }] of rows.entries())
        if (all) expect(rows.slice(i + 1, i + 1 + all.length).map((row) => row.problem)).toEqual(all);
    }),
  );
});

test("scenarios that differ in the same way at one place are one row, others and what was stopped are not", () => {
  const differs = (file: string, state: string, got = "no") =>
    differenceDiagnostic(
      { file, title: file, step: 1 },
      { what: "states", expected: "yes", got },
      { state },
      undefined,
    );
  const name = (file: string) => ({ file, title: file, step: 1 });
  const problems = [
    ...["a", "b", "c"].map((file) => differs(file, "turn.draw")),
    differs("d", "turn.end"),
    differs("e", "turn.draw", "perhaps"),
    ...["f", "g", "h"].map((file) => stopDiagnostic(name(file), "too long")),
  ];
  const rows = problemEntries(problems, new Set());

  expect(rows.map(({ problem: one, all }) => [one.facts["file"], all?.length ?? 1])).toEqual([
    ["a", 3],
    ["d", 1],
    ["e", 1],
    ["f", 1],
    ["g", 1],
    ["h", 1],
  ]);
});
