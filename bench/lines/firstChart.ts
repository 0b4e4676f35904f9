import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright";
import { timesAt, type BenchLine } from "../line.ts";
import { inChunk } from "../support/inChunk.ts";
import { scriptLog } from "../support/scriptLog.ts";
import { median } from "../support/stats.ts";
import { table } from "../support/table.ts";

const limit = 320;
const OPENINGS = 5;
const kib = (bytes: number): number => bytes / 1024;

/** How much JavaScript the first chart needs, and when its states are on the screen. */
export const firstChart: BenchLine = {
  about: "JavaScript (gzip) of page and workers until the states of the first chart are painted",
  run: async ({ say, built: build, withStudio, scale }) => {
    const built = await build();
    const openings = timesAt(scale, OPENINGS);
    return withStudio(async ({ studio, page }) => {
      const times: number[] = [];
      let first: Awaited<ReturnType<typeof openOnce>> | undefined;
      for (let i = 0; i < openings; i++) {
        const opened = await page();
        const found = await openOnce(opened, studio.at("/haikyu-break/design"));
        first ??= found;
        times.push(found.painted);
        await opened.context().close();
      }
      const { until, begun }: { until: readonly string[]; begun: readonly string[] } = first ?? {
        until: [],
        begun: [],
      };
      const sizes = async (urls: readonly string[]) =>
        Promise.all(
          urls.map(async (url) => {
            const file = new URL(url).pathname.slice(1);
            return { file, bytes: gzipSync(await readFile(join(built.dir, file))).length };
          }),
        );
      const counted = (await sizes(until)).sort((a, b) => b.bytes - a.bytes);
      if (counted.length === 0) throw new Error("No script came before the first chart");
      const later = await sizes(begun.filter((url) => !until.includes(url)));
      const row = ({ file, bytes }: { file: string; bytes: number }, mark: string) => [
        kib(bytes).toFixed(1),
        file.replace("assets/", ""),
        mark || inChunk(built.chunks.get(file) ?? []),
      ];
      say(
        table([
          ["KiB", "CHUNK", "WHAT IS IN IT"],
          ...counted.map((one) => row(one, "")),
          ...later.map((one) => row(one, "asked for before, came after: not counted")),
        ]),
      );
      const sum = (list: readonly { bytes: number }[]) =>
        kib(list.reduce((all, { bytes }) => all + bytes, 0));
      return [
        { what: "JavaScript until the first chart", value: sum(counted), unit: "KiB gzip", limit },
        { what: "asked for by then, still on its way", value: sum(later), unit: "KiB gzip" },
        {
          what: "time until it is painted",
          value: median(times),
          unit: "ms",
          note: `median of ${openings} openings`,
        },
      ];
    });
  },
};

/** Opens the studio with an empty cache. `painted`: milliseconds from navigation until all states in sight are on the screen. */
async function openOnce(page: Page, url: string) {
  await page.addInitScript(() => {
    const look = () => {
      const states = [...document.querySelectorAll<HTMLElement>(".react-flow__node")];
      const shown = states.filter((node) => {
        const { width, height } = node.getBoundingClientRect();
        return width > 0 && height > 0 && getComputedStyle(node).visibility === "visible";
      });
      // The frame after the one in which they stand is the first that shows them.
      if (states.length > 1 && shown.length === states.length)
        requestAnimationFrame(() => setTimeout(() => performance.mark("first-chart")));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const log = await scriptLog(page);
  await page.goto(url);
  const painted = await page.waitForFunction(() => performance.getEntriesByName("first-chart")[0]?.startTime);
  const at = await painted.jsonValue();
  const origin = await page.evaluate(() => performance.timeOrigin);
  // What comes later is looked at as well, to tell it from what was needed.
  await page.waitForTimeout(1500);
  const scripts = log.scripts();
  const moment = origin + (at ?? 0);
  return {
    painted: at ?? 0,
    until: scripts
      .filter(({ received }) => received !== undefined && received <= moment)
      .map(({ url: u }) => u),
    begun: scripts.filter(({ asked }) => asked <= moment).map(({ url: u }) => u),
  };
}
