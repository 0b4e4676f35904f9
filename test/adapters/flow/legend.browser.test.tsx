import { page } from "vitest/browser";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type Level, LEVELS } from "#core/layout/level.ts";
import type { CanvasDriver } from "#test/adapters/flow/canvasDriver.tsx";
import { openGame, shippedGames } from "#test/adapters/flow/games.ts";
import { controlWords } from "#test/adapters/flow/words.ts";

/** The legend has every sign that stands in the picture: what these are is taken from the page itself. */
beforeAll(async () => {
  await page.viewport(1400, 900);
  (globalThis as Record<string, unknown>)["IS_REACT_ACT_ENVIRONMENT"] = true;
});
afterAll(async () => {
  localStorage.removeItem("turnwright.legend");
  await page.viewport(414, 896);
});

const SIZE = { width: 1350, height: 852 };

/** Looks that have a meaning, as they are written on the parts of the picture. */
const LOOKS = [
  "[data-fork]",
  "[data-apart]",
  "[data-called]",
  "[data-via]",
  "[data-loop]",
  '[data-slot="after"]',
  '[data-slot="onDone"]',
  '[data-slot="invoke.onError"]',
];
/** Characters that are no words: `∧`, `▸`, `⚙`. Those of numbers and prose are none of ours. */
const SYMBOL = /[\p{Sm}\p{So}\p{Sk}▸▾◂]/gu;
const SUM = / \+ |\+= /g;
const PROSE = /[=<>~|^`×≥≤≠−]/;

/** What stands for something in a part of the page. */
function signsIn(part: Element, not: string): Set<string> {
  const found = new Set<string>();
  const all = (selector: string) => [...part.querySelectorAll(selector)].filter((one) => !one.closest(not));
  for (const one of all("svg[viewBox='0 0 12 12'] path")) found.add(`icon ${one.getAttribute("d")}`);
  for (const one of all("[class*=dot][data-kind]"))
    found.add(`dot ${(one as HTMLElement).dataset["kind"]} ${one.textContent}`);
  for (const one of LOOKS) if (all(one).length > 0) found.add(one);
  for (const one of all("[class*=letter]")) if (one.textContent !== "") found.add("a letter");
  const words = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode())
    if (!node.parentElement?.closest(not))
      for (const [char] of (node.textContent ?? "").replaceAll(SUM, "").matchAll(SYMBOL))
        if (!PROSE.test(char)) found.add(`character ${char}`);
  return found;
}

/** The buttons that fold tell what they do themselves. */
const NOT_SIGNS = "[data-aside], [class*=fold], [class*=breadcrumb], button";

async function legendOf(canvas: CanvasDriver): Promise<Element> {
  if (!canvas.element.querySelector("[data-legend]")) await canvas.press(controlWords.legend);
  return vi.waitFor(
    () => {
      const legend = canvas.element.querySelector("[data-legend]");
      if (!legend) throw new Error("There is no legend");
      return legend;
    },
    { timeout: 5_000 },
  );
}

const cases = [...shippedGames, "gallery" as const].flatMap((game) =>
  LEVELS.map((level): [typeof game, Level] => [game, level]),
);

test.each(cases)(
  "%s at %s: every sign in the picture is in the legend",
  async (game, level) => {
    localStorage.removeItem("turnwright.legend");
    const canvas = await openGame(game, "en", SIZE, { look: { level, pinned: level, folded: new Set() } });

    const legend = await legendOf(canvas);
    const told = signsIn(legend, ".nothing");
    const drawn = signsIn(canvas.element.querySelector(".react-flow__viewport") as Element, NOT_SIGNS);

    expect([...drawn].filter((sign) => !told.has(sign))).toEqual([]);
    expect(legend.querySelectorAll("li").length).toBeGreaterThan(2);
  },
  60_000,
);

test("the legend is there on the page of a phase", async () => {
  localStorage.removeItem("turnwright.legend");
  const canvas = await openGame("chrono-card", "en", SIZE);
  await canvas.doubleClick("turn.phaseChange");
  expect(canvas.states()).not.toContain("turn");

  const legend = await legendOf(canvas);

  expect(legend.querySelector('[data-sign="port"]')).not.toBeNull();
}, 60_000);

test.each(["light", "dark"] as const)(
  "signs have the same colours in the legend as in the picture, and what ends another sign, in the %s",
  async (theme) => {
    localStorage.removeItem("turnwright.legend");
    document.documentElement.dataset["theme"] = theme;
    onTestFinished(() => document.documentElement.removeAttribute("data-theme"));
    const canvas = await openGame("vf-card", "en", SIZE);
    const legend = await legendOf(canvas);
    const drawn = [...canvas.element.querySelectorAll(".react-flow__viewport [data-mark] path")];
    const shown = [...legend.querySelectorAll("[data-mark] path")];
    const inkOf = (path: Element | undefined) => path && getComputedStyle(path).fill;
    const kinds = new Map(drawn.map((path) => [path.getAttribute("d"), inkOf(path)]));

    expect(kinds.size).toBeGreaterThan(4);
    for (const [d, ink] of kinds) expect(inkOf(shown.find((one) => one.getAttribute("d") === d))).toBe(ink);
    const mayEnd = legend.querySelector('[data-sign="ends"] [data-mark]');
    expect(mayEnd).not.toBeNull();
    expect(legend.querySelector('[data-sign="final"] [class*=dot]')).not.toBeNull();
    expect(mayEnd?.querySelector("path")?.getAttribute("d")).not.toMatch(/a5 5/);
  },
  60_000,
);

test("what goes on after a call, the main loop and what is lit are lines of different looks", async () => {
  localStorage.removeItem("turnwright.legend");
  const canvas = await openGame("flesh-and-blood", "en", SIZE);
  const legend = await legendOf(canvas);
  const lookOf = (sign: string) => {
    const line = legend.querySelector(`[data-sign="${sign}"] path`) as SVGPathElement;
    const { strokeDasharray, strokeWidth } = getComputedStyle(line);
    const ground = getComputedStyle(line.ownerSVGElement as SVGElement).backgroundColor;
    return [strokeDasharray, strokeWidth, ground].join(" ");
  };
  const passing = canvas.element.querySelector(
    "g[data-via]:not([data-loop]) [class*=line]",
  ) as SVGPathElement;

  expect(new Set(["via", "loop", "lit"].map(lookOf)).size).toBe(3);
  expect(getComputedStyle(passing).strokeDasharray).toContain("3.4");
}, 60_000);

test("the stroke between words of several ways on one line is told", async () => {
  localStorage.removeItem("turnwright.legend");
  const canvas = await openGame("flesh-and-blood", "en", SIZE);
  const legend = await legendOf(canvas);
  const words = [...canvas.element.querySelectorAll("[data-words]")].map((one) => one.textContent ?? "");

  expect(words.some((text) => /\/( |$)|(^| )\//.test(text))).toBe(true);
  expect(legend.querySelector('[data-sign="either"]')).not.toBeNull();
}, 60_000);
