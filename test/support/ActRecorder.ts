import type { Locator, Page } from "playwright";

/** One act of a person: what it is, what it is done to, and what had the keys afterwards. */
export interface Act {
  readonly kind: "click" | "drag" | "key" | "text";
  readonly what: string;
  readonly focus: string;
}

/** How long a person waits after an act, in milliseconds. */
const PAUSE = 100;
/** How long the keys may be nowhere while a part of the page is loaded, in milliseconds. */
const PATIENCE = 3_000;

/**
 * Hands that count. An act is a click, a drag, a commanding key, or one text that is typed and confirmed: the key that confirms it is part
 * of it. After each act the element that has the keys is noted, as `body` where none has them.
 */
export class ActRecorder {
  readonly acts: Act[] = [];
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Commanding keys that were pressed, those that confirm a text included. */
  get keys(): number {
    return this.acts.filter(({ kind }) => kind === "key" || kind === "text").length;
  }

  async click(target: Locator, how: Parameters<Locator["click"]>[0] & { name?: string } = {}): Promise<void> {
    const { name, ...options } = how;
    await target.click(options);
    await this.note("click", name ?? (await nameOf(target)));
  }

  /** A press, a way and a release, in pixels of the window. */
  async drag(what: string, from: Spot, to: Spot): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x + Math.sign(to.x - from.x) * 20, from.y + 10, { steps: 4 });
    await mouse.move(to.x, to.y, { steps: 10 });
    await mouse.up();
    await this.note("drag", what);
  }

  /** A commanding key, as often as a number says: each is an act. */
  async key(key: string, times = 1): Promise<void> {
    for (let i = 0; i < times; i++) {
      await this.page.keyboard.press(key);
      await this.note("key", key);
    }
  }

  /** Types in the place of what the field has, and confirms with a key once what the text brings is there. */
  async text(text: string, confirm = "Enter", brought?: () => Promise<unknown>): Promise<void> {
    await this.page.keyboard.press("Control+a");
    await this.page.keyboard.type(text);
    await brought?.();
    await this.page.keyboard.press(confirm);
    await this.note("text", `${text} ${confirm}`);
  }

  /** The acts as lines. */
  print(): string {
    return this.acts
      .map(({ kind, what, focus }, i) => `${String(i + 1).padStart(3)} ${kind.padEnd(5)} ${what}  [${focus}]`)
      .join("\n");
  }

  /** What comes after an act may need to be loaded, and a state that was deleted gives the keys on with the next picture. */
  async note(kind: Act["kind"], what: string): Promise<void> {
    let focus = "body";
    for (let waited = 0; waited < PATIENCE && focus === "body"; waited += PAUSE) {
      await this.page.waitForTimeout(PAUSE);
      focus = await this.focus();
    }
    this.acts.push({ kind, what, focus });
  }

  /** What has the keys, in words. */
  focus(): Promise<string> {
    return this.page.evaluate(() => {
      const at = document.activeElement;
      if (!at || at === document.body || !at.isConnected) return "body";
      const name = at.getAttribute("aria-label") ?? at.textContent?.trim().slice(0, 30) ?? "";
      return `${at.tagName.toLowerCase()} ${name}`;
    });
  }
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

const nameOf = (target: Locator): Promise<string> =>
  target
    .evaluate(
      (element) =>
        element.getAttribute("aria-label") ??
        element.getAttribute("data-id") ??
        element.textContent?.trim().slice(0, 40) ??
        "",
      undefined,
      { timeout: 500 },
    )
    .catch(() => "(gone)");
