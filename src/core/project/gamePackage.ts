import type { PackageRules } from "#core/export/package/packageSource.ts";
import { chartNames } from "#core/project/chartNames.ts";
import { drawChart } from "#core/project/drawChart.ts";
import type { BookSource } from "#core/project/gameBook.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { reviewLocales } from "#core/ruleset/review.ts";
import type { Ruleset } from "#core/ruleset/ruleset.ts";

/** The languages that a package of a game may have: those of its rules, else English, in which the studio speaks of it. */
export function packageLocales(ruleset: Ruleset): readonly string[] {
  const known = reviewLocales(ruleset);
  return known.length > 0 ? known : ["en"];
}

/**
 * What a package says of a game, and its map. The README is in the first of the chosen languages; without a choice in English, where the
 * rules are in English.
 * @param chosen languages, at least one; undefined for all
 * @throws UndrawableError, once the map is needed
 */
export function packageRules(source: BookSource, chosen?: readonly string[]): PackageRules {
  const { chart, consts, ruleset, arrangement, budget } = source;
  const locales = chosen ?? packageLocales(ruleset);
  const reader = chosen === undefined && locales.includes("en") ? "en" : (locales[0] ?? "en");
  const { say, canvas } = source.words(reader);
  const title = textIn(ruleset.info.title, reader) || source.id;
  const names = chartNames(chart.setup, { "state:": title, ...ruleset.labels[reader] }, canvas);
  const picture = () =>
    drawChart(chart, names, arrangement, {
      title,
      lang: reader,
      detail: "map",
      consts,
      ...(budget ? { budget } : {}),
    });
  return { ruleset, locales, reader, say, picture };
}
