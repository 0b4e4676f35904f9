import type { Page } from "playwright";
import { places } from "#core/chart/places.ts";
import { labelLocales, type LabelLocale } from "#test/charts/generated/labelTables.ts";
import { askedOf } from "#test/support/readability/askedOf.ts";
import { atRest, canvasSize, judged, readabilityOf } from "#test/support/readability/judgePage.ts";
import { missedGoals, NAMED } from "#test/support/readability/missedGoals.ts";
import { wordsOf } from "#test/support/words.ts";
import type { ServedStudio } from "../../scripts/studio/serveStudio.ts";
import type { OpenStudio } from "../../scripts/studio/withStudio.ts";
import { type Row, rowOf } from "./figures.ts";
import type { JudgedGame } from "./games.ts";

/** How the window is made: so that the canvas has a size, or as a newcomer finds it. */
export interface View {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly canvas: boolean;
}
export const views: readonly View[] = [
  { name: "canvas 850x740", size: { width: 850, height: 740 }, canvas: true },
  { name: "canvas 1350x800", size: { width: 1350, height: 800 }, canvas: true },
  { name: "window 1600x960", size: { width: 1600, height: 960 }, canvas: false },
  { name: "window 1280x720", size: { width: 1280, height: 720 }, canvas: false },
];

/** One look at a chart. */
export interface Look {
  readonly game: string;
  readonly view: string;
  readonly locale: LabelLocale;
  readonly moment: "opened" | "fit";
  readonly row: Row;
}

const browserLocale: Record<LabelLocale, string> = { en: "en-GB", ja: "ja-JP", "zh-Hant": "zh-TW" };

/** Folds code and problems away, in every frame that has a storage, so that the size of the canvas follows that of the window. */
const foldPanels = () => {
  if (window === window.top && localStorage.getItem("turnwright.panels") === null)
    localStorage.setItem("turnwright.panels", JSON.stringify({ design: ["right", "bottom"] }));
};

/** A window as a person who was never here opens it. */
async function newWindow({ page: newPage }: OpenStudio, view: View, locale: LabelLocale): Promise<Page> {
  const page = await newPage({
    // about what stands beside the canvas, to begin with
    viewport: {
      width: view.size.width + (view.canvas ? 236 : 0),
      height: view.size.height + (view.canvas ? 106 : 0),
    },
    locale: browserLocale[locale],
    reducedMotion: "reduce",
    deviceScaleFactor: 1,
  });
  await judged(page);
  if (view.canvas) await page.addInitScript(foldPanels);
  return page;
}

/** Opens a chart anew, so that nothing is left of the one before. @returns whether it was drawn in time */
async function openChart(page: Page, studio: ServedStudio, id: string): Promise<boolean> {
  await page.goto("about:blank");
  await page.goto(studio.at(`/${id}/design`));
  return atRest(page);
}

/** The same in a window that gives the canvas its size. It is known from the first chart on, which is opened twice. */
async function openSized(page: Page, studio: ServedStudio, id: string, view: View): Promise<boolean> {
  const drawn = await openChart(page, studio, id);
  if (!drawn || !(await fitWindow(page, view))) return drawn;
  return openChart(page, studio, id);
}

/**
 * Gives the window the size at which the canvas has the wanted one.
 * @returns whether that had to be changed
 * @throws Error when the canvas does not follow the window
 */
async function fitWindow(page: Page, { name, size, canvas }: View): Promise<boolean> {
  for (let i = 0; canvas && i < 4; i++) {
    const now = await canvasSize(page);
    const [more, taller] = [Math.round(size.width - now.width), Math.round(size.height - now.height)];
    if (more === 0 && taller === 0) return i > 0;
    const window = page.viewportSize() ?? size;
    await page.setViewportSize({ width: window.width + more, height: Math.max(200, window.height + taller) });
    await atRest(page);
  }
  const { width, height } = await canvasSize(page);
  if (canvas) throw new Error(`There is no window with a ${name}: it became ${width}x${height}`);
  return false;
}

async function pressFit(page: Page, locale: LabelLocale): Promise<void> {
  await page.getByRole("button", { name: wordsOf(locale)("canvas.fit"), exact: true }).click();
  await page.mouse.move(0, 0);
  await atRest(page);
}

interface Listener {
  readonly tell: (look: Look) => void;
  /** How far it is: the whole takes minutes. */
  readonly say: (text: string) => void;
}

/** Games in every language and view, as opened and after Fit. @param scale below 1 of views and languages so many, at least one of each */
export async function lookAtGames(
  open: OpenStudio,
  games: readonly JudgedGame[],
  { tell, say }: Listener,
  scale: number,
): Promise<void> {
  for (const view of views.slice(0, Math.ceil(views.length * scale)))
    for (const locale of labelLocales.slice(0, Math.ceil(labelLocales.length * scale))) {
      if (games.length > 0) say(`${view.name}, ${locale}: ${games.length} games`);
      const page = await newWindow(open, view, locale);
      for (const { id, chart, labels } of games) {
        const asked = askedOf(chart, labels[locale]);
        const look = (moment: Look["moment"], row: Row) =>
          tell({ game: id, view: view.name, locale, moment, row });
        const drawn = await openSized(page, open.studio, id, view);
        const judge = async (moment: Look["moment"]) => {
          const found = await readabilityOf(page, asked);
          for (const missed of missedGoals(found, NAMED[view.name] ?? 0))
            say(`${id}, ${view.name}, ${locale}, ${moment}: ${missed}`);
          return rowOf(found);
        };
        look("opened", drawn ? await judge("opened") : undefined);
        if (drawn) await pressFit(page, locale);
        look("fit", drawn ? await judge("fit") : undefined);
      }
      await page.context().close();
    }
}

/**
 * Others once each, the language in turn: as opened on the smaller canvas, after Fit there and on the larger one. Each in a window of its
 * own, so that none is seen through what the ones before it left open.
 */
export async function lookAtOthers(
  open: OpenStudio,
  games: readonly JudgedGame[],
  { tell, say }: Listener,
): Promise<void> {
  const [small, large] = views.filter(({ canvas }) => canvas) as [View, View];
  for (const [i, game] of games.entries()) {
    const locale = labelLocales[i % labelLocales.length] as LabelLocale;
    if (i % 10 === 0) say(`${small.name} and ${large.name}: chart ${i + 1} of ${games.length}`);
    const page = await newWindow(open, small, locale);
    const asked = askedOf(game.chart, game.labels[locale]);
    const levels = phasesIn(game) > MANY_PHASES ? 1 : 2;
    const look = async (moment: Look["moment"], view: View, drawn: boolean) => {
      const found = drawn ? await readabilityOf(page, asked) : undefined;
      tell({ game: game.id, view: view.name, locale, moment, row: found && rowOf(found) });
      for (const missed of found ? missedGoals(found, 0, levels) : ["not drawn in time"])
        say(`${game.id}, ${view.name}, ${locale}, ${moment}: ${missed}`);
    };
    const drawn = await openSized(page, open.studio, game.id, small);
    await look("opened", small, drawn);
    if (drawn) {
      await pressFit(page, locale);
      await look("fit", small, true);
      await fitWindow(page, large);
      await pressFit(page, locale);
      await look("fit", large, true);
    }
    await page.context().close();
  }
}

/** With more phases than this in the outer two levels, the outer one has to be named. */
const MANY_PHASES = 60;

/** Phases in the outer two levels: states that hold others. */
const phasesIn = ({ chart }: JudgedGame): number =>
  [...places(chart)].filter(
    ([id, { node }]) => id !== "" && id.split(".").length <= 2 && node.children.length > 0,
  ).length;
