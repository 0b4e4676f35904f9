import type { ChartCanvasProps } from "#adapters/flow/canvasProps.ts";
import { arrangementIn, parseArrangement } from "#core/layout/arrangement/arrangementFile.ts";
import { layoutKey } from "#core/layout/layoutFile.ts";
import type { CanvasWords } from "#core/layout/names.ts";
import { chartNames } from "#core/project/chartNames.ts";
import { readModule } from "#core/read/readModule.ts";
import en from "#locales/en.json";
import ja from "#locales/ja.json";
import zhHant from "#locales/zh-Hant.json";
import { CanvasDriver } from "#test/adapters/flow/canvasDriver.tsx";
import { gallery, galleryLabels } from "#test/charts/gallery.ts";

/** The games that come with the studio on a canvas, as a person opens them. */
export const shippedGames = [
  "haikyu-break",
  "chrono-card",
  "vf-card",
  "flesh-and-blood",
  "fate-ace-royal",
] as const;
type Game = (typeof shippedGames)[number] | "gallery";

const spoken = { en, ja, "zh-Hant": zhHant } as const;
type Locale = keyof typeof spoken;

const files = import.meta.glob<string>(["/machines/*", "/rulesets/*/labels/*.json"], {
  query: "?raw",
  import: "default",
  eager: true,
});

const labelsOf = (game: Game, locale: Locale): Readonly<Record<string, string>> =>
  game === "gallery"
    ? galleryLabels[locale]
    : (
        JSON.parse(files[`/rulesets/${game}/labels/${locale}.json`] ?? "{}") as {
          labels: Record<string, string>;
        }
      ).labels;

/** What a canvas is given of a game. */
export function gameProps(game: Game, locale: Locale) {
  const { charts, consts } = readModule(
    game === "gallery" ? gallery : (files[`/machines/${game}.machine.ts`] ?? ""),
  );
  const [chart] = charts;
  if (!chart) throw new Error(`${game} cannot be read`);
  const { file } = parseArrangement(files[`/machines/${game}.layout.json`] ?? "");
  const words = { ...spoken[locale].canvas.in, asks: spoken[locale].asks } as unknown as CanvasWords;
  return {
    chart,
    consts,
    arrangement: arrangementIn(file, layoutKey(chart.ref)),
    names: chartNames(chart.setup, labelsOf(game, locale), words),
    lang: locale,
  } satisfies Partial<ChartCanvasProps>;
}

export const openGame = (
  game: Game,
  locale: Locale,
  size: { width: number; height: number },
  more: Partial<ChartCanvasProps> = {},
): Promise<CanvasDriver> => CanvasDriver.open({ ...gameProps(game, locale), ...more }, size);
