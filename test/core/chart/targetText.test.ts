import { expect, test } from "vitest";
import { bestTarget } from "#core/chart/targetText.ts";
import { chart, chartOf } from "#test/core/edit/applyCommand.ts";

const states = `a: {}, b: { initial: 'c', states: { c: { initial: 'd', states: { d: {} } }, e: { id: 'eid' } } }`;
const { root } = chartOf(chart(states));
const nameless = chartOf(chart(states).replace("id: 'm',", "")).root;

test.each([
  [["a"], ["b"], "b"],
  [["a"], ["a"], "a"],
  [["b"], ["b", "c"], ".c"],
  [["b"], ["b", "c", "d"], ".c.d"],
  [[], ["a"], ".a"],
  [["a"], ["b", "e"], "#eid"],
  [["a"], ["b", "c"], "#m.b.c"],
  [["b", "c"], ["b"], "#m.b"],
  [["b", "c"], [], "#m"],
  [[], [], "#m"],
])("from %j to %j one writes %s", (source, target, text) => {
  expect(bestTarget(root, source, target)).toBe(text);
});

test.each([
  [["a"], ["b", "c"], "b.c"],
  [["b", "c"], ["a"], "#(machine).a"],
  [["b", "c"], [], "#(machine)"],
  [["b", "c", "d"], ["b", "e"], "#eid"],
  [[], [], "."],
])("without an id of the machine, from %j to %j: %s", (source, target, text) => {
  expect(bestTarget(nameless, source, target)).toBe(text);
});

test("where the machine's id is taken from a name, a far state is named by it", () => {
  const { root: named } = chartOf(chart(states).replace("id: 'm',", "id: made,"));

  expect(bestTarget(named, ["b", "c"], ["a"])).toBe("#(machine).a");
});

test.each(["id: made(),", "...others,", "[key]: made,"])(
  "where the machine's id may be code (%s), a far state has no name",
  (id) => {
    const { root: unknown } = chartOf(chart(states).replace("id: 'm',", id));

    expect(bestTarget(unknown, ["b", "c"], ["a"])).toBeUndefined();
    expect(bestTarget(unknown, ["b", "c", "d"], ["b", "e"])).toBe("#eid");
  },
);

test("dots and backslashes in a key are escaped", () => {
  const odd = chartOf(chart(`'a.b': {}, 'c\\\\d': {}, e: {}`)).root;

  expect(bestTarget(odd, ["e"], ["a.b"])).toBe("a\\.b");
  expect(bestTarget(odd, ["e"], ["c\\d"])).toBe("c\\\\d");
});
