import fc from "fast-check";
import { expect, test } from "vitest";
import { namesOf } from "#core/layout/arrangement/arrangement.ts";
import { tidy } from "#core/layout/arrangement/tidy.ts";
import { compound, families, family, NAMES, only } from "#test/core/layout/arrangement/arbitraries.ts";

const jumble = { flow: "right" as const, lines: [["d", "c"], [], ["b", "", "a"]] };

test("each stands in the line behind the last that leads to it; ways back do not count", () => {
  const node = family(
    ["a", "b", "c", "d"],
    [
      ["a", "b"],
      ["a", "c"],
      ["b", "d"],
      ["c", "d"],
      ["d", "a"],
      ["a", "d"],
    ],
  );

  expect(tidy(node, [], jumble)).toEqual({ flow: "right", lines: [["a"], ["b", "c"], ["d"]] });
});

test("in a line they stand as those stand that lead to them", () => {
  const node = family(
    ["a", "b", "c", "d", "e"],
    [
      ["a", "b"],
      ["a", "c"],
      ["c", "d"],
      ["b", "e"],
    ],
  );

  expect(tidy(node, [], { lines: [] }).lines).toEqual([["a"], ["b", "c"], ["e", "d"]]);
});

test("a child that nobody leads to follows the one before it in the code", () => {
  expect(tidy(family(["a", "b", "c"], [["a", "c"]]), [], { lines: [] }).lines).toEqual([["a"], ["b", "c"]]);
});

test("regions of a parallel state have a line each", () => {
  const node = family(["b", "a"], [["b", "a"]], "type: 'parallel',");

  expect(tidy(node, [], { lines: [["a", "b"]] }).lines).toEqual([["b"], ["a"]]);
});

test("of a selection only those are arranged, where the first of them stood", () => {
  const node = family(
    ["a", "b", "c", "d", "e"],
    [
      ["b", "c"],
      ["b", "d"],
    ],
  );

  const after = tidy(node, [], { lines: [["e", "d", "c"], ["a"], ["b"]] }, ["b", "c", "d"]);

  expect(after.lines).toEqual([["e"], ["b"], ["c", "d"], ["a"]]);
});

const cases = fc.record({ one: families, before: compound(), some: fc.subarray(NAMES) });

test("law: every child stands once, ways forward lead to a later line, and doing it again changes nothing", () => {
  fc.assert(
    fc.property(cases, ({ one: { names, ways }, before }) => {
      const node = family(names, ways);
      const after = tidy(node, [], before);

      const lineOf = (name: string) => after.lines.findIndex((line) => line.includes(name));
      expect(namesOf(after.lines).toSorted()).toEqual(names.toSorted());
      for (const [from, to] of ways)
        if (names.indexOf(from) < names.indexOf(to)) expect(lineOf(from)).toBeLessThan(lineOf(to));
      expect(tidy(node, [], after)).toEqual(after);
      expect(tidy(node, [], { lines: [names] }).lines).toEqual(after.lines);
    }),
  );
});

test("law: of a selection nobody else moves", () => {
  fc.assert(
    fc.property(cases, ({ one: { names, ways }, before: { lines }, some }) => {
      const before = {
        lines: [...lines, ...names.filter((name) => !namesOf(lines).includes(name)).map((name) => [name])],
      };
      const chosen = some.filter((name) => names.includes(name));
      if (chosen.length === names.length) return;

      const after = tidy(family(names, ways), [], before, chosen);

      const others = namesOf(before.lines).filter((name) => !chosen.includes(name));
      expect(namesOf(after.lines).toSorted()).toEqual(namesOf(before.lines).toSorted());
      expect(only(after.lines, others)).toEqual(only(before.lines, others));
      expect(tidy(family(names, ways), [], after, chosen)).toEqual(after);
    }),
  );
});
