import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { arrange } from "#core/layout/arrange.ts";
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

const pictureOf = (game: string, lang: (typeof cases)[number]["lang"]) => {
  const chart = gameChart(readModule(read(`machines/${game}.machine.ts`)))!;
  const { labels } = JSON.parse(read(`rulesets/${game}/labels/${lang}.json`));
  const scene = sceneOf(chart, pictureNames(chart, { labels: { [lang]: labels } }, lang));
  const places = positionsIn(parseLayout(read(`machines/${game}.layout.json`)).layout, layoutKey(chart.ref));
  return { scene, places };
};

test.each(cases)(
  "the layout of $game has room for what its states say, so that nobody has to make way: $lang",
  ({ game, lang }) => {
    const { scene, places } = pictureOf(game, lang);

    const boxes = arrange(scene, places);

    const moved = [...scene.items.values()].filter(({ id, parent }) => {
      const [box, outer, place] = [boxes.get(id)!, boxes.get(parent ?? "")!, places[id]];
      return place && (box.x - outer.x !== place.x || box.y - outer.y !== place.y);
    });
    expect(moved.map(({ id }) => id)).toEqual([]);
  },
);

test.each(cases)("on the graph of $game no label lies on another or on a state: $lang", ({ game, lang }) => {
  const { scene, places } = pictureOf(game, lang);

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
