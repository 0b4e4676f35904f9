import { page } from "vitest/browser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { arrangementIn, parseArrangement } from "#core/layout/arrangement/arrangementFile.ts";
import { roomIn } from "#adapters/flow/useCamera.ts";
import { layoutKey } from "#core/layout/layoutFile.ts";
import { openView } from "#core/layout/openView.ts";
import type { CanvasWords } from "#core/layout/names.ts";
import { chartNames } from "#core/project/chartNames.ts";
import { readModule } from "#core/read/readModule.ts";
import en from "#locales/en.json";
import ja from "#locales/ja.json";
import zhHant from "#locales/zh-Hant.json";
import { CanvasDriver } from "#test/adapters/flow/canvasDriver.tsx";
import { gallery, galleryLabels } from "#test/charts/gallery.ts";
import { crossedIn } from "#test/core/layout/place/crossedIn.ts";
import { askedOf } from "#test/support/readability/askedOf.ts";
import { measureReadability } from "#test/support/readability/measureReadability.ts";
import { missedGoals, NAMED } from "#test/support/readability/missedGoals.ts";

/**
 * What a canvas shows of the games as they are opened, in every language and both sizes, judged by what the browser draws. Windows, Fit,
 * generated charts and the corpus are judged by `npm run bench -- --only readability`.
 */
beforeAll(async () => {
  // What lies outside the window is not shown.
  await page.viewport(1400, 850);
  (globalThis as Record<string, unknown>)["IS_REACT_ACT_ENVIRONMENT"] = true;
});

afterAll(() => page.viewport(414, 896));

const files = import.meta.glob<string>(["/machines/*", "/rulesets/*/labels/*.json"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const spoken = { en, ja, "zh-Hant": zhHant } as const;
type Locale = keyof typeof spoken;
const locales = Object.keys(spoken) as Locale[];
const wordsOf = (locale: Locale) =>
  ({ ...spoken[locale].canvas.in, asks: spoken[locale].asks }) as unknown as CanvasWords;

const shipped = ["haikyu-break", "chrono-card", "vf-card", "flesh-and-blood", "fate-ace-royal", "gallery"];
const labelsOf = (game: string, locale: Locale): Readonly<Record<string, string>> =>
  game === "gallery"
    ? galleryLabels[locale]
    : (
        JSON.parse(files[`/rulesets/${game}/labels/${locale}.json`] ?? "{}") as {
          labels: Record<string, string>;
        }
      ).labels;

const sizes = [
  { name: "canvas 850x740", width: 850, height: 740 },
  { name: "canvas 1350x800", width: 1350, height: 800 },
];

describe.each(sizes)("$name", ({ name, ...size }) => {
  test.each(shipped.flatMap((game) => locales.map((locale) => [game, locale] as const)))(
    "%s in %s can be read as it is opened",
    async (game, locale) => {
      const { charts, consts } = readModule(
        game === "gallery" ? gallery : (files[`/machines/${game}.machine.ts`] ?? ""),
      );
      const [chart] = charts;
      if (!chart) throw new Error(`${game} cannot be read`);
      const labels = labelsOf(game, locale);
      const { file } = parseArrangement(files[`/machines/${game}.layout.json`] ?? "");

      const canvas = await CanvasDriver.open(
        {
          chart,
          consts,
          arrangement: arrangementIn(file, layoutKey(chart.ref)),
          names: chartNames(chart.setup, labels, wordsOf(locale)),
          lang: locale,
          onArrange: () => undefined,
        },
        size,
      );

      const root = canvas.element.querySelector("[data-canvas]") as HTMLElement;
      const { states } = askedOf(chart, labels);
      const found = measureReadability(root, { states });
      expect(missedGoals(found, NAMED[name] ?? 100)).toEqual([]);

      // A picture is judged the same without a page.
      const { picture, zoom } = openView(
        chart,
        chartNames(chart.setup, labels, wordsOf(locale)),
        arrangementIn(file, layoutKey(chart.ref)),
        roomIn(size),
        { lang: locale, base: consts ? { consts } : {} },
      );
      const { lines, crossed } = crossedIn(picture, zoom);
      expect({ lines: found.lines, crossed: found.lineCrossings + found.frameCrossings }).toEqual({
        lines,
        crossed: crossed.length,
      });
    },
  );
});
