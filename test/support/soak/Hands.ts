import type { Page } from "playwright";
import type { UiLanguage } from "#app/i18n.ts";
import type { Draws } from "#test/support/dice.ts";
import { wordsOf } from "#test/support/words.ts";

/** Where a click goes, in pixels of the window. */
interface Spot {
  readonly x: number;
  readonly y: number;
}

/** How long a person waits after a gesture, in milliseconds. */
const PAUSE = 120;

/** Runs in the page: the middle of the nth visible element that fits, where nothing lies over it. */
function spotOf([selector, roll, words]: readonly [string, number, readonly string[] | null]): Spot | null {
  const inSight = (element: Element): Spot | null => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
    if (right - left < 2 || bottom - top < 2 || x <= 0 || y <= 0 || x >= innerWidth || y >= innerHeight)
      return null;
    const over = document.elementFromPoint(x, y);
    return over !== null && (element.contains(over) || over.contains(element)) ? { x, y } : null;
  };
  const spots = [...document.querySelectorAll(selector)].flatMap((element) => {
    if ((element as HTMLButtonElement).disabled) return [];
    const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
    if (words && !words.includes(name)) return [];
    return inSight(element) ?? [];
  });
  return spots[Math.floor(roll * spots.length)] ?? null;
}

/**
 * A person's hands on a page: keys, and the mouse by places. It never holds an element of the page, as a driver by elements does, so that
 * what is alive afterwards is the page's own doing.
 */
export class Hands {
  readonly page: Page;
  readonly #draws: Draws;

  constructor(page: Page, draws: Draws) {
    this.page = page;
    this.#draws = draws;
  }

  /** The words of a key in the language that the page speaks now. */
  async say(key: string, facts: Record<string, unknown> = {}): Promise<string> {
    const language = await this.page.evaluate(() => document.documentElement.lang);
    return String(wordsOf(language as UiLanguage)(key, facts));
  }

  pause(ms = PAUSE): Promise<void> {
    return this.page.waitForTimeout(ms);
  }

  async key(keys: string): Promise<void> {
    await this.page.keyboard.press(keys);
    await this.pause();
  }
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    await this.pause();
  }

  /** One of the visible elements that fit, by chance; undefined where there is none. */
  async spot(selector: string, words?: readonly string[]): Promise<Spot | undefined> {
    const roll = this.#draws.int(0, 9_999) / 10_000;
    return (await this.page.evaluate(spotOf, [selector, roll, words ?? null] as const)) ?? undefined;
  }

  /** Clicks one of those; answers whether there was any. */
  async click(
    selector: string,
    { words, ...how }: { words?: readonly string[]; button?: "right"; clickCount?: number } = {},
  ): Promise<boolean> {
    const spot = await this.spot(selector, words);
    if (!spot) return false;
    await this.page.mouse.move(spot.x, spot.y);
    await this.page.mouse.click(spot.x, spot.y, how);
    await this.pause();
    return true;
  }
  /** Clicks the button that has these words. */
  async press(key: string, facts: Record<string, unknown> = {}): Promise<boolean> {
    return this.click("button", { words: [await this.say(key, facts)] });
  }

  async drag(from: Spot, by: Spot): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x + by.x / 3, from.y + by.y / 3, { steps: 3 });
    await mouse.move(from.x + by.x, from.y + by.y, { steps: 6 });
    await mouse.up();
    await this.pause();
  }
}
