import { gameChart } from "#core/analyze/check.ts";
import { arrangementIn, parseArrangement } from "#core/layout/arrangement/arrangementFile.ts";
import { layoutKey } from "#core/layout/layoutFile.ts";
import { drawChart } from "#core/project/drawChart.ts";
import { readModule } from "#core/read/readModule.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { pictureNames } from "#cli/pictureNames.ts";

const languages = ["en", "ja", "zh-Hant"] as const;

/**
 * The chart of a game as a picture in each language, by file name: its map, or closer where all of it is seen on a page. Worked out from
 * the files alone: the same files give the same pictures.
 * @throws Error when the files hold no machine
 */
export function gamePictures(id: string, files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const reading = readModule(files.get("machine") ?? "");
  const chart = gameChart(reading);
  if (!chart) throw new Error(`The game ${id} holds no machine`);
  const { ruleset } = loadRuleset(files);
  const arrangement = arrangementIn(parseArrangement(files.get("layout") ?? "").file, layoutKey(chart.ref));
  const consts = reading.consts ?? [];
  return new Map(
    languages.map((lang) => [
      `${id}.${lang}.svg`,
      drawChart(chart, pictureNames(chart, ruleset, lang), arrangement, {
        title: textIn(ruleset.info.title, lang),
        lang,
        consts,
      }),
    ]),
  );
}
