import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright";
import { chromiumFlags, findChromium } from "../findChromium.ts";
import type { BuiltStudio } from "./buildStudio.ts";
import { serveStudio, type ServedStudio } from "./serveStudio.ts";

export interface OpenStudio {
  readonly studio: ServedStudio;
  readonly browser: Browser;
  /** A page in a profile of its own that has nothing stored; it is not at the studio yet. */
  page(options?: BrowserContextOptions): Promise<Page>;
}

/** Serves a built studio over fresh games, opens a Chromium, and ends both afterwards. */
export async function withStudio<T>(built: BuiltStudio, job: (open: OpenStudio) => Promise<T>): Promise<T> {
  const studio = await serveStudio(built.bin);
  try {
    const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
    try {
      const page = async (options: BrowserContextOptions = {}) =>
        (
          await browser.newContext({ viewport: { width: 1600, height: 960 }, locale: "en-GB", ...options })
        ).newPage();
      return await job({ studio, browser, page });
    } finally {
      await browser.close();
    }
  } finally {
    await studio.close();
  }
}
