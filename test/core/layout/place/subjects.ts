import { readFileSync } from "node:fs";
import type { Chart } from "#core/chart/chart.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import type { Arrangement } from "#core/layout/arrangement/arrangement.ts";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import type { Size } from "#core/layout/geometry.ts";
import type { Level, View } from "#core/layout/level.ts";
import type { CanvasWords, ChartNames } from "#core/layout/names.ts";
import { type Fitted, openView } from "#core/layout/openView.ts";
import { drawPicture, type Picture } from "#core/layout/picture.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";
import { chartNames } from "#core/project/chartNames.ts";
import { readModule } from "#core/read/readModule.ts";
import { crowd, crowdLabels } from "#test/charts/gallery/crowd.ts";
import { gallery, galleryLabels } from "#test/charts/gallery.ts";
import { generatedCharts } from "#test/charts/generated.ts";
import en from "#locales/en.json";
import ja from "#locales/ja.json";
import zhHant from "#locales/zh-Hant.json";

export const locales = ["en", "ja", "zh-Hant"] as const;
export type Locale = (typeof locales)[number];

/** Canvases that a picture has to suit: that of a small window, and a large one. */
export const SMALL: Size = { w: 850, h: 740 };
export const LARGE: Size = { w: 1350, h: 800 };

/** A chart to be drawn, with its names in three languages. */
export interface Subject {
  readonly name: string;
  readonly chart: Chart;
  readonly consts: readonly Const[];
  readonly names: (locale: Locale) => ChartNames;
}

type Labels = Readonly<Record<string, string>>;
const said = {
  steps: "{count} steps",
  stays: "{count} acts that stay",
  reenters: "enters again",
  called: "called from {count} steps, and back",
};
const words: Readonly<Record<Locale, CanvasWords>> = {
  en: { ...said, ...en.canvas.in, asks: en.asks },
  ja: { ...said, ...ja.canvas.in, asks: ja.asks },
  "zh-Hant": { ...said, ...zhHant.canvas.in, asks: zhHant.asks },
};

export function subjectOf(name: string, text: string, labels: (locale: Locale) => Labels): Subject {
  const reading = readModule(text);
  const [chart] = reading.charts;
  if (!chart) throw new Error(`No machine in ${name}`);
  const known = new Map<Locale, ChartNames>();
  const names = (locale: Locale) => {
    const found = known.get(locale) ?? chartNames(chart.setup, labels(locale), words[locale]);
    known.set(locale, found);
    return found;
  };
  return { name, chart, consts: reading.consts ?? [], names };
}

const home = new URL("../../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, home), "utf8");

/**
 * The charts that tests draw, read once for all files that a worker runs: what is worked out of a chart is kept with it, so a file that
 * draws it too pays only for what is new. `readGenerated` reads them again, for tests of just that.
 */
export const gameSubjects = (): readonly Subject[] => (known.games ??= readGames());
export const gallerySubject = (): Subject =>
  (known.gallery ??= subjectOf("gallery", gallery, (locale) => galleryLabels[locale]));
export const crowdSubject = (): Subject =>
  (known.crowd ??= subjectOf("crowd", crowd, (locale) => crowdLabels[locale] ?? {}));
export const generatedSubjects = (): readonly Subject[] => (known.generated ??= readGenerated());

const known: {
  games?: readonly Subject[];
  gallery?: Subject;
  crowd?: Subject;
  generated?: readonly Subject[];
} = {};

const readGames = (): Subject[] =>
  ["haikyu-break", "chrono-card", "vf-card", "flesh-and-blood", "fate-ace-royal"].map((game) =>
    subjectOf(
      game,
      read(`machines/${game}.machine.ts`),
      (locale) => JSON.parse(read(`rulesets/${game}/labels/${locale}.json`)).labels,
    ),
  );
export const readGenerated = (): Subject[] =>
  generatedCharts().map(({ name, text, labels }) => subjectOf(name, text, (locale) => labels[locale]));

/** The picture of a subject as it is drawn when nothing is remembered. Drawn once for equal views of a game or the gallery. */
export function pictureOf(
  subject: Subject,
  locale: Locale,
  view: Omit<View, "consts">,
  canvas: Size = LARGE,
  arrangement: Arrangement = NO_ARRANGEMENT,
): Picture {
  const { chart, consts, names } = subject;
  const draw = () => drawPicture(sceneOf(chart, names(locale), { ...view, consts }), arrangement, canvas);
  return arrangement === NO_ARRANGEMENT ? once(chart, { locale, view, canvas }, draw) : draw();
}

/** What `openView` chooses for a subject when nothing is remembered. Worked out once for equal canvases. */
export function openedOf(
  { chart, consts, names }: Subject,
  locale: Locale,
  canvas: Size,
  { only, page }: { readonly only?: Level | undefined; readonly page?: string } = {},
): Fitted {
  const base = page === undefined ? { consts } : { consts, page };
  return once(chart, { locale, only, page, opened: canvas }, () =>
    openView(chart, names(locale), NO_ARRANGEMENT, canvas, { lang: locale, only, base }),
  );
}

/** Results by chart and what else they depend on. Generated charts are many, and each is drawn by few tests: theirs are let go. */
const results = new WeakMap<Chart, Map<string, unknown>>();
function once<T>(chart: Chart, question: object, work: () => T): T {
  const isShared = [...gameSubjects(), gallerySubject(), crowdSubject()].some((one) => one.chart === chart);
  if (!isShared) return work();
  const answers = results.get(chart) ?? new Map<string, unknown>();
  results.set(chart, answers);
  const key = JSON.stringify(question, (_, part: unknown) => (part instanceof Set ? [...part] : part));
  if (!answers.has(key)) answers.set(key, work());
  return answers.get(key) as T;
}
