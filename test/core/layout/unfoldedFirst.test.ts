import { expect, test } from "vitest";
import { places } from "#core/chart/places.ts";
import { statesInView, unfoldedFirst } from "#core/layout/unfoldedFirst.ts";
import { drawPicture } from "#core/layout/picture.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";
import { chartNames } from "#core/project/chartNames.ts";
import { readModule } from "#core/read/readModule.ts";
import { bigChart } from "#test/charts/bigChart.ts";
import { draws } from "#test/support/dice.ts";
import en from "#locales/en.json";

const [chart] = readModule(bigChart(700).text).charts;
if (!chart) throw new Error("The machine is not read");
const names = chartNames(chart.setup, undefined, { ...en.canvas.in, asks: en.asks });
const compounds = [...places(chart)].filter(([id, { node }]) => id !== "" && node.children.length > 0);
const drawn = (folded: ReadonlySet<string>) => sceneOf(chart, names, { level: "map", folded }).items.size;
const NONE: ReadonlySet<string> = new Set();

test("of what is in sight as many states are unfolded first as may be, and nothing else is opened or closed", () => {
  const dice = draws(2711);
  for (let round = 0; round < 60; round++) {
    const folded = new Set(compounds.flatMap(([id]) => (dice.chance(0.6) ? [id] : [])));
    const wanted = new Set([...folded].filter(() => dice.chance(0.2)));
    const shown = sceneOf(chart, names, { level: "map", folded }).items;
    const near = [...shown.values()].flatMap(({ id }) => (folded.has(id) && dice.chance(0.5) ? [id] : []));
    const most = dice.int(10, 110);

    const first = unfoldedFirst(chart, folded, wanted, near, most);

    if (!first) continue;
    expect([...wanted].filter((id) => !first.has(id))).toEqual([]);
    const opened = [...folded].filter((id) => !first.has(id));
    const inSight = (id: string) => near.some((one) => id === one || id.startsWith(`${one}.`));
    expect(opened.filter((id) => !inSight(id))).toEqual([]);
    expect(drawn(first)).toBeLessThanOrEqual(shown.size + most);
    // what was open stays open
    for (const { id } of shown.values()) if (!folded.has(id)) expect(first.has(id)).toBe(false);
  }
});

test("what is nearest opens first, and what it brings after all that is in sight", () => {
  const folded = new Set(compounds.flatMap(([id]) => (id.includes(".") ? [] : [id])));
  const [a = "", b = ""] = folded;
  const inner = (id: string) => compounds.flatMap(([one]) => (one.startsWith(`${id}.`) ? [one] : []));

  const first = unfoldedFirst(chart, folded, NONE, [b, a], inner(a).length + inner(b).length);

  expect([a, b].map((id) => first?.has(id))).toEqual([false, false]);
  expect([...inner(a), ...inner(b)].every((id) => first?.has(id))).toBe(true);
});

test("where what is in sight is too large or open already nothing comes first", () => {
  const folded = new Set(["group1"]);

  expect(unfoldedFirst(chart, folded, NONE, ["group1"], 1)).toBeUndefined();
  expect(unfoldedFirst(chart, folded, folded, ["group1"], 1_000)).toBeUndefined();
  expect(unfoldedFirst(chart, folded, NONE, ["group2"], 1_000)).toBeUndefined();
});

test("the states in view are those that are seen there, from the middle outwards", () => {
  const folded = new Set(compounds.flatMap(([id]) => (id.includes(".") ? [] : [id])));
  const picture = drawPicture(sceneOf(chart, names, { level: "map", folded }));
  const { x, y, w, h } = picture.boxes.get("group3") ?? { x: 0, y: 0, w: 0, h: 0 };

  expect(statesInView(picture, { x, y, w, h })).toEqual(["group3"]);
  const [nearest, ...rest] = statesInView(picture, {
    x: x - 5_000,
    y: y - 5_000,
    w: w + 10_000,
    h: h + 10_000,
  });
  expect(nearest).toBe("group3");
  expect([nearest, ...rest].toSorted()).toEqual([...folded].toSorted());
});
