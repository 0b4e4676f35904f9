import type { Page } from "playwright";
import { timesAt, type BenchLine } from "../line.ts";
import { writeGame } from "../readability/games.ts";
import { longModule } from "../support/longModule.ts";
import { median } from "../support/stats.ts";

const STATES = [500, 2_000, 5_000];
const ROUNDS = 3;
const UNNAMED = { en: {}, ja: {}, "zh-Hant": {} };

/** A flat machine, phases of 24 steps, with all of it unfolded: how long that takes, and for how long the page answers nobody meanwhile. */
export const unfoldAll: BenchLine = {
  about: "500, 2,000 and 5,000 flat states, all unfolded: until they stand, and the longest task of the page",
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
          { what: `all of ${states} states unfolded`, value: of("whole"), unit: "ms", limit: 15_000 },
          { what: `longest task meanwhile, ${states} states`, value: of("longest"), unit: "ms", limit: 100 },
        );
      }
      return measures;
    }),
};

const gameOf = (states: number) => `flat-${states}`;

interface Unfolded {
  /** Milliseconds until the whole picture stands. */
  readonly whole: number;
  /** Of the tasks over 50 ms the longest, in milliseconds; 0 for none. */
  readonly longest: number;
}

async function unfolded(page: Page, url: string): Promise<Unfolded> {
  await page.goto(url);
  const button = page.getByRole("toolbar").getByRole("button", { name: "Unfold all", exact: true });
  await button.waitFor({ timeout: 60_000 });
  // Monaco and the checks come after the first picture.
  await page.waitForTimeout(8_000);
  return page.evaluate(
    () =>
      new Promise<{ whole: number; longest: number }>((done) => {
        let longest = 0;
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
        }).observe({ type: "longtask" });
        const buttons = () => [...document.querySelectorAll<HTMLElement>("[role=toolbar] button")];
        const named = (text: string) => buttons().find((one) => one.textContent === text);
        const begun = performance.now();
        const look = () => {
          if (!named("Fold all")) return void setTimeout(look, 50);
          const whole = performance.now() - begun;
          // what the new picture brings is drawn, and told of, a moment later
          setTimeout(() => done({ whole, longest }), 500);
        };
        named("Unfold all")?.click();
        look();
      }),
  );
}
