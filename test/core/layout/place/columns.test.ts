import { describe, expect, test } from "vitest";
import { MAX_ROWS_PER_COLUMN } from "#core/layout/place/columns.ts";
import { childrenOf } from "#core/layout/scene/scene.ts";
import { crowdSubject, locales, pictureOf } from "#test/core/layout/place/subjects.ts";

const crowd = crowdSubject();

describe.each(locales)("a card of many rows in %s", (locale) => {
  const picture = pictureOf(crowd, locale, { level: "map" });
  const { scene, boxes, routes } = picture;
  const rowsOf = (card: string) =>
    (childrenOf(scene).get(card) ?? []).flatMap(({ id }) => boxes.get(id) ?? []);

  test.each([
    ["steps", 2],
    ["chain", 3],
    ["fan", 1],
  ] as const)("%s breaks into %i columns, read down and then to the right", (card, count) => {
    const rows = rowsOf(card);
    const lefts = [...new Set(rows.map(({ x }) => x))];

    expect(lefts).toHaveLength(count);
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
    for (const left of lefts) {
      const column = rows.filter(({ x }) => x === left);
      expect(column.length).toBeLessThanOrEqual(MAX_ROWS_PER_COLUMN);
      expect(column.map(({ y }) => y)).toEqual(column.map(({ y }) => y).toSorted((a, b) => a - b));
    }
    expect(rows.map(({ x }) => lefts.indexOf(x))).toEqual(
      rows.map(({ x }) => lefts.indexOf(x)).toSorted((a, b) => a - b),
    );
  });

  test("from each row a line leads to the next, from the last of a column to the first of the next one too", () => {
    const ticks = scene.arrows.filter(({ role, from }) => role === "tick" && from.startsWith("chain."));

    expect(ticks).toHaveLength(39);
    expect(ticks.filter(({ id }) => !routes.has(id))).toEqual([]);
  });
});
