import { describe, expect, test } from "vitest";
import { equivalent, noRules } from "#test/machines/mutation/equivalent.ts";
import { mutantsOf, type Mutant } from "#test/machines/mutation/mutants.ts";
import { runMutants, type Verdict } from "#test/machines/mutation/runMutants.ts";
import { rulesetFiles } from "#test/machines/support/rulesetFiles.ts";
import { patience } from "#test/support/patience.ts";

const LONG = process.env["LONG"] !== undefined;
/** Every day a few mutants are judged, the same ones as long as the machine stays the same. */
const SAMPLE = 6;
const GAMES = ["haikyu-break", "chrono-card", "vf-card", "flesh-and-blood", "fate-ace-royal"];

const few = (all: readonly Mutant[]): Mutant[] =>
  Array.from({ length: SAMPLE }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / SAMPLE)]!);

const report = (id: string, verdicts: readonly Verdict[], survivors: readonly Verdict[]): string =>
  [
    `${id}: ${verdicts.length} mutants, ${verdicts.length - survivors.length} killed, ` +
      `${((100 * (verdicts.length - survivors.length)) / verdicts.length).toFixed(1)} %`,
    ...survivors.map(({ mutant }) => `  survives, line ${mutant.line}: ${mutant.id}`),
  ].join("\n");

describe(`faults planted in a game are found by its scenarios and invariants${LONG ? "" : ", a sample"}`, () => {
  test.each(GAMES)(
    "%s",
    async (id) => {
      const files = rulesetFiles(id);
      const known = equivalent[id] ?? {};
      const all = mutantsOf(files.source, noRules[id]);
      const told = all.filter((mutant) => !known[mutant.id]);

      const [sound] = await runMutants(id, [{ id: "no fault", line: 0, code: files.source }], files);
      expect(sound?.killer).toBeUndefined();
      const verdicts = await runMutants(id, LONG ? told : few(told), files, { threads: LONG ? 2 : 1 });

      const survivors = verdicts.filter(({ killer }) => !killer);
      console.info(report(id, verdicts, survivors));
      expect(verdicts.filter(({ killer }) => killer?.by === "loading")).toEqual([]);
      expect(survivors.length / verdicts.length).toBeLessThanOrEqual(LONG ? 0.05 : 1 / SAMPLE);
      expect(Object.keys(known).filter((one) => !all.some((mutant) => mutant.id === one))).toEqual([]);
    },
    patience(120_000),
  );
});
