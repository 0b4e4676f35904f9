import { act } from "react";
import { page } from "vitest/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChartCanvasProps, Look } from "#adapters/flow/canvasProps.ts";
import { loadLateViews } from "#adapters/flow/useLateViews.ts";
import { readModule } from "#core/read/readModule.ts";
import { CanvasDriver } from "#test/adapters/flow/canvasDriver.tsx";
import { controlWords } from "#test/adapters/flow/words.ts";

/** What has thousands of states opens beside what a person does. */
beforeAll(async () => {
  await page.viewport(1400, 850);
  (globalThis as Record<string, unknown>)["IS_REACT_ACT_ENVIRONMENT"] = true;
  await loadLateViews();
});
afterAll(() => page.viewport(414, 896));

const STEPS = 24;
/** Phases of 24 steps. @param p what their names begin with: what was solved for others of the same names is kept */
function flat(states: number, p: string) {
  const phases = Math.round(states / (STEPS + 1));
  const body = Array.from({ length: phases }, (_, i) => {
    const steps = Array.from(
      { length: STEPS },
      (__, s) => `s${s}: { on: { NEXT: "s${(s + 1) % STEPS}", SKIP: "#flat.${p}${(i * 7 + 3) % phases}" } }`,
    );
    return `${p}${i}: { initial: "s0", on: { CONCEDE: "${p}${(i + 1) % phases}" }, states: { ${steps.join()} } }`;
  });
  const [chart] = readModule(`import { createMachine } from "xstate";
    export const machine = createMachine({ id: "flat", initial: "${p}0", states: { ${body.join()} } });`).charts;
  if (!chart) throw new Error("The machine cannot be read");
  return chart;
}
/** So many that they are still being opened when a test looks, however fast the machine is and whatever it drew before. */
const MANY = 15_000;
const open = async (p: string, props: Partial<ChartCanvasProps> = {}, states = 5_000) => {
  const canvas = await CanvasDriver.open({ chart: flat(states, p), ...props }, { width: 1350, height: 800 });
  const isDrawing = () => canvas.element.querySelector("progress") !== null;
  const opened = async () => {
    for (let i = 0; i < 300 && isDrawing(); i++) await canvas.settle(200);
    expect(isDrawing()).toBe(false);
    await canvas.settle(100);
  };
  return { canvas, isDrawing, opened };
};

test("while 5,000 states open the page answers, and then all that has room is seen whole", async () => {
  const { canvas, isDrawing, opened } = await open("a");
  expect(isDrawing()).toBe(true);
  expect(canvas.states()).toEqual([]);
  expect(canvas.element.querySelector("[role=status]")?.textContent).toContain("5000");

  // whoever asks for a turn of the page gets it again and again before the picture is there
  let turns = 0;
  while (isDrawing() && turns < 20) {
    await act(async () => new Promise((done) => setTimeout(done)));
    turns++;
  }
  expect(turns).toBe(20);

  await opened();
  const places = canvas.states().map((id) => canvas.state(id).getBoundingClientRect());
  expect(places.length).toBeGreaterThan(1);
  expect(places.some(({ x, y }) => x >= 0 && y >= 0 && x < 1350 && y < 800)).toBe(true);
}, 90_000);

test.each([
  ["the button", (canvas: CanvasDriver) => canvas.press("Stop Esc")],
  ["Escape", (canvas: CanvasDriver) => canvas.key("Escape")],
])(
  "%s stops an opening, and it is begun again where it is wanted",
  async (name, stop) => {
    const { canvas, isDrawing, opened } = await open(name.slice(-1), {}, MANY);
    expect(isDrawing()).toBe(true);
    await stop(canvas);
    expect(isDrawing()).toBe(false);
    await canvas.settle(1500);
    expect(canvas.states()).toEqual([]);

    await canvas.press("Draw them");
    await opened();
    expect(canvas.states().length).toBeGreaterThan(1);
  },
  90_000,
);

test("another level is drawn beside the picture that is there, and so is a look that was kept", async () => {
  const looks: Look[] = [];
  const { canvas, isDrawing, opened } = await open("e", { onLook: (look) => void looks.push(look) });
  await opened();
  const before = canvas.states();
  await act(async () => canvas.handle?.level("flow"));
  expect(isDrawing()).toBe(true);
  expect(canvas.states()).toEqual(before);
  expect(looks).toEqual([]);
  await opened();
  expect(looks.map(({ level, pinned }) => [level, pinned])).toEqual([["flow", "flow"]]);
  const stood = canvas.states().map((id) => [id, canvas.state(id).style.transform]);

  await act(async () => canvas.handle?.overview());
  const overview = () => canvas.element.querySelector(`svg[aria-label="${controlWords.overview}"] rect`);
  for (let i = 0; i < 100 && !overview(); i++) await canvas.settle(100);
  expect(overview()).not.toBeNull();

  const again = await open("e", looks[0] ? { look: looks[0] } : {});
  await again.opened();
  expect(again.canvas.states().map((id) => [id, again.canvas.state(id).style.transform])).toEqual(stood);
}, 90_000);

test("a newer machine ends the opening of the one before", async () => {
  const { canvas, isDrawing, opened } = await open("d", {}, MANY);
  expect(isDrawing()).toBe(true);
  await canvas.give({ chart: flat(1_000, "d") });
  await opened();

  expect(canvas.states().some((id) => id.startsWith("d150"))).toBe(false);
  expect(canvas.states().length).toBeGreaterThan(1);
}, 90_000);
