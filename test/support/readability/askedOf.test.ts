import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { namesFrom } from "#core/layout/names.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";
import { gallery } from "#test/charts/gallery.ts";
import { chart, named } from "#test/charts/charts.ts";
import { only } from "#test/charts/walk.ts";
import { words } from "#test/core/layout/charts.ts";
import { askedOf } from "#test/support/readability/askedOf.ts";

test("states are asked for by their whole label, else by their key; the root is not", () => {
  const { states } = askedOf(only(chart(`draw: { initial: 'a', states: { a: {} } }, main: {}`)), {
    "state:draw": "Draw a card",
    "state:main": "",
  });

  expect(states).toEqual([
    { id: "draw", label: "Draw a card" },
    { id: "draw.a", label: "a" },
    { id: "main", label: "main" },
  ]);
});

const texts: [string, string][] = [
  ...Object.entries(named),
  ["gallery", gallery],
  ["haikyu-break", readFileSync("machines/haikyu-break.machine.ts", "utf8")],
];

test.each(texts)("%s: every arrow that the canvas draws has its ends", (_, text) => {
  const read = only(text);
  const { ends = {} } = askedOf(read, {});

  const { arrows } = sceneOf(read, namesFrom(undefined, words), { level: "full" });
  expect(arrows.map(({ id, from, to }) => [id, { from, to }])).toEqual(Object.entries(ends));
});
