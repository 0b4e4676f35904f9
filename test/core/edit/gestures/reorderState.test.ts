import { expect, test } from "vitest";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { buildMachine } from "#test/core/edit/laws/buildMachine.ts";
import { random } from "#test/core/edit/laws/random.ts";
import { patience } from "#test/support/patience.ts";

const RUNS = process.env["LONG"] ? 10_000 : 600;

const keysOf = (text: string): string[] => Object.keys(buildMachine(text).root.states);

test(
  "the states come to stand in the order that was meant, or the command is refused",
  () => {
    let [applied, refused] = [0, 0];
    for (let seed = 1; seed <= RUNS; seed++) {
      const r = random(Number(process.env["SEED"] ?? 1) * 700_001 + seed);
      const keys = ["a", "10", "b", "2", "01", "c", "4294967295"].filter(() => r.chance(0.6));
      if (keys.length < 2) continue;
      for (let i = keys.length; i > 1; i--) keys.push(...keys.splice(r.below(i), 1));
      const text = `import { createMachine } from "xstate";
export const machine = createMachine({ type: "parallel", states: { ${keys.map((key) => `"${key}": {}`).join(", ")} } });`;
      const [chart] = readModule(text).charts;
      if (!chart) expect.fail(text);
      const key = r.pick(keys);
      const before = r.chance(0.3) ? undefined : r.pick(keys.filter((other) => other !== key));
      const args = { state: [key], ...(before === undefined ? {} : { before }) };

      const change = runCommand("state.reorder", text, chart, args);

      const others = keysOf(text).filter((other) => other !== key);
      const wanted = others.toSpliced(before === undefined ? others.length : others.indexOf(before), 0, key);
      const canBe =
        Object.keys(Object.fromEntries(wanted.map((name) => [name, true]))).join() === wanted.join();
      const said = `${JSON.stringify(args)}\n${text}`;
      if ("refused" in change) {
        refused++;
        expect(change.refused, said).toMatchObject({ code: "integer-order", facts: { state: key } });
        expect(canBe, said).toBe(false);
        continue;
      }
      applied++;
      expect(keysOf(applyEdits(text, change.edits)), said).toEqual(wanted);
    }
    expect(applied).toBeGreaterThan(RUNS / 5);
    expect(refused).toBeGreaterThan(RUNS / 5);
  },
  patience(60_000),
);
