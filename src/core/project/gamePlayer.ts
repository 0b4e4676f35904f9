import type { PlayerParts } from "#core/export/player/toPlayer.ts";
import { chartNames } from "#core/project/chartNames.ts";
import { drawChart } from "#core/project/drawChart.ts";
import type { BookSource } from "#core/project/gameBook.ts";
import { packageLocales } from "#core/project/gamePackage.ts";
import { textIn } from "#core/ruleset/labels.ts";

/**
 * What a page that plays a game shows beside its kit: its title, and its map in each language.
 * @param chosen languages, at least one; undefined for all of the rules
 */
export function playerRules(
  source: BookSource,
  chosen?: readonly string[],
): Omit<PlayerParts, "program" | "toCommonJs"> {
  const { chart, consts, ruleset, arrangement, budget } = source;
  const locales = chosen ?? packageLocales(ruleset);
  const mapIn = (locale: string): string => {
    const title = textIn(ruleset.info.title, locale) || source.id;
    const names = chartNames(
      chart.setup,
      { "state:": title, ...ruleset.labels[locale] },
      source.words(locale).canvas,
    );
    return drawChart(chart, names, arrangement, {
      title,
      lang: locale,
      detail: "map",
      hasIds: true,
      consts,
      ...(budget ? { budget } : {}),
    });
  };
  return {
    title: ruleset.info.title,
    locales,
    maps: () => Object.fromEntries(locales.map((locale) => [locale, mapIn(locale)])),
  };
}
