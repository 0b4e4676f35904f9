import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { overlaps } from "#core/layout/geometry.ts";
import { layoutKey, parseLayout, positionsIn } from "#core/layout/layoutFile.ts";
import { drawPicture } from "#core/layout/picture.ts";
import { sceneOf } from "#core/layout/scene.ts";
import { gameChart } from "#core/analyze/check.ts";
import { readModule } from "#core/read/readModule.ts";
import { pictureNames } from "#cli/pictureNames.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const games = ["chrono-card", "fate-ace-royal", "flesh-and-blood", "haikyu-break", "vf-card"];
const cases = games.flatMap((game) => (["en", "ja", "zh-Hant"] as const).map((lang) => ({ game, lang })));

test.each(cases)("on the graph of $game no label lies on another or on a state: $lang", ({ game, lang }) => {
  const chart = gameChart(readModule(read(`machines/${game}.machine.ts`)))!;
  const { labels } = JSON.parse(read(`rulesets/${game}/labels/${lang}.json`));
  const scene = sceneOf(chart, pictureNames(chart, { labels: { [lang]: labels } }, lang));
  const places = positionsIn(parseLayout(read(`machines/${game}.layout.json`)).layout, layoutKey(chart.ref));

  const { routes, boxes } = drawPicture(scene, places);

  const named = [...routes].flatMap(([id, { label }]) => (label ? [{ id, box: label }] : []));
  const leaves = [...scene.items.values()]
    .filter(({ shape }) => shape !== "compound" && shape !== "parallel")
    .map(({ id }) => ({ id, box: boxes.get(id)! }));
  expect(
    named.flatMap((one, i) =>
      [...named.slice(i + 1), ...leaves]
        .filter(({ box }) => overlaps(one.box, box, -1))
        .map(({ id }) => `${one.id} on ${id}`),
    ),
  ).toEqual([]);
});
