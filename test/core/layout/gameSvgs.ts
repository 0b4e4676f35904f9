import { readFileSync } from "node:fs";
import { gameChart } from "#core/analyze/check.ts";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import type { Level } from "#core/layout/level.ts";
import { type Picture, drawPicture } from "#core/layout/picture.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";
import { toSvg } from "#core/layout/toSvg.ts";
import { readModule } from "#core/read/readModule.ts";
import { pictureNames } from "#cli/pictureNames.ts";
import type { Language } from "#cli/words.ts";

const read = (path: string) => readFileSync(path, "utf8");
export const games = ["chrono-card", "fate-ace-royal", "flesh-and-blood", "haikyu-break", "vf-card"];
export const languages: readonly Language[] = ["en", "ja", "zh-Hant"];

/** A game of `machines/` at a level, nothing folded. */
export function gameSvg(game: string, lang: Language, level: Level): { picture: Picture; svg: string } {
  const reading = readModule(read(`machines/${game}.machine.ts`));
  const chart = gameChart(reading);
  if (!chart) throw new Error(`${game} holds no machine`);
  const { labels } = JSON.parse(read(`rulesets/${game}/labels/${lang}.json`));
  const names = pictureNames(chart, { labels: { [lang]: labels } }, lang);
  const scene = sceneOf(chart, names, { level, consts: reading.consts ?? [] });
  const picture = drawPicture(scene, NO_ARRANGEMENT);
  return { picture, svg: toSvg(picture, names, { title: game, lang }) };
}
