import type { Page } from "playwright";
import { timesAt, type BenchLine } from "../line.ts";
import { writeGame } from "../readability/games.ts";
import { longModule } from "../support/longModule.ts";
import { median } from "../support/stats.ts";

const STATES = [500, 2_000, 5_000];
const ROUNDS = 3;
const UNNAMED = { en: {}, ja: {}, "zh-Hant": {} };

/**
 * A flat machine, phases of 24 steps, that opens and has all of it unfolded then: how long that takes, and for how long the page answers
 * nobody meanwhile.
 */
export const unfoldAll: BenchLine = {
  about:
    "500, 2,000 and 5,000 flat states, opened and all unfolded: until they stand, and the longest task of the page",
  run: async ({ withStudio, scale }) =>
    withStudio(async ({ studio, page: newPage }) => {
      const sizes = scale < 1 ? STATES.slice(0, 1) : STATES;
      for (const states of sizes) await writeGame(studio.root, gameOf(states), longModule(states), UNNAMED);
      const measures = [];
      for (const states of sizes) {
        const rounds: Unfolded[] = [];
        for (let i = 0; i < timesAt(scale, ROUNDS); i++) {
          const page = await newPage({ viewport: { width: 1350, height: 800 }, reducedMotion: "reduce" });
          rounds.push(await unfolded(page, studio.at(`/${gameOf(states)}/design`)));
          await page.context().close();
        }
        const of = (what: keyof Unfolded) => median(rounds.map((round) => round[what]));
        measures.push(
          { what: `${states} states opened`, value: of("opened"), unit: "ms" },
          {
            what: `longest task from the canvas to its picture, ${states} states`,
            value: of("longestOpening"),
            unit: "ms",
            limit: 100,
          },
          {
            what: `first of ${states} states unfolded on the canvas`,
            value: of("first"),
            unit: "ms",
            limit: 1_000,
          },
          { what: `all of ${states} states unfolded`, value: of("whole"), unit: "ms", limit: 15_000 },
          { what: `longest task meanwhile, ${states} states`, value: of("longest"), unit: "ms", limit: 100 },
        );
      }
      return measures;
    }),
};

const gameOf = (states: number) => `flat-${states}`;

interface Opened {
  /** Milliseconds from the first canvas until there is a picture on it. */
  readonly opened: number;
  /** Of the tasks over 50 ms in between the longest, in milliseconds; 0 for none. */
  readonly longestOpening: number;
}

interface Unfolded extends Opened {
  /** Milliseconds until a state that was closed away is on the canvas. */
  readonly first: number;
  /** Milliseconds until the whole picture stands. */
  readonly whole: number;
  /** Of the tasks over 50 ms the longest, in milliseconds; 0 for none. */
  readonly longest: number;
}

async function unfolded(page: Page, url: string): Promise<Unfolded> {
  await page.addInitScript(watchOpening);
  await page.goto(url);
  const button = page.getByRole("toolbar").getByRole("button", { name: "Unfold all", exact: true });
  await button.waitFor({ timeout: 60_000 });
  // Monaco and the checks come after the first picture.
  await page.waitForTimeout(8_000);
  const opening = await page.evaluate(() => Reflect.get(globalThis, "opening") as Opened);
  const unfolding = await page.evaluate(
    () =>
      new Promise<{ first: number; whole: number; longest: number }>((done) => {
        let longest = 0;
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
        }).observe({ type: "longtask" });
        const buttons = () => [...document.querySelectorAll<HTMLElement>("[role=toolbar] button")];
        const named = (text: string) => buttons().find((one) => one.textContent === text);
        const begun = performance.now();
        let first: number | undefined;
        const look = () => {
          // Steps stand in phases: their ids have a dot.
          if (document.querySelector('.react-flow__node-state[data-id*="."]'))
            first ??= performance.now() - begun;
          if (!named("Fold all")) return void setTimeout(look, 50);
          const whole = performance.now() - begun;
          // what the new picture brings is drawn, and told of, a moment later
          setTimeout(() => done({ first: first ?? whole, whole, longest }), 500);
        };
        named("Unfold all")?.click();
        look();
      }),
  );
  return { ...opening, ...unfolding };
}

/** In the page: keeps how it opened as `opening`. */
function watchOpening(): void {
  const tasks: { start: number; duration: number }[] = [];
  new PerformanceObserver((list) => {
    for (const { startTime: start, duration } of list.getEntries()) tasks.push({ start, duration });
  }).observe({ type: "longtask", buffered: true });
  let begun: number | undefined;
  const look = () => {
    if (document.querySelector("[data-canvas]")) begun ??= performance.now();
    if (begun === undefined || !document.querySelector(".react-flow__node-state"))
      return void requestAnimationFrame(look);
    const [from, to] = [begun, performance.now()];
    // a task is told of once it is over
    setTimeout(() => {
      const between = tasks.filter(({ start, duration }) => start + duration > from && start < to);
      const longestOpening = Math.max(0, ...between.map(({ duration }) => duration));
      Object.assign(globalThis, { opening: { opened: to - from, longestOpening } });
    }, 1_000);
  };
  requestAnimationFrame(look);
}
