import { act } from "react";
import { page } from "vitest/browser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Viewport } from "#adapters/flow/canvasProps.ts";
import { readModule } from "#core/read/readModule.ts";
import { CanvasDriver } from "#test/adapters/flow/canvasDriver.tsx";
import { gallery } from "#test/charts/gallery.ts";

/** Bars and panels beside the canvas come when they are loaded: until a person does something, the chart is fitted to what is left. */
beforeAll(async () => {
  await page.viewport(1400, 850);
  (globalThis as Record<string, unknown>)["IS_REACT_ACT_ENVIRONMENT"] = true;
});
afterAll(() => page.viewport(414, 896));

const chart = readModule(gallery).charts[0];
if (!chart) throw new Error("The gallery cannot be read");

const open = async () => {
  const seen: (Viewport | undefined)[] = [];
  const onView = (at: Viewport | undefined) => void seen.push(at);
  const canvas = await CanvasDriver.open({ chart, onView }, { width: 1350, height: 800 });
  const low = () => Math.max(...canvas.states().map((id) => canvas.state(id).getBoundingClientRect().bottom));
  return { canvas, seen, low };
};

describe("a canvas that becomes lower long after it was opened", () => {
  test("shows the whole chart above its tool bar while nobody has done anything", async () => {
    const { canvas, seen, low } = await open();
    await canvas.settle(900);

    canvas.element.style.height = "640px";
    await canvas.settle(300);

    expect(low()).toBeLessThanOrEqual(640 - 49);
    expect(seen.filter((at) => at !== undefined)).toEqual([]);
  });

  test("leaves the chart where it is once the person has done something", async () => {
    const { canvas, low } = await open();
    const before = low();
    window.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));

    canvas.element.style.height = "640px";
    await canvas.settle(300);

    expect(Math.abs(low() - before)).toBeLessThan(1);
  });
});

test("where the person went is told, and no more once the chart is fitted again", async () => {
  const { canvas, seen } = await open();

  await act(async () => canvas.handle?.reveal(["turn", "battle", "attack", "strike"]));
  await act(async () => canvas.handle?.fit());
  await canvas.settle(500);

  expect(seen.at(-1)).toBeUndefined();
  expect(seen.length).toBeGreaterThan(0);
});
