import { parse } from "@babel/parser";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import type { BenchLine } from "../line.ts";
import { longModule, statesOf } from "../support/longModule.ts";
import { growthExponent, interleaved } from "../support/stats.ts";

const LINES = [200, 2_000, 20_000];

type Reading = ReturnType<typeof readModule>;

/** How reading and a rename grow with the file: the exponent of what 200, 2,000 and 20,000 lines cost. */
export const grow: BenchLine = {
  about: "a module of 200, 2,000 and 20,000 lines read, a state renamed and the result read again",
  async run({ scale }) {
    const sizes = LINES.map((lines) => lines * Math.min(1, Math.max(scale, 0.1)));
    const modules = sizes.map((lines) => longModule(statesOf(lines)));
    const readings = modules.map((text) => readModule(text));
    const measure = (what: string, job: (text: string, reading: Reading) => void, limit?: number) => {
      const costs = perCall(modules, scale, (text, i) => job(text, readings[i] as Reading));
      const points = costs.map((cost, i) => ({ size: modules[i]?.split("\n").length ?? 0, cost }));
      return {
        what: `growth exponent of ${what}`,
        value: growthExponent(points),
        unit: "",
        ...(limit === undefined ? {} : { limit }),
        note: `${costs.map((cost) => cost.toPrecision(3)).join(", ")} ms`,
      };
    };
    return [
      measure("read, rename, read again", readRenameRead, 1.1),
      measure("read", (text) => void readModule(text), 1.1),
      measure("rename", (text, reading) => void renamed(text, reading), 1.1),
      measure(
        "@babel/parser alone",
        (text) => void parse(text, { sourceType: "module", plugins: ["typescript"] }),
      ),
    ];
  },
};

function readRenameRead(text: string): void {
  const reading = readModule(text);
  const after = renamed(text, reading);
  if (!readModule(after, { previous: { text, reading } }).parsed) throw new Error("Not read again");
}

function renamed(text: string, { charts }: Reading): string {
  const [chart] = charts;
  const change =
    chart && runCommand("state.rename", text, chart, { state: ["phase0", "step3"], to: "renamed" });
  if (!change || "refused" in change) throw new Error("The rename is refused");
  return applyEdits(text, change.edits);
}

/**
 * What the job costs for each of the texts. A small one is taken as often in a row as the largest is longer, since one call alone
 * is too short to tell; each time it ends otherwise, since trees of a text are remembered.
 */
function perCall(texts: readonly string[], scale: number, job: (text: string, i: number) => void): number[] {
  const times = LINES.map((lines) => Math.ceil((Math.max(...LINES) / lines) * Math.min(1, scale)));
  let count = 0;
  const rounds = texts.map((text, i) => () => {
    for (let call = 0; call < (times[i] ?? 1); call++) job(`${text}// ${++count}\n`, i);
  });
  return interleaved(rounds, scale).map((cost, i) => cost / (times[i] ?? 1));
}
