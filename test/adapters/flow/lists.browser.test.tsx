import { act } from "react";
import { page, userEvent } from "vitest/browser";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openGame, shippedGames } from "#test/adapters/flow/games.ts";
import type { CanvasDriver } from "#test/adapters/flow/canvasDriver.tsx";

/** What the lists beside steps, lines and heads tell, and where they stand, on the maps of the five games. */
beforeAll(async () => {
  await page.viewport(1400, 900);
  (globalThis as Record<string, unknown>)["IS_REACT_ACT_ENVIRONMENT"] = true;
});
afterAll(() => page.viewport(414, 896));

/** The canvas of a window of 1600 x 960 as the studio opens. */
const OPENED = { width: 842, height: 852 };

const listIn = (canvas: CanvasDriver) => canvas.element.querySelector("[data-ways]");

/** The pointer rests on a first state that is told of: lists of others come sooner then. */
async function restOnFirst(canvas: CanvasDriver): Promise<void> {
  await canvas.hover(canvas.states().find((id) => canvas.state(id).querySelector("[data-waits]")));
  await vi.waitFor(() => expect(listIn(canvas)).not.toBeNull(), { timeout: 5_000 });
}

/** The list that comes up beside a state; undefined where nothing is told of it. */
async function listOf(canvas: CanvasDriver, id: string): Promise<Element | undefined> {
  await canvas.hover(id);
  await canvas.settle(130);
  return listIn(canvas) ?? undefined;
}

const middleIn = (inner: DOMRect, outer: DOMRect): boolean =>
  inner.left < outer.right - 1 &&
  outer.left + 1 < inner.right &&
  inner.top < outer.bottom - 1 &&
  outer.top + 1 < inner.bottom;

/** Names of states: of one that is small all of it. */
const headOf = (canvas: CanvasDriver, id: string): DOMRect =>
  (canvas.state(id).querySelector("[data-state-name]") ?? canvas.state(id)).getBoundingClientRect();

/** Points of the lines that are lit, as they are seen. */
function* litPoints(canvas: CanvasDriver): Iterable<{ x: number; y: number }> {
  for (const line of canvas.element.querySelectorAll<SVGPathElement>("g[data-near] path[class*=line]")) {
    const matrix = line.getScreenCTM();
    const length = line.getTotalLength();
    for (let at = 0; matrix && at <= length; at += 4) yield line.getPointAtLength(at).matrixTransform(matrix);
  }
}

/** What a list covers of what it is about. */
function coveredBy(canvas: CanvasDriver, list: Element, id: string): string[] {
  const box = list.getBoundingClientRect();
  const targets = [...canvas.element.querySelectorAll<SVGElement>("g[data-near]")].flatMap((one) =>
    one.dataset["from"] === id ? [one.dataset["to"] ?? ""] : [],
  );
  const heads = [id, ...new Set(targets)].filter((one) => middleIn(headOf(canvas, one), box));
  for (const { x, y } of litPoints(canvas))
    if (x > box.left && x < box.right && y > box.top && y < box.bottom) return [...heads, "a line"];
  return heads;
}

test.each(shippedGames)(
  "in %s no list covers its state, where that leads, or its lines",
  async (game) => {
    const canvas = await openGame(game, "en", OPENED);
    await restOnFirst(canvas);
    const told: string[] = [];
    const covering: string[] = [];
    for (const id of canvas.states()) {
      const list = await listOf(canvas, id);
      if (!list) continue;
      told.push(id);
      const covered = coveredBy(canvas, list, id);
      if (covered.length > 0) covering.push(`${id}: ${covered.join(", ")}`);
    }

    expect(told.length).toBeGreaterThan(10);
    // where the list is long and lines run everywhere there may be no free place
    expect(covering.filter((one) => !one.endsWith(": a line"))).toEqual([]);
    expect(covering.length).toBeLessThanOrEqual(1);
  },
  120_000,
);

test("the head of a phase that others call lists who calls it, also from within what is closed, and where play goes on", async () => {
  const canvas = await openGame("flesh-and-blood", "en", OPENED);
  expect(canvas.states()).not.toContain("game.turn.actionPhase.combat.layer");
  await canvas.hover("game.settle");
  await vi.waitFor(() => expect(listIn(canvas)).not.toBeNull(), { timeout: 5_000 });

  const rows = [...canvas.element.querySelectorAll("[data-ways] li")].map((one) => one.textContent ?? "");
  expect(rows[0]).toBe("called from 18 steps, and back");
  expect(rows).toHaveLength(19);
  expect(rows).toContain("end phase / b Arsenal→ c Pitch zones");
  expect(rows.filter((text) => text.startsWith("layer step") || text.includes("combat"))).not.toEqual([]);
}, 60_000);

test("a step that has the keyboard is told of as one under the pointer, until Escape", async () => {
  const canvas = await openGame("chrono-card", "en", OPENED, { onSelect: () => undefined });
  await act(async () => userEvent.keyboard("{Tab}"));
  await canvas.settle();
  const state = canvas.state("turn.mainPhase.open");
  await act(async () => state.focus({ focusVisible: true } as FocusOptions));
  await vi.waitFor(() => expect(listIn(canvas)?.textContent).toContain("open"), { timeout: 5_000 });

  await act(async () => userEvent.keyboard("{Escape}"));
  await canvas.settle(120);
  expect(listIn(canvas)).toBeNull();
}, 60_000);

test("a history state tells of which phase it keeps the place, and which that can be", async () => {
  const canvas = await openGame("chrono-card", "en", OPENED);
  await canvas.hover("turn.mainPhase.resume");
  await vi.waitFor(() => expect(listIn(canvas)).not.toBeNull(), { timeout: 5_000 });

  expect(listIn(canvas)?.textContent).toMatch(/back to where main phase was left.*→ open/);
}, 60_000);

/** The list beside a chip in a head whose words begin so. */
async function listOfChip(canvas: CanvasDriver, words: string): Promise<string> {
  const chip = [...canvas.element.querySelectorAll<HTMLElement>("[class*=headRow] [class*=inner]")].find(
    (one) => (one.textContent ?? "").startsWith(words),
  );
  if (!chip) throw new Error(`No chip says ${words}`);
  await act(async () => userEvent.hover(chip));
  await vi.waitFor(() => expect(listIn(canvas)).not.toBeNull(), { timeout: 5_000 });
  return listIn(canvas)?.textContent ?? "";
}

test("the list of a chip tells no less than the chip, and names what is done", async () => {
  const canvas = await openGame("flesh-and-blood", "en", OPENED);
  const text = await listOfChip(canvas, "attack");

  expect(text).toContain("→ ⟳ settle the stack → combat / layer step");
  expect(text).toMatch(/▸ \p{L}{2,}/u);
  expect(listIn(canvas)?.hasAttribute("data-brief")).toBe(false);
}, 60_000);

test("while a chip is pointed at, what it leads to is marked, and no line of its phase is lit", async () => {
  const canvas = await openGame("flesh-and-blood", "en", OPENED);
  await listOfChip(canvas, "concede");

  const marked = () => canvas.states().filter((id) => canvas.state(id).querySelector("[data-emphasis]"));
  await vi.waitFor(() => expect(marked()).toEqual(["game.turn.withoutOwner", "result.won", "result.drawn"]));
  expect(canvas.element.querySelectorAll("[data-near]")).toHaveLength(0);
}, 60_000);

test("under a pointer that rests a new picture opens no list before the pointer moves", async () => {
  const chipIn = (canvas: CanvasDriver) => {
    const chips = [...canvas.element.querySelectorAll<HTMLElement>("[class*=headRow] [class*=inner]")];
    return chips.find((one) => (one.textContent ?? "").startsWith("attack")) as HTMLElement;
  };
  const first = await openGame("flesh-and-blood", "en", OPENED);
  await listOfChip(first, "attack");

  const canvas = await openGame("flesh-and-blood", "en", OPENED);
  const chip = chipIn(canvas);
  await vi.waitFor(() => expect(chip.matches(":hover")).toBe(true), { timeout: 5_000 });
  await canvas.settle(400);
  expect(listIn(canvas)).toBeNull();

  await act(async () => userEvent.hover(chip, { position: { x: 3, y: 3 } }));
  await vi.waitFor(() => expect(listIn(canvas)).not.toBeNull(), { timeout: 5_000 });
}, 60_000);

test("a list stands off the handles that add states", async () => {
  const canvas = await openGame("flesh-and-blood", "en", OPENED, { onAddNext: () => undefined });
  await canvas.hover("game");
  await listOfChip(canvas, "concede");
  const handles = [...canvas.element.querySelectorAll("[data-way-handle]")];
  const card = listIn(canvas)?.getBoundingClientRect() as DOMRect;

  expect(handles.length).toBeGreaterThan(0);
  expect(handles.filter((one) => middleIn(one.getBoundingClientRect(), card))).toEqual([]);
}, 60_000);

test("what is done on entering a step is told by name beside it", async () => {
  const canvas = await openGame("fate-ace-royal", "en", OPENED);
  await restOnFirst(canvas);
  const list = await listOf(canvas, "play.turn.battle.engagement");

  expect(list?.textContent).toMatch(/engagement step.*▸ \p{L}{2,}.*pass/u);
}, 60_000);

test.each(["en", "ja", "zh-Hant"] as const)(
  "the way back names the page and what is around it whole, in %s",
  async (locale) => {
    const canvas = await openGame("fate-ace-royal", locale, OPENED);
    await canvas.doubleClick("setup");
    const names = [...canvas.element.querySelectorAll<HTMLElement>("nav button")];

    expect(names).toHaveLength(2);
    expect(names.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([]);
    expect(names.at(-1)?.getAttribute("aria-current")).toBe("true");
  },
  60_000,
);

test("a phase that opens nearer than the map says so, until a level is chosen", async () => {
  const canvas = await openGame("vf-card", "en", OPENED);
  await canvas.doubleClick("turn.phases.end");
  const said = () => canvas.element.querySelector("nav small")?.textContent;

  expect(canvas.pressed()).toContain("Full");
  expect(said()).toBe("at Full, since all of it fits");
  await canvas.press("Flow");
  expect(said()).toBeUndefined();
}, 60_000);
