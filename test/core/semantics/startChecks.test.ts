import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Behaviors } from "#core/semantics/behavior.ts";
import { firstValuesOf, outputsOf, startNeedsOf } from "#core/semantics/elementBehaviors.ts";
import { readModule } from "#core/read/readModule.ts";
import { clauseLinks } from "#core/ruleset/links.ts";

function needsAt(text: string, clause: string): readonly string[] {
  const { charts, consts = [] } = readModule(text);
  const [chart] = charts;
  if (!chart) throw new Error("no machine");
  const carriers = clauseLinks(chart).carriers.get(clause) ?? [];
  return startNeedsOf(chart, carriers, new Behaviors(chart, consts)).map(
    ({ given, needs }) => `${given.join(" ∧ ")} ⇒ ${needs.join(" ∧ ")}`,
  );
}

describe("what a machine needs to begin", () => {
  test("the limits of the players stand at the clause that says them", () => {
    const fate = readFileSync("machines/fate-ace-royal.machine.ts", "utf8");
    const [seats, ...more] = needsAt(fate, "FA-PREP-1");

    expect(seats).toMatch(/^seats ≠ none ⇒ .*\|seats\| ≥ 2 ∧ \|seats\| ≤ 7 ∧ /);
    expect(more.length).toBeGreaterThan(2);
    expect(needsAt(fate.replace("MAX_PLAYERS = 7", "MAX_PLAYERS = 8"), "FA-PREP-1")[0]).toContain(
      "|seats| ≤ 8",
    );
    expect(needsAt(fate, "FA-SET-1")).toEqual([]);
  });

  test("conditions around it and those that go on before are given; what is not readable is code", () => {
    const text = `import { createMachine } from "xstate";
    const LEAST = 2;
    const checked = (input) => {
      const { seats, mode } = input;
      const ok = seats.length > LEAST && new Set(seats).size === seats.length && !seats.includes("x");
      if (mode === "free") return input;
      if (seats !== undefined) {
        if (!ok) { throw new Error("seats"); }
      } else if (mode < 1 || mode > 3) throw new Error("mode");
      for (const one of seats) if (typeof one !== "string") throw new Error("names");
      return input;
    };
    export const m = createMachine({ context: ({ input }) => checked(input), initial: "a",
      states: { a: { meta: { clauses: ["1"] }, initial: "b", states: { b: {} } } } });`;

    expect(needsAt(text, "1")).toEqual([
      "mode ≠ “free” ∧ seats ≠ none ⇒ |seats| > 2 ∧ ⟦new Set(seats).size === seats.length⟧ ∧ “x” ∉ seats",
      "mode ≠ “free” ∧ seats = none ⇒ ¬(mode < 1) ∧ ¬(mode > 3)",
      'mode ≠ “free” ∧ ⟦for (const one of seats)⟧ ⇒ ⟦!(typeof one !== "string")⟧',
    ]);
  });
});

describe("what stands behind a name or at the end", () => {
  test("lists that first values name are opened, with how many there are and their names", () => {
    const { charts, consts = [] } = readModule(readFileSync("machines/fate-ace-royal.machine.ts", "utf8"));
    const [chart] = charts;
    if (!chart) throw new Error("no machine");
    const behaviors = new Behaviors(chart, consts);
    const carriers = clauseLinks(chart).carriers.get("FA-PREP-1") ?? [];
    const opened = behaviors.definitions(firstValuesOf(chart, carriers, behaviors));
    const spirits = opened.find(({ name }) => name === "SPIRITS");

    expect(spirits?.names).toHaveLength(17);
    expect(spirits?.names?.[0]).toBe("Sasaki Kojiro");
    expect(opened.find(({ name }) => name === "CLASSES")?.names).toContain("Berserker");
  });

  test("what the game reports stands where it ends", () => {
    const { charts, consts = [] } = readModule(readFileSync("machines/haikyu-break.machine.ts", "utf8"));
    const [chart] = charts;
    if (!chart) throw new Error("no machine");
    const behaviors = new Behaviors(chart, consts);
    const carriers = clauseLinks(chart).carriers.get("HV-VI.3") ?? [];
    const [output, ...more] = carriers.flatMap((one) => outputsOf(chart, one, behaviors));

    expect(output?.lines.some((line) => line.startsWith("winner := "))).toBe(true);
    expect(output?.lines.some((line) => line.startsWith("loser := "))).toBe(true);
    expect(more).toEqual([]);
  });
});
