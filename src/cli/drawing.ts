import type { Chart } from "#core/chart/chart.ts";
import type { SvgTheme } from "#core/layout/svgStyle.ts";
import { drawChart, placesFor } from "#core/project/drawChart.ts";
import { textIn } from "#core/ruleset/labels.ts";
import type { Ruleset } from "#core/ruleset/ruleset.ts";
import { elkInProcess } from "#adapters/elk/elkInProcess.ts";
import { allPictureNames, pictureNames } from "#cli/pictureNames.ts";
import { isLanguage } from "#cli/words.ts";

/**
 * Finds places for the states and gives what draws them there.
 * @param places the layout file, when there is one
 */
export async function drawing(
  chart: Chart,
  ruleset: Ruleset,
  places: string | undefined,
  { locale, theme }: { readonly locale?: string | undefined; readonly theme?: SvgTheme | undefined },
): Promise<() => string> {
  const language = isLanguage(locale) ? locale : undefined;
  const title = textIn(ruleset.info.title, language ?? "en");
  const positions = await placesFor(chart, allPictureNames(chart, ruleset), await elkInProcess(), places);
  return () =>
    drawChart(chart, pictureNames(chart, ruleset, language), positions, {
      title,
      ...(theme ? { theme } : {}),
      ...(language ? { lang: language } : {}),
    });
}
