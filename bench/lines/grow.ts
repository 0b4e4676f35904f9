import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import type { BenchLine } from "../line.ts";
import { longModule, statesOf } from "../support/longModule.ts";
import { growthExponent, interleaved } from "../support/stats.ts";

const LINES = [200, 2_000, 20_000];

/** How reading and a rename grow with the file: the exponent of what 200, 2,000 and 20,000 lines cost. */
export const grow: BenchLine = {
  about: "a module of 200, 2,000 and 20,000 lines read, a state renamed and the result read again",
  async run() {
    const modules = LINES.map((lines) => longModule(statesOf(lines)));
    const whole = interleaved(
      modules.map((text) => () => {
        const reading = readModule(text);
        const after = renamed(text, reading);
        if (!readModule(after, { previous: { text, reading } }).parsed) throw new Error("Not read again");
      }),
    );
    const readings = modules.map((text) => readModule(text));
    const commands = interleaved(
      modules.map((text, i) => () => void renamed(text, readings[i] as ReturnType<typeof readModule>)),
    );
    const reads = interleaved(modules.map((text) => () => void readModule(text)));
    const measure = (what: string, costs: readonly number[], limit?: number) => ({
      what,
      value: growthExponent(costs.map((cost, i) => ({ size: modules[i]?.split("\n").length ?? 0, cost }))),
      unit: "",
      ...(limit === undefined ? {} : { limit }),
      note: `${costs.map((cost) => cost.toPrecision(3)).join(", ")} ms`,
    });
    return [
      measure("growth exponent of read, rename, read again", whole, 1.1),
      measure("growth exponent of read", reads, 1.1),
      measure("growth exponent of rename", commands, 1.1),
    ];
  },
};

function renamed(text: string, { charts }: ReturnType<typeof readModule>): string {
  const [chart] = charts;
  const change =
    chart && runCommand("state.rename", text, chart, { state: ["phase0", "step3"], to: "renamed" });
  if (!change || "refused" in change) throw new Error("The rename is refused");
  return applyEdits(text, change.edits);
}
