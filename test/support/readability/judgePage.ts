import type { Page } from "playwright";
import { build } from "vite";
import type { Judge } from "#test/support/readability/inPage.ts";
import type { Asked, Readability } from "#test/support/readability/measureReadability.ts";

type JudgedWindow = { readabilityJudge: Judge };

let script: Promise<string> | undefined;

/** The measure as one script, built once. */
function judgeScript(): Promise<string> {
  script ??= (async () => {
    const built = await build({
      configFile: false,
      logLevel: "error",
      publicDir: false,
      build: {
        write: false,
        minify: false,
        target: "es2023",
        lib: { entry: "test/support/readability/inPage.ts", formats: ["iife"], name: "judge" },
      },
    });
    const [first] = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
    if (first?.type !== "chunk") throw new Error("No script was built");
    return first.code;
  })();
  return script;
}

/** Lets the pages that a context opens be judged. Run by the browser, not by the page: no policy of the page stops it. */
export async function judged(page: Page): Promise<void> {
  await page.context().addInitScript(await judgeScript());
}

/** Size of what is seen of the canvas, in pixels. @throws Error while there is none */
export async function canvasSize(page: Page): Promise<{ width: number; height: number }> {
  const size = await page.evaluate(() => (globalThis as unknown as JudgedWindow).readabilityJudge.size());
  if (!size) throw new Error("There is no canvas");
  return size;
}

/** Waits until something is drawn and nothing of it has moved for a while. @returns false when that does not come about */
export async function atRest(page: Page, { still = 400, patience = 60_000 } = {}): Promise<boolean> {
  const until = Date.now() + patience;
  let [last, since]: [string | undefined, number] = [undefined, Date.now()];
  while (Date.now() < until) {
    const now = await page.evaluate(() => (globalThis as unknown as JudgedWindow).readabilityJudge.print());
    if (now === undefined || now !== last) [last, since] = [now, Date.now()];
    else if (Date.now() - since >= still) return true;
    await page.waitForTimeout(80);
  }
  return false;
}

/** Judges what the page shows now. */
export const readabilityOf = (page: Page, asked: Asked): Promise<Readability> =>
  page.evaluate((told) => (globalThis as unknown as JudgedWindow).readabilityJudge.measure(told), asked);
