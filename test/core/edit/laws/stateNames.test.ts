import { expect, test } from "vitest";
import { runCommand } from "#core/edit/commands.ts";
import type { Chart } from "#core/chart/chart.ts";
import { newFault } from "#core/project/dryRun.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { randomCommand } from "#test/core/edit/laws/chartArgs.ts";
import { random, type Random } from "#test/core/edit/laws/random.ts";
import { twoMachineModule } from "#test/core/edit/laws/twoMachineModules.ts";
import { patience } from "#test/support/patience.ts";

const RUNS = process.env["LONG"] ? 10_000 : 150;

/** What every object of JavaScript has, for the states of the random modules. */
const OBJECT_NAMES: Readonly<Record<string, string>> = {
  p: "constructor",
  q: "toString",
  r: "valueOf",
  x: "hasOwnProperty",
  y: "isPrototypeOf",
};
const spelledOtherwise = (code: string) =>
  code.replaceAll(/\b[pqrxy]\b/g, (name) => OBJECT_NAMES[name] as string);
const spelledBack = (code: string) =>
  Object.entries(OBJECT_NAMES).reduce((text, [name, other]) => text.replaceAll(other, name), code);

/** With a target that is nowhere, or with a state asked for in code that is not read: both are compared by the paths of states. */
function withFault(text: string, r: Random): string {
  const target = r.chance(0.3) ? text.replace(/\b(GO|BACK|NEXT): "[pq]"/, '$1: "nowhere"') : text;
  return r.chance(0.5)
    ? target.replaceAll(`(stateIn as any)({ r: "x" })`, `stateIn(JSON.parse('{"r":"x"}'))`)
    : target;
}

/** What comes of a command, with the names that the states had at first. */
function outcomeOf(text: string, chart: Chart, id: string, args: unknown): string {
  const before = readModule(text);
  const change = runCommand(id, text, chart, args, (later) => readModule(later).charts);
  if ("refused" in change) return `refused: ${change.refused.code}`;
  const after = applyEdits(text, change.edits);
  return spelledBack(
    JSON.stringify([
      change.pathMap,
      change.warnings.map(({ code }) => code),
      newFault(before, readModule(after), change, chart)?.code,
      after,
    ]),
  );
}

test(
  "a command does the same where states are called as what every object has",
  () => {
    let applied = 0;
    for (let at = 1, tried = 0; tried < RUNS; at++) {
      const seed = Number(process.env["SEED"] ?? 1) * 700_001 + at;
      const r = random(seed);
      const text = withFault(twoMachineModule(r).text, r);
      const other = spelledOtherwise(text);
      // A parameter `x` of a helper is called otherwise, too; a constructor is not.
      if (spelledBack(text) !== text) continue;
      const [charts, its] = [readModule(text).charts, readModule(other).charts];
      expect(its.length, other).toBe(charts.length);
      const ordinal = r.below(charts.length);
      const [chart, same] = [charts[ordinal], its[ordinal]];
      if (!chart?.configAt || !same) continue;
      tried++;
      const { id, args } = randomCommand(r, text, chart);
      const argsOfOther: unknown = JSON.parse(JSON.stringify(args), (_, part: unknown) =>
        typeof part === "string" ? spelledOtherwise(part) : part,
      );

      const outcome = outcomeOf(text, chart, id, args);

      if (!outcome.startsWith("refused")) applied++;
      expect(
        outcomeOf(other, same, id, argsOfOther),
        `seed ${seed}: ${id} ${JSON.stringify(args)}\n${other}`,
      ).toBe(outcome);
    }
    expect(applied).toBeGreaterThan(RUNS / 2);
  },
  patience(120_000),
);
