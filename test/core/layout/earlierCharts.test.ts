import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import type { Chart, StateNode } from "#core/chart/chart.ts";
import { runCommand } from "#core/edit/commands.ts";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { drawPicture, PAGE, type Picture } from "#core/layout/picture.ts";
import { Solutions } from "#core/layout/place/solutions.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";
import { chartNames } from "#core/project/chartNames.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { draws } from "#test/support/dice.ts";
import en from "#locales/en.json";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Edits that are made one after the other. */
const EDITS = 40;
const PICTURES_PER_GENERATION = 2;
/** Each edit is drawn once: solutions of the last four pictures are kept, and those hold charts of some edits before. */
const MAX_CHARTS_ALIVE = 8;

test("however often a chart is edited and drawn, the charts of earlier readings are let go", async () => {
  const roll = draws(21);
  const text = phases(3, 4);
  let before = { text, reading: readModule(text) };
  const chartNow = (): Chart => {
    const [chart] = before.reading.charts;
    if (!chart) throw new Error("The chart is not read");
    return chart;
  };
  const names = chartNames(chartNow().setup, undefined, { ...en.canvas.in, asks: en.asks });
  const solutions = new Solutions(PICTURES_PER_GENERATION);
  const draw = (like?: Picture["orders"]) =>
    drawPicture(sceneOf(chartNow(), names, { level: "flow" }), NO_ARRANGEMENT, PAGE, { solutions, like });
  const { orders } = draw();
  const alive: WeakRef<StateNode>[] = [];

  for (let i = 0; i < EDITS; i++) {
    const state = leafOf(chartNow().root, roll.pick);
    const change = runCommand("state.rename", before.text, chartNow(), { state, to: `renamed${i}` });
    if (!change || "refused" in change) throw new Error("The rename is refused");
    const next = applyEdits(before.text, change.edits);
    before = { text: next, reading: readModule(next, { previous: before }) };
    alive.push(new WeakRef(chartNow().root));
    draw(orders);
    // What was just referred to weakly lasts until the turn is over.
    await new Promise((done) => setTimeout(done));
  }
  collectGarbage();

  expect(alive.filter((chart) => chart.deref() !== undefined).length).toBeLessThan(MAX_CHARTS_ALIVE);
});

/** A machine of phases that follow each other, each of steps that follow each other. */
function phases(count: number, steps: number): string {
  const list = (length: number, each: (i: number) => string) =>
    Array.from({ length }, (_, i) => each(i)).join(", ");
  const stepsOf = (phase: number) =>
    list(
      steps,
      (i) => `s${i}: { on: { NEXT: "${i + 1 < steps ? `s${i + 1}` : `#m.p${(phase + 1) % count}`}" } }`,
    );
  const all = list(count, (i) => `p${i}: { initial: "s0", states: { ${stepsOf(i)} } }`);
  return `import { createMachine } from "xstate";
export const m = createMachine({ id: "m", initial: "p0", states: { ${all} } });
`;
}

/** A way down to a state without states inside. */
function leafOf(root: StateNode, pick: <T>(list: readonly T[]) => T): string[] {
  const path: string[] = [];
  for (let node = root; node.children.length > 0;) {
    node = pick(node.children);
    path.push(node.key);
  }
  return path;
}
