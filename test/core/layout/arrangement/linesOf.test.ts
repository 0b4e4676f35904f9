import fc from "fast-check";
import { expect, test } from "vitest";
import { placeOf } from "#core/chart/places.ts";
import { linesOf } from "#core/layout/arrangement/linesOf.ts";
import { namesOf } from "#core/layout/arrangement/arrangement.ts";
import { compound, families, family, NAMES, only } from "#test/core/layout/arrangement/arbitraries.ts";
import { chartOf } from "#test/core/layout/charts.ts";

test("without an entry each child is a line of its own, in the order of the code", () => {
  const node = family(
    ["c", "a", "b"],
    [
      ["c", "a"],
      ["a", "b"],
      ["b", "c"],
    ],
  );

  expect(linesOf(node, []).lines).toEqual([["c"], ["a"], ["b"]]);
});

test("alternatives share a line, until one of them leads to another", () => {
  const apart = family(
    ["hub", "a", "b", "end"],
    [
      ["hub", "a"],
      ["hub", "b"],
      ["a", "end"],
      ["b", "end"],
    ],
  );
  const chained = family(
    ["hub", "a", "b"],
    [
      ["hub", "a"],
      ["hub", "b"],
      ["a", "b"],
    ],
  );

  expect(linesOf(apart, []).lines).toEqual([["hub"], ["a", "b"], ["end"]]);
  expect(linesOf(chained, []).lines).toEqual([["hub"], ["a"], ["b"]]);
});

test("children that nobody leads to are no alternatives of each other", () => {
  expect(linesOf(family(["a", "b", "c"], []), []).lines).toEqual([["a"], ["b"], ["c"]]);
});

test("a way from inside one child into another counts, a way within a child does not", () => {
  const chart = chartOf(`initial: 'a', states: {
    a: { initial: 'x', states: { x: { on: { GO: '#m.b', ALSO: '#m.c.y', NEXT: 'z' } }, z: {} } }, b: {}, c: { states: { y: {} } } }`);

  expect(linesOf(chart.root, []).lines).toEqual([["a"], ["b", "c"]]);
  expect(linesOf(placeOf(chart, ["a"])!.node, ["a"]).lines).toEqual([["x"], ["z"]]);
});

test("regions of a parallel state have a line each, newcomers too", () => {
  const node = family(
    ["a", "b", "c"],
    [
      ["a", "b"],
      ["a", "c"],
    ],
    "type: 'parallel',",
  );

  expect(linesOf(node, []).lines).toEqual([["a"], ["b"], ["c"]]);
  expect(linesOf(node, [], { lines: [["c", "a"]] }).lines).toEqual([["c", "a"], ["b"]]);
});

test("a newcomer stands behind the sibling that leads to it, else behind the one that the file names before it in the code", () => {
  const node = family(["a", "b", "fromA", "afterIt"], [["a", "fromA"]]);

  expect(linesOf(node, [], { flow: "down", lines: [["a"], ["b"]] })).toEqual({
    flow: "down",
    lines: [
      ["a", "fromA"],
      ["b", "afterIt"],
    ],
  });
});

test("of several that lead to a newcomer the nearest before it in the code counts, else the first", () => {
  const stored = { lines: [["a"], ["b"], ["c"]] };

  expect(
    linesOf(
      family(
        ["a", "b", "new", "c"],
        [
          ["a", "new"],
          ["b", "new"],
          ["c", "new"],
        ],
      ),
      [],
      stored,
    ).lines,
  ).toEqual([["a"], ["b", "new"], ["c"]]);
  expect(
    linesOf(
      family(
        ["new", "a", "b", "c"],
        [
          ["c", "new"],
          ["b", "new"],
        ],
      ),
      [],
      stored,
    ).lines,
  ).toEqual([["a"], ["b", "new"], ["c"]]);
});

test("a newcomer that a newcomer leads to stands behind that one, wherever it is in the code", () => {
  const node = family(
    ["late", "a", "b", "early"],
    [
      ["a", "early"],
      ["early", "late"],
    ],
  );

  expect(linesOf(node, [], { lines: [["b"], ["a"]] }).lines).toEqual([["b"], ["a", "early", "late"]]);
});

test("a newcomer with nobody before it has a line ahead of the others", () => {
  expect(linesOf(family(["a", "b"], []), [], { lines: [["b"]] }).lines).toEqual([["a"], ["b"]]);
});

test("names that the chart lacks are left out, and lines with them; room that was left stays", () => {
  const stored = { lines: [["gone"], [], ["a", "", "gone", "b"], ["a"]] };

  expect(linesOf(family(["a", "b"], []), [], stored).lines).toEqual([[], ["a", "", "b"]]);
});

test("an entry none of whose names is there keeps its flow and else says nothing", () => {
  expect(linesOf(family(["a", "b"], []), [], { flow: "right", lines: [["x"], []] })).toEqual({
    flow: "right",
    lines: [["a"], ["b"]],
  });
});

const cases = fc.record({
  family: families,
  stored: fc.option(compound([...NAMES, "x", "y"]), { nil: undefined }),
});
const full = ({ names, ways }: { names: string[]; ways: [string, string][] }, type = "") =>
  [family(names, ways, type), [] as string[]] as const;

test("law: every child stands exactly once", () => {
  fc.assert(
    fc.property(cases, fc.constantFrom("", "type: 'parallel',"), ({ family: one, stored }, type) => {
      const found = namesOf(linesOf(...full(one, type), stored).lines);

      expect(found.toSorted()).toEqual(one.names.toSorted());
    }),
  );
});

test("law: what the file names keeps its lines and its order", () => {
  fc.assert(
    fc.property(cases, ({ family: one, stored = { lines: [] } }) => {
      const named = namesOf(stored.lines);

      const found = linesOf(...full(one), stored).lines;

      if (one.names.some((name) => named.includes(name)))
        expect(only(found, named)).toEqual(only(stored.lines, one.names));
    }),
  );
});

test("law: without an entry the reading order is that of the code", () => {
  fc.assert(
    fc.property(families, (one) => {
      expect(linesOf(...full(one)).lines.flat()).toEqual(one.names);
    }),
  );
});

test("law: a state that is added and leads to nobody changes nothing else where there is an entry", () => {
  fc.assert(
    fc.property(cases, fc.nat(), fc.subarray(NAMES), ({ family: one, stored }, at, sources) => {
      if (!stored || !one.names.some((name) => namesOf(stored.lines).includes(name))) return;
      const more = {
        names: one.names.toSpliced(at % (one.names.length + 1), 0, "new"),
        ways: [...one.ways, ...sources.map((from): [string, string] => [from, "new"])],
      };

      const before = linesOf(...full(one), stored).lines;
      const after = linesOf(...full(more), stored).lines;

      expect(
        after
          .map((line) => line.filter((name) => name !== "new"))
          .filter((line, i) => line.length > 0 || after[i]?.length === 0),
      ).toEqual(before);
    }),
    { numRuns: 500 },
  );
});

test("law: writing down what is shown changes nothing", () => {
  fc.assert(
    fc.property(cases, ({ family: one, stored }) => {
      const once = linesOf(...full(one), stored);

      expect(linesOf(...full(one), once)).toEqual(once);
    }),
  );
});

test("a chain of 5,000 states that the file does not know is arranged", () => {
  const names = Array.from({ length: 5000 }, (_, i) => `s${i}`);
  const node = family(["a", ...names], [["a", "s0"]]);

  expect(linesOf(node, [], { lines: [["a"]] }).lines).toEqual([["a", ...names]]);
});
