import type { Page } from "playwright";

/**
 * `@statelyai/inspect` sends in the idle time between two pictures of its page, and headless Chromium draws only the page in front, or
 * one of which a picture is taken.
 */
export async function drawn(app: Page, seen: () => Promise<void>): Promise<void> {
  const until = Date.now() + 20_000;
  for (;;) {
    await app.screenshot();
    try {
      return await seen();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}
