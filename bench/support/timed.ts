import type { Page } from "playwright";

/** From an event on the page to the moment at which its document says so. */
export interface Span {
  /** Type of the event that starts the clock, as the browser stamped it. */
  readonly from: "keydown" | "pointerup";
  /** An element in which the text is looked for; no-break spaces count as spaces. */
  readonly within: string;
  readonly text: string;
  /** The clock stops when the text is gone instead of when it comes. */
  readonly gone?: boolean;
}

const GIVEN_UP_AFTER = 20_000;

/**
 * Does something and gives the milliseconds from its event until the document says so. Counted inside the page: what the
 * driver of the browser needs is no part of it.
 * @throws Error when it never does
 */
export async function timed(page: Page, span: Span, act: () => Promise<void>): Promise<number> {
  await page.evaluate(
    ({ from, within, text, gone = false, limit }) => {
      const reached = () =>
        [...document.querySelectorAll(within)].some((e) =>
          (e.textContent ?? "").replaceAll("\u00a0", " ").includes(text),
        ) !== gone;
      if (reached()) throw new Error(`${text} is ${gone ? "not there" : "there already"}`);
      (window as unknown as { timing: Promise<number> }).timing = new Promise((done, fail) => {
        let started: number | undefined;
        window.addEventListener(from, (event) => (started = event.timeStamp), { capture: true, once: true });
        const watch = new MutationObserver(() => {
          if (started === undefined || !reached()) return;
          end();
          done(performance.now() - started);
        });
        const timer = setTimeout(() => {
          end();
          fail(new Error(`${text} did not ${gone ? "leave" : "come into"} ${within}`));
        }, limit);
        const end = () => {
          clearTimeout(timer);
          watch.disconnect();
        };
        watch.observe(document.body, { childList: true, subtree: true, characterData: true });
      });
      // A failure is told when it is asked for.
      (window as unknown as { timing: Promise<number> }).timing.catch(() => undefined);
    },
    { ...span, limit: GIVEN_UP_AFTER },
  );
  await act();
  return page.evaluate(() => (window as unknown as { timing: Promise<number> }).timing);
}
