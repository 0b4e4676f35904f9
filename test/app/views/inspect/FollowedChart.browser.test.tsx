import "@fontsource-variable/inter/index.css";
import "#app/kit/tokens.css";
import "#app/kit/app.css";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { page } from "vitest/browser";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { FollowedChart } from "#app/views/inspect/FollowedChart.tsx";
import { ids } from "#test/adapters/flow/canvasDriver.tsx";
import { gameProps } from "#test/adapters/flow/games.ts";
import { controlWords } from "#test/adapters/flow/words.ts";

beforeAll(async () => {
  await page.viewport(1400, 900);
  (globalThis as Record<string, unknown>)["IS_REACT_ACT_ENVIRONMENT"] = true;
});
afterAll(() => page.viewport(414, 896));

type Props = Parameters<typeof FollowedChart>[0];
const game = gameProps("haikyu-break", "en");
/** As the app gives it, before the library is there: its own chart, with ids. */
const told: Partial<Props> = { ...gameProps("flesh-and-blood", "en"), names: ids };

async function open(first: Partial<Props>, size = { width: 1020, height: 600 }) {
  const element = document.createElement("div");
  element.style.cssText = `position:fixed;inset:0 auto auto 0;width:${size.width}px;height:${size.height}px`;
  document.body.append(element);
  const root = createRoot(element);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    element.remove();
  });
  let props: Props = { ...game, words: controlWords, readOnly: true, active: undefined, ...first };
  const settle = (ms = 400) => act(async () => new Promise((done) => setTimeout(done, ms)));
  const give = async (more: Partial<Props>) => {
    props = { ...props, ...more };
    await act(async () => root.render(<FollowedChart {...props} />));
    await settle();
  };
  await give({});
  await document.fonts.ready;
  await settle();
  const nodes = () => [...element.querySelectorAll<HTMLElement>(".react-flow__node-state")];
  return {
    element,
    give,
    settle,
    states: () => nodes().map(({ dataset }) => dataset["id"]),
    /** Where one looks. */
    view: () => element.querySelector<HTMLElement>(".react-flow__viewport")?.style.transform,
    /** Whether the state lies in what is seen above the tool bar. */
    sees: (path: string) => {
      const box = element.querySelector(`.react-flow__node[data-id="/${path}"]`)?.getBoundingClientRect();
      const pane = element.getBoundingClientRect();
      return (
        box !== undefined &&
        box.left >= pane.left &&
        box.top >= pane.top &&
        box.right <= pane.right &&
        box.bottom <= pane.bottom - 44
      );
    },
  };
}

describe("until the person has moved the view", () => {
  test("another chart is shown as if it had been there from the start", async () => {
    const wanted = await open({});
    const [states, view] = [wanted.states(), wanted.view()];

    const canvas = await open(told);
    await canvas.give(game);

    expect(canvas.states()).toEqual(states);
    expect(canvas.view()).toBe(view);
  });

  test("another size of the pane is fitted, though something else was pressed meanwhile", async () => {
    const wanted = await open({}, { width: 1200, height: 760 });
    const [states, view] = [wanted.states(), wanted.view()];

    const canvas = await open({});
    document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    canvas.element.style.width = "1200px";
    canvas.element.style.height = "760px";
    await canvas.settle(800);

    expect(canvas.states()).toEqual(states);
    expect(canvas.view()).toBe(view);
  });

  test.each([1020, 640])(
    "the active state is in view after another chart came, at %i pixels",
    async (width) => {
      const canvas = await open({ ...told, active: "gameOver" }, { width, height: 420 });
      await canvas.give({ ...game, active: "gameOver" });
      await canvas.settle(500);

      expect(canvas.sees("gameOver")).toBe(true);
    },
  );
});

test("a view that the person moved stays when the pane becomes larger", async () => {
  const canvas = await open({});
  const pane = canvas.element.querySelector(".react-flow__pane");
  const at = { bubbles: true, clientX: 500, clientY: 300 };
  await act(async () => pane?.dispatchEvent(new WheelEvent("wheel", { ...at, deltaY: -240, ctrlKey: true })));
  await canvas.settle();
  const view = canvas.view();

  canvas.element.style.height = "760px";
  await canvas.settle(800);

  expect(canvas.view()).toBe(view);
});
