import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { test as base } from "vitest";
import { openBrowser, type WatchedBrowser } from "#test/support/openBrowser.ts";
import { home, startStudio, type ServedStudio } from "#test/support/startStudio.ts";
import { StudioDriver, type OpenOptions } from "#test/support/StudioDriver.ts";

interface Fixtures {
  /** One Chromium for the tests of a file. */
  readonly watched: WatchedBrowser;
  /** A studio of its own for each test, over a fresh copy of the games. */
  readonly studio: ServedStudio;
  /** Opens a window of a person who was never here; closed when the test ends. */
  readonly visit: (options?: OpenOptions) => Promise<StudioDriver>;
}

const pictures = join(home, "test-results");

/** A test with a studio, a browser, and what both leave behind cleaned up. */
export const test = base.extend<Fixtures>({
  watched: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of what a fixture needs from this pattern
    async ({}, give) => {
      const watched = await openBrowser();
      await give(watched);
      await watched.close();
    },
    { scope: "file" },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  studio: async ({}, give) => {
    const studio = await startStudio();
    await give(studio);
    await studio.close();
  },
  visit: async ({ watched, studio, task }, give) => {
    const open: StudioDriver[] = [];
    await mkdir(pictures, { recursive: true });
    await give(async (options = {}) => {
      const driver = await StudioDriver.start(watched.browser, studio.door, { pictures, ...options });
      open.push(driver);
      return driver;
    });
    for (const [i, driver] of open.entries()) {
      // What the window showed says more of a failure than its stack.
      if ((task.result?.errors?.length ?? 0) > 0) {
        const name = `failed-${task.name.replaceAll(/[^a-z0-9]+/gi, "-").slice(0, 60)}-${i}`;
        // a crashed window shows nothing
        await driver.picture(name).catch(() => undefined);
        if (driver.complaints.length > 0) console.error(driver.complaints.join("\n"));
      }
      await driver.close();
    }
  },
});
