import type { Page } from "playwright";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { drawPicture, type Picture } from "#core/layout/picture.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";
import { chartNames } from "#core/project/chartNames.ts";
import { readModule } from "#core/read/readModule.ts";
import { bigChart } from "#test/charts/bigChart.ts";
import en from "#locales/en.json";
import { timesAt, type BenchLine } from "../line.ts";
import { writeGame } from "../readability/games.ts";
import { plainCanvas } from "../support/plainCanvas.ts";
import { median } from "../support/stats.ts";

const [SMALL, LARGE] = [500, 5_000] as const;
const OPENINGS = 5;
const ROUNDS = 5;
const FRAMES = 30;
const CANVAS = { width: 1280, height: 800 };

/** 5,000 states in the studio against 500, and against a plain canvas that draws no more than what is in sight. */
export const largeChart: BenchLine = {
  about: "5,000 states: opened, moved, seen whole and rearranged, against 500 states and a plain canvas",
  run: async ({ withStudio, scale }) =>
    withStudio(async ({ studio, page: newPage }) => {
      const openingCount = timesAt(scale, OPENINGS);
      const rounds = timesAt(scale, ROUNDS);
      for (const states of [SMALL, LARGE]) {
        const { text, labels } = bigChart(states);
        await writeGame(studio.root, gameOf(states), text, labels);
      }
      const open = async (states: number) => {
        const page = await newPage({ viewport: { width: 1600, height: 960 }, reducedMotion: "reduce" });
        const painted = await openOnce(page, studio.at(`/${gameOf(states)}/design`));
        const nodes = await page.evaluate(() => document.querySelectorAll(".react-flow *").length);
        if (nodes === 0) throw new Error(`The canvas of ${states} states has no element`);
        return { page, painted, nodes };
      };
      const openings: Record<number, Awaited<ReturnType<typeof open>>[]> = { [SMALL]: [], [LARGE]: [] };
      for (let i = 0; i < openingCount; i++)
        for (const states of [SMALL, LARGE]) {
          const one = await open(states);
          openings[states]?.push(one);
          if (i < openingCount - 1 || states === SMALL) await one.page.context().close();
        }
      const paintedOf = (states: number) => median((openings[states] ?? []).map((one) => one.painted));
      const nodesOf = (states: number) => median((openings[states] ?? []).map((one) => one.nodes));
      const ours = openings[LARGE]?.at(-1)?.page as Page;
      const plain = await newPage({ viewport: CANVAS });
      const whole = wholePicture();
      const { look } = await plainCanvas(plain, whole, CANVAS);
      const all = whole.boxes.get("") ?? { w: 1, h: 1 };

      // Once with a look at what moves, which costs time itself and is no part of what is measured.
      await wheel(ours, ".react-flow__pane", ".react-flow__viewport");
      await drag(
        ours,
        () => firstState(ours),
        () => placesOf(ours),
      );
      const seen = await compared(
        rounds,
        { page: ours, job: () => wheel(ours, ".react-flow__pane") },
        {
          page: plain,
          before: () => look(0, 0, Math.min(CANVAS.width / all.w, CANVAS.height / all.h)),
          job: () => wheel(plain, "canvas"),
        },
      );
      const rearranged = await compared(
        rounds,
        { page: ours, job: () => drag(ours, () => firstState(ours)) },
        {
          page: plain,
          before: () => look(-all.w / 2, -all.h / 2, 1),
          job: () => drag(plain, () => Promise.resolve({ x: 640, y: 400 })),
        },
      );
      await zoomIn(ours);
      const moved = await compared(
        rounds,
        { page: ours, job: () => wheel(ours, ".react-flow__pane") },
        {
          page: plain,
          before: () => look(-all.w / 2, -all.h / 2, 1),
          job: () => wheel(plain, "canvas"),
        },
      );
      const against = (what: string, { own, floor }: { own: number; floor: number }, limit: number) => ({
        what: `${what} / on a plain canvas`,
        value: own / floor,
        unit: "x",
        limit,
        note: `${own.toPrecision(3)} and ${floor.toPrecision(3)} ms of the main thread, ${FRAMES} frames`,
      });
      return [
        {
          what: `first picture of ${LARGE} states / of ${SMALL}`,
          value: paintedOf(LARGE) / paintedOf(SMALL),
          unit: "x",
          limit: 2,
          note: `${Math.round(paintedOf(LARGE))} and ${Math.round(paintedOf(SMALL))} ms, median of ${openingCount} openings`,
        },
        {
          what: `elements on the canvas, ${LARGE} states / ${SMALL}`,
          value: nodesOf(LARGE) / nodesOf(SMALL),
          unit: "x",
          limit: 1,
          note: `${nodesOf(LARGE)} and ${nodesOf(SMALL)}`,
        },
        against("moved, as near as can be read,", moved, 2.5),
        against("a state dragged and dropped", rearranged, 1.2),
        against("the whole moved", seen, 1.5),
      ];
    }),
};

const gameOf = (states: number) => `big-${states}`;

/** All states at flow, as a library of nodes would be given them. */
function wholePicture(): Picture {
  const { text, labels } = bigChart(LARGE);
  const [chart] = readModule(text).charts;
  if (!chart) throw new Error("The large chart is not read");
  const names = chartNames(chart.setup, labels.en, { ...en.canvas.in, asks: en.asks });
  return drawPicture(sceneOf(chart, names, { level: "flow" }), NO_ARRANGEMENT);
}

/** Milliseconds from navigation until all states in sight are on the screen. */
async function openOnce(page: Page, url: string): Promise<number> {
  await page.addInitScript(() => {
    const look = () => {
      const states = [...document.querySelectorAll<HTMLElement>(".react-flow__node")];
      const shown = states.filter((node) => getComputedStyle(node).visibility === "visible");
      if (states.length > 1 && shown.length === states.length)
        requestAnimationFrame(() => setTimeout(() => performance.mark("first-picture")));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(url);
  const mark = await page.waitForFunction(
    () => performance.getEntriesByName("first-picture")[0]?.startTime,
    undefined,
    { timeout: 60_000 },
  );
  return (await mark.jsonValue()) ?? NaN;
}

/** Moves what is shown to and fro by its wheel, a step a frame. @throws Error when what should move stood still */
async function wheel(page: Page, selector: string, moving?: string): Promise<void> {
  const places = await page.evaluate(
    async ({ at, seen, frames }) => {
      const pane = document.querySelector(at) as Element;
      const places = new Set<string>();
      const { x, y, width, height } = pane.getBoundingClientRect();
      for (let i = 0; i < frames; i++) {
        const deltaY = i < frames / 2 ? 20 : -20;
        const init = { deltaX: deltaY / 2, deltaY, bubbles: true, cancelable: true };
        pane.dispatchEvent(
          new WheelEvent("wheel", { ...init, clientX: x + width / 2, clientY: y + height / 2 }),
        );
        await new Promise((done) => requestAnimationFrame(done));
        const shown = seen === undefined ? undefined : document.querySelector(seen);
        if (shown) places.add(getComputedStyle(shown).transform);
      }
      return places.size;
    },
    { at: selector, seen: moving, frames: FRAMES },
  );
  if (moving !== undefined && places < 2)
    throw new Error(`The wheel over ${selector} did not move ${moving}`);
}

/** Drags what is there to and fro in as many steps as there are frames, and drops it where it was. @throws Error when nothing moved */
async function drag(
  page: Page,
  where: () => Promise<{ x: number; y: number }>,
  places?: () => Promise<string>,
): Promise<void> {
  const { x, y } = await where();
  const before = await places?.();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 20, { steps: FRAMES / 2 });
  if (places && (await places()) === before) throw new Error("No state moved with the pointer");
  await page.mouse.move(x + 2, y, { steps: FRAMES / 2 });
  await page.mouse.up();
}

/** A place on the first state that holds nothing else. */
async function firstState(page: Page): Promise<{ x: number; y: number }> {
  const found = await page.evaluate(() => {
    const nodes = [...document.querySelectorAll(".react-flow__node-state")].map((node) =>
      node.getBoundingClientRect(),
    );
    const small = nodes.filter(({ width, height }) => width > 0 && width * height < 60_000);
    return small.map(({ x, y }) => ({ x: x + 12, y: y + 8 }))[0];
  });
  if (!found) throw new Error("There is no state to be dragged");
  return found;
}

/** Where all states stand on the canvas, as one text. */
const placesOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    // What moves is drawn with the frame that is asked for, and stands with the next.
    for (let i = 0; i < 2; i++) await new Promise((done) => requestAnimationFrame(done));
    return [...document.querySelectorAll(".react-flow__node")]
      .map((node) => node.getBoundingClientRect())
      .map(({ x, y }) => `${x},${y}`)
      .join(" ");
  });

/** Comes as near as names on the map are read in comfort. */
async function zoomIn(page: Page): Promise<void> {
  await page.locator(".react-flow__pane").hover();
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -200);
  await page.keyboard.up("Control");
  await page.waitForTimeout(1500);
}

interface Side {
  readonly page: Page;
  readonly before?: () => Promise<void>;
  readonly job: () => Promise<void>;
}

/**
 * Milliseconds of processor time that the main threads of two pages need, medians of interleaved rounds. Workers are no part of it:
 * types of a large module are read for minutes.
 */
async function compared(rounds: number, own: Side, floor: Side): Promise<{ own: number; floor: number }> {
  const sides = await Promise.all(
    [own, floor].map(async (side) => ({ side, spent: await clockOf(side.page), times: [] as number[] })),
  );
  for (let round = 0; round <= rounds; round++)
    for (const { side, spent, times } of sides) {
      await side.page.bringToFront();
      await side.before?.();
      await side.page.waitForTimeout(400);
      const start = await spent();
      await side.job();
      await side.page.waitForTimeout(300);
      const end = await spent();
      // the first warms up
      if (round > 0) times.push(end - start);
    }
  const [a = NaN, b = NaN] = sides.map(({ times }) => median(times));
  return { own: a, floor: b };
}

/** What the main thread of a page has spent on tasks so far, in milliseconds of processor time. */
async function clockOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? NaN) * 1000;
  };
}
