import { gameChart } from "#core/analyze/check.ts";
import { countStates, outerChart } from "#core/export/outerChart.ts";
import { drawChart, placesFor } from "#core/project/drawChart.ts";
import { readModule } from "#core/read/readModule.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { pictureNames } from "#cli/pictureNames.ts";
import { elkInProcess } from "#adapters/elk/elkInProcess.ts";
import { mostStates } from "./gamePage.ts";

const languages = ["en", "ja", "zh-Hant"] as const;

/**
 * The chart of a game as a picture in each language, by file name; a large one by its outer two levels. Worked out from the
 * files alone: the same files give the same pictures.
 * @throws Error when the files hold no machine
 */
export async function gamePictures(
  id: string,
  files: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const whole = gameChart(readModule(files.get("machine") ?? ""));
  if (!whole) throw new Error(`The game ${id} holds no machine`);
  const { ruleset } = loadRuleset(files);
  const isWhole = countStates(whole.root) <= mostStates;
  const chart = isWhole ? whole : outerChart(whole, 2);
  const names = languages.map((lang) => pictureNames(chart, ruleset, lang));
  const engine = await elkInProcess();
  const places = await placesFor(chart, names, engine, isWhole ? files.get("layout") : undefined);
  return new Map(
    languages.map((lang, i) => [
      `${id}.${lang}.svg`,
      drawChart(chart, names[i]!, places, { title: textIn(ruleset.info.title, lang), lang }),
    ]),
  );
}
