import type { Chart } from "#core/chart/chart.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import { arrangementIn, parseArrangement } from "#core/layout/arrangement/arrangementFile.ts";
import { openingArrangement } from "#core/layout/arrangement/orderLines.ts";
import { layoutKey } from "#core/layout/layoutFile.ts";
import { drawingBudget, UndrawableError } from "#core/layout/drawable.ts";
import type { Level } from "#core/layout/level.ts";
import type { SvgTheme } from "#core/layout/svgStyle.ts";
import { StoreError } from "#core/project/store.ts";
import { drawChart } from "#core/project/drawChart.ts";
import { textIn } from "#core/ruleset/labels.ts";
import type { Ruleset } from "#core/ruleset/ruleset.ts";
import { pictureNames } from "#cli/pictureNames.ts";
import { isLanguage } from "#cli/words.ts";

export interface DrawingOptions {
  /** Text of the layout file, when there is one. */
  readonly layout?: string | undefined;
  readonly locale?: string | undefined;
  readonly theme?: SvgTheme | undefined;
  readonly detail?: Level | undefined;
  readonly levels?: number | undefined;
  readonly consts?: readonly Const[] | undefined;
}

/** The machine of a game as a picture in its labels and its own arrangement. @throws StoreError `too-large` */
export function drawing(
  chart: Chart,
  ruleset: Ruleset,
  { layout, locale, theme, detail, levels, consts }: DrawingOptions,
): string {
  const language = isLanguage(locale) ? locale : undefined;
  const arrangement = openingArrangement(
    chart,
    arrangementIn(parseArrangement(layout ?? "").file, layoutKey(chart.ref)),
  );
  const title = textIn(ruleset.info.title, language ?? "en");
  const labels = language === undefined ? undefined : ruleset.labels[language];
  // The machine goes by the title of its game, as in the studio: it has no label of its own.
  const localTitle = language === undefined ? undefined : ruleset.info.title[language];
  const named =
    language !== undefined && labels && localTitle
      ? { labels: { [language]: { "state:": localTitle, ...labels } } }
      : ruleset;
  const budget = drawingBudget(() => performance.now(), MAX_DRAWING_MS);
  try {
    return drawChart(chart, pictureNames(chart, named, language), arrangement, {
      title,
      budget,
      ...(theme ? { theme } : {}),
      ...(language ? { lang: language } : {}),
      ...(detail ? { detail } : {}),
      ...(levels === undefined ? {} : { levels }),
      ...(consts ? { consts } : {}),
    });
  } catch (error) {
    throw error instanceof UndrawableError ? new StoreError("too-large", error.message) : error;
  }
}

/** How long a command draws before it gives up, in milliseconds. */
export const MAX_DRAWING_MS = 60_000;
