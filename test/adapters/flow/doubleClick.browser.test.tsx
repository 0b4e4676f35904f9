import { act } from "react";
import { page, userEvent } from "vitest/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openGame, shippedGames } from "#test/adapters/flow/games.ts";
import type { CanvasDriver } from "#test/adapters/flow/canvasDriver.tsx";
import { pathOf } from "#core/chart/places.ts";

/** Where a double click meets lines that are drawn only while one looks at what they belong to. */
beforeAll(async () => {
  await page.viewport(1400, 900);
  (globalThis as Record<string, unknown>)["IS_REACT_ACT_ENVIRONMENT"] = true;
});
afterAll(() => page.viewport(414, 896));

const OPENED = { width: 842, height: 852 };
const phasesOf = (canvas: CanvasDriver) =>
  canvas.states().filter((id) => id !== "" && canvas.state(id).querySelector("[class*=mapTitle]"));

/** Points of the title line of a phase that a line lies on. */
function takenPoints(
  canvas: CanvasDriver,
  id: string,
  lines: "on demand" | "any",
): { x: number; y: number }[] {
  const head = canvas.state(id).querySelector("[class*=mapTitle]")?.getBoundingClientRect();
  if (!head) return [];
  const points = Array.from({ length: 40 }, (_, i) => ({
    x: head.left + ((i + 0.5) / 40) * head.width,
    y: head.top,
  })).flatMap(({ x, y }) => [1, head.height / 2, head.height - 1].map((down) => ({ x, y: y + down })));
  return points.filter(({ x, y }) => {
    const top = document.elementFromPoint(x, y);
    if (lines === "on demand" && top?.closest("[data-line]")) return false;
    return canvas.element.contains(top) && top?.closest(".react-flow__edges, [data-label-of]");
  });
}

test.each(shippedGames)(
  "in %s no line that is drawn on demand lies on the title of a phase for the pointer",
  async (game) => {
    const canvas = await openGame(game, "en", OPENED);
    const taken: string[] = [];
    for (const id of phasesOf(canvas)) {
      await canvas.give({ selection: { kind: "state", path: pathOf(id) } });
      if (takenPoints(canvas, id, "on demand").length > 0) taken.push(id);
    }
    expect(taken).toEqual([]);
  },
  60_000,
);

test("a double click enters a phase where a line at rest reaches over its title", async () => {
  const canvas = await openGame("flesh-and-blood", "en", OPENED);
  const id = "game.turn.endPhase";
  const [at] = takenPoints(canvas, id, "any");
  const over = at && document.elementFromPoint(at.x, at.y);
  expect(over).toBeTruthy();

  const pressed = { bubbles: true, clientX: at?.x ?? 0, clientY: at?.y ?? 0 };
  await act(async () => void over?.dispatchEvent(new MouseEvent("dblclick", pressed)));
  await canvas.settle(300);

  expect(canvas.states()).not.toContain("game");
  expect(canvas.states()).toContain(`${id}.allies`);
}, 60_000);

test("a double click on the title of a phase enters it and marks no text, while its lines are lit", async () => {
  const canvas = await openGame("chrono-card", "en", OPENED);
  await canvas.give({ selection: { kind: "state", path: ["turn", "phaseChange"] } });
  const title = canvas.state("turn.phaseChange").querySelector<HTMLElement>("[class*=mapTitle]");
  const { width = 0 } = title?.getBoundingClientRect() ?? {};

  await act(() => userEvent.dblClick(title as Element, { position: { x: width / 2, y: 1 }, force: true }));
  await canvas.settle(300);

  expect(canvas.states()).not.toContain("turn");
  expect(String(window.getSelection())).toBe("");
  const others = canvas.element.querySelector(".react-flow__attribution");
  expect(others && getComputedStyle(others).userSelect).toBe("none");
}, 60_000);
