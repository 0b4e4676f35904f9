import { act } from "react";
import { page } from "vitest/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Selection } from "#adapters/flow/canvasProps.ts";
import { MAX_STATES_FIRST } from "#adapters/flow/foldAll.ts";
import { loadLateViews } from "#adapters/flow/useLateViews.ts";
import { readModule } from "#core/read/readModule.ts";
import { bigChart } from "#test/charts/bigChart.ts";
import { CanvasDriver } from "#test/adapters/flow/canvasDriver.tsx";

/** A picture of many states is drawn beside what a person does. */
beforeAll(async () => {
  await page.viewport(1400, 850);
  (globalThis as Record<string, unknown>)["IS_REACT_ACT_ENVIRONMENT"] = true;
  await loadLateViews();
});
afterAll(() => page.viewport(414, 896));

const [PHASES, STEPS] = [60, 24];
const states = Array.from({ length: PHASES }, (_, p) => {
  const steps = Array.from(
    { length: STEPS },
    (_, s) => `s${s}: { on: { NEXT: "s${(s + 1) % STEPS}", SKIP: "#flat.p${(p * 7 + 3) % PHASES}" } }`,
  );
  return `p${p}: { initial: "s0", on: { CONCEDE: "p${(p + 1) % PHASES}" }, states: { ${steps.join()} } }`;
});
const [chart] = readModule(`import { createMachine } from "xstate";
  export const machine = createMachine({ id: "flat", initial: "p0", states: { ${states.join()} } });`).charts;
if (!chart) throw new Error("The machine cannot be read");

const open = async (of = chart) => {
  const selected: (Selection | undefined)[] = [];
  const canvas = await CanvasDriver.open(
    { chart: of, onSelect: (what) => void selected.push(what) },
    { width: 1350, height: 800 },
  );
  const button = (name: string) =>
    [...canvas.element.querySelectorAll("button")].find((one) => one.textContent?.startsWith(name));
  const press = (name: string) => act(async () => button(name)?.click());
  const stood = () => canvas.states().map((id) => [id, canvas.state(id).style.transform]);
  const isDrawing = () => canvas.element.querySelector("progress") !== null;
  const drawn = async () => {
    for (let i = 0; i < 200 && isDrawing(); i++) await canvas.settle(200);
    expect(isDrawing()).toBe(false);
  };
  await drawn();
  return { canvas, selected, button, press, stood, isDrawing, drawn };
};

type Opened = Awaited<ReturnType<typeof open>>;

test("while all is unfolded the picture before it stays, and answers", async () => {
  const { canvas, selected, press, stood, isDrawing, drawn } = await open();
  const before = stood();
  await press("Unfold all");
  expect(isDrawing()).toBe(true);
  expect(canvas.element.querySelector("[role=status]")?.textContent).toContain(String(PHASES * (STEPS + 1)));

  const [first = ""] = canvas.states().filter((id) => id !== "");
  const { x, y } = canvas.state(first).getBoundingClientRect();
  const click = new MouseEvent("click", { bubbles: true, clientX: x + 8, clientY: y + 6 });
  await act(async () => void canvas.state(first).dispatchEvent(click));
  expect(selected.at(-1)).toEqual({ kind: "state", path: first.split(".") });
  expect(stood()).toEqual(before);

  await drawn();
  await canvas.settle(100);
  expect(canvas.states().filter((id) => id.includes("."))).not.toEqual([]);
}, 90_000);

test.each([
  ["the button", ({ press }: Opened) => press("Stop")],
  ["Escape", ({ canvas }: Opened) => canvas.key("Escape")],
])(
  "%s stops it, and the picture stays as it is then: as it was, or with those in sight unfolded",
  async (_, stop) => {
    const opened = await open();
    const { canvas, button, press, stood, isDrawing } = opened;
    const [before, inSight] = [stood(), new Set(canvas.states())];
    await press("Unfold all");
    expect(isDrawing()).toBe(true);
    await stop(opened);

    expect(isDrawing()).toBe(false);
    const then = stood();
    await canvas.settle(2500);
    expect(stood()).toEqual(then);
    const unfolded = new Set(canvas.states().flatMap((id) => (id.includes(".") ? id.split(".")[0]! : [])));
    if (unfolded.size === 0) expect(then).toEqual(before);
    expect([...unfolded].filter((id) => !inSight.has(id))).toEqual([]);
    expect(unfolded.size * STEPS).toBeLessThanOrEqual(MAX_STATES_FIRST);
    expect(button("Unfold all")).toBeDefined();
  },
  60_000,
);

test("what was unfolded is folded again", async () => {
  const { canvas, press, stood, drawn } = await open();
  const before = stood();
  await press("Unfold all");
  await drawn();
  await canvas.settle(100);
  await press("Fold all");
  await canvas.settle(200);

  expect(stood()).toEqual(before);
}, 90_000);

test("where all that was in sight has moved away, it is looked at from where the game starts", async () => {
  const [nested] = readModule(bigChart(5_000).text).charts;
  const { canvas, press, drawn } = await open(nested);
  await press("Unfold all");
  await drawn();
  await canvas.settle(300);

  // what is out of sight is not in the page
  expect(canvas.states().filter((id) => id.split(".").length === 3)).not.toEqual([]);
}, 90_000);
