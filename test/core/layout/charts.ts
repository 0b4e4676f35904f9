import type { Chart } from "#core/chart/chart.ts";
import { type CanvasWords, namesFrom } from "#core/layout/names.ts";
import { readModule } from "#core/read/readModule.ts";
import { dice } from "#test/support/dice.ts";

export const words: CanvasWords = {
  always: "always",
  otherwise: "else",
  done: "done",
  failed: "failed",
  forbidden: "not here",
  inCode: "decided in code",
  after: "after {delay} ms",
  waitsFor: "waits for {who}",
  folded: "{count} states, folded",
  steps: "{count} steps",
  anyTime: "any time",
  stays: "{count} acts that stay",
  ways: "{count} ways",
  reenters: "enters again",
  calls: "calls {state} and comes back",
  backThere: "where it was called from",
  resumes: "back to where {state} was left",
  never: "never left",
  comesFrom: "from {state}",
  leadsTo: "to {state}",
  anyTimeIn: "any time in {state}",
  ends: "may end the game: {state}",
  called: "called from {count} steps",
  unknownTarget: "no such state",
  route: "route",
  asks: { turnPlayer: "the turn player" },
};
/** Ids as labels. */
export const ids = namesFrom(undefined, words);

/** A chart from the inside of a config object, such as `initial: 'a', states: { a: {} }`. */
export function chartOf(config: string): Chart {
  const { charts } = readModule(
    `import { createMachine } from "xstate";\nexport const machine = createMachine({ id: "m", ${config} });\n`,
  );
  const [chart] = charts;
  if (!chart) throw new Error(`No machine in: ${config}`);
  return chart;
}

/** A nested chart of about `size` states with transitions inside compounds and across them. */
export function randomChart(seed: number, size: number): Chart {
  const roll = dice(seed);
  const paths: string[] = [];
  const build = (path: string, depth: number, budget: number): string => {
    const count = Math.max(1, Math.min(6, Math.ceil(roll() * 5)));
    const each = Math.floor((budget - count) / count);
    const keys = Array.from({ length: count }, (_, i) => `s${i}`);
    const parallel = depth > 0 && roll() < 0.1;
    return `${parallel ? "type: 'parallel'" : `initial: 's0'`}, states: { ${keys
      .map((key) => {
        const own = path === "" ? key : `${path}.${key}`;
        paths.push(own);
        const inside = each > 1 && depth < 4 ? build(own, depth + 1, each) : "";
        return `${key}: { ON_${own.replaceAll(".", "_")} ${inside} }`;
      })
      .join(", ")} }`;
  };
  const skeleton = build("", 0, size);
  const config = skeleton.replace(/ON_(\S+) /g, (_, name: string) => {
    const own = name.replaceAll("_", ".");
    const parent = own.includes(".") ? own.slice(0, own.lastIndexOf(".")) : "";
    const siblings = paths.filter((p) => (p.includes(".") ? p.slice(0, p.lastIndexOf(".")) : "") === parent);
    const near = siblings[Math.floor(roll() * siblings.length)] as string;
    const far = paths[Math.floor(roll() * paths.length)] as string;
    return `on: { GO: '#m.${near}', ${roll() < 0.3 ? `JUMP: { target: '#m.${far}', guard: 'mayJump', actions: 'count' },` : ""} STAY: { actions: 'wait' } },`;
  });
  return chartOf(config);
}
