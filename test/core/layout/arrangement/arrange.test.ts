import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addGap,
  moveByKey,
  moveInto,
  removeGap,
  swapFlow,
  type Way,
} from "#core/layout/arrangement/arrange.ts";
import { type CompoundLines, type Line, namesOf } from "#core/layout/arrangement/arrangement.ts";
import { compound, NAMES, only } from "#test/core/layout/arrangement/arbitraries.ts";

const of = (lines: readonly Line[]): CompoundLines => ({ flow: "down", lines });
const review = of([["draft"], ["inReview", "changes"], ["approved"], ["published"]]);

test("a state that is dropped between two lines is a line of its own", () => {
  expect(moveInto(review, ["changes"], { newLine: 2 }).lines).toEqual([
    ["draft"],
    ["inReview"],
    ["changes"],
    ["approved"],
    ["published"],
  ]);
});

test("a state that is dropped into a line stands before what is there, its own line goes", () => {
  expect(moveInto(review, ["draft"], { line: 1, at: 1 }).lines).toEqual([
    ["inReview", "draft", "changes"],
    ["approved"],
    ["published"],
  ]);
});

test("places count with what is moved still in its old place", () => {
  expect(moveInto(of([["a", "b", "c"]]), ["a"], { line: 0, at: 2 }).lines).toEqual([["b", "a", "c"]]);
  expect(moveInto(of([["a"], ["b"], ["c"]]), ["a"], { newLine: 3 }).lines).toEqual([["b"], ["c"], ["a"]]);
});

test("several states keep the lines they stood in as new lines, and their order in a line", () => {
  const lines = of([["a", "x"], ["b", "c"], ["y"]]);

  expect(moveInto(lines, ["c", "b", "a"], { newLine: 3 }).lines).toEqual([["x"], ["y"], ["a"], ["b", "c"]]);
  expect(moveInto(lines, ["c", "a"], { line: 2, at: 0 }).lines).toEqual([["x"], ["b"], ["a", "c", "y"]]);
});

test("a state that comes from another compound comes in", () => {
  expect(moveInto(of([["a"]]), ["new"], { line: 0, at: 1 }).lines).toEqual([["a", "new"]]);
  expect(moveInto(of([]), ["new"], { newLine: 0 }).lines).toEqual([["new"]]);
});

test("along its line a key changes places with the neighbour, and stops at the end", () => {
  const lines = of([["a", "b", "c"]]);

  expect(moveByKey(lines, ["a"], "right", "down").lines).toEqual([["b", "a", "c"]]);
  expect(moveByKey(lines, ["a", "b"], "right", "down").lines).toEqual([["c", "a", "b"]]);
  expect(moveByKey(lines, ["a"], "left", "down")).toBe(lines);
  expect(moveByKey({ lines: [["a", "b"]] }, ["a"], "down", "right").lines).toEqual([["b", "a"]]);
});

test("across its line a key leads out into a line of its own, and on into the next", () => {
  const lines = of([["a", "b"], ["c"], ["d"]]);

  const out = moveByKey(lines, ["a"], "down", "down");
  const into = moveByKey(out, ["a"], "down", "down");

  expect(out.lines).toEqual([["b"], ["a"], ["c"], ["d"]]);
  expect(into.lines).toEqual([["b"], ["c", "a"], ["d"]]);
  expect(moveByKey(into, ["a"], "up", "down")).toEqual(out);
  expect(moveByKey(of([["a"], ["b"]]), ["a"], "up", "down").lines).toEqual([["a"], ["b"]]);
});

test("several whole lines go past the next one together", () => {
  const lines = of([["a"], ["b"], ["c", "d"], ["e"]]);

  const after = moveByKey(lines, ["a", "b"], "down", "down");

  expect(after.lines).toEqual([["c", "d"], ["a"], ["b"], ["e"]]);
  expect(moveByKey(after, ["a", "b"], "up", "down")).toEqual(lines);
});

test("room is left and taken away", () => {
  const lines = of([["a", "b"], ["c"]]);

  expect(addGap(lines, { line: 0, at: 1 }).lines).toEqual([["a", "", "b"], ["c"]]);
  expect(addGap(lines, { newLine: 1 }).lines).toEqual([["a", "b"], [], ["c"]]);
  expect(removeGap(lines, { newLine: 1 })).toBe(lines);
  expect(removeGap(lines, { line: 0, at: 1 })).toBe(lines);
});

test("rows become columns; an open flow is that of the picture", () => {
  expect(swapFlow(review, "right").flow).toBe("right");
  expect(swapFlow({ lines: [] }, "right").flow).toBe("down");
});

const place = fc.oneof(fc.record({ line: fc.nat(9), at: fc.nat(9) }), fc.record({ newLine: fc.nat(9) }));
const keys = fc.subarray([...NAMES, "new"], { minLength: 1 });
const way = fc.constantFrom<Way>("left", "right", "up", "down");

test("law: moving loses nobody, brings in only whom it names, and the others keep their order and their lines", () => {
  fc.assert(
    fc.property(compound(), keys, place, (before, moved, to) => {
      const after = moveInto(before, moved, to);

      const names = namesOf(before.lines);
      const others = names.filter((name) => !moved.includes(name));
      expect(namesOf(after.lines).toSorted()).toEqual([...new Set([...names, ...moved])].toSorted());
      expect(only(after.lines, others)).toEqual(only(before.lines, others));
      expect(after.flow).toBe(before.flow);
    }),
  );
});

test("law: what is dropped on a place stands there", () => {
  fc.assert(
    fc.property(compound(), fc.constantFrom(...NAMES), place, (before, key, to) => {
      const after = moveInto(before, [key], to).lines;

      const [at] = after.flatMap((line, i) => (line.includes(key) ? [i] : []));
      const own = after[at!]!.filter((name) => name !== "");
      if ("newLine" in to || to.line >= before.lines.length) expect(own).toEqual([key]);
      else {
        const rest = before.lines[to.line]!.filter((name) => name !== "" && name !== key);
        expect(own.filter((name) => name !== key)).toEqual(rest);
      }
    }),
  );
});

test("law: a key moves only those that it is pressed for", () => {
  fc.assert(
    fc.property(compound(), keys, way, fc.constantFrom("down", "right"), (before, moved, to, shown) => {
      const chosen = moved.filter((name) => namesOf(before.lines).includes(name));
      const after = moveByKey(before, chosen, to, shown);

      const others = namesOf(before.lines).filter((name) => !chosen.includes(name));
      expect(namesOf(after.lines).toSorted()).toEqual(namesOf(before.lines).toSorted());
      expect(only(after.lines, others)).toEqual(only(before.lines, others));
    }),
  );
});

test("law: every step of a state that has its own line can be taken back", () => {
  const back = { left: "right", right: "left", up: "down", down: "up" } as const;
  fc.assert(
    fc.property(compound(), fc.constantFrom(...NAMES), way, (before, key, to) => {
      const alone = moveInto(before, [key], { newLine: 2 });

      const there = moveByKey(alone, [key], to, "down");

      if (there !== alone) expect(moveByKey(there, [key], back[to], "down")).toEqual(alone);
    }),
  );
});

test("law: by keys a state gets to every line, and into a line of its own between any two", () => {
  fc.assert(
    fc.property(compound(), fc.constantFrom(...NAMES), (before, key) => {
      let now = moveInto({ ...before, flow: "down" }, [key], { newLine: 0 });
      const others = only(
        now.lines,
        NAMES.filter((name) => name !== key),
      );
      const met = new Set<string>();
      for (let i = 0; i < 40; i++, now = moveByKey(now, [key], "down", "down")) {
        const names = only(now.lines, NAMES);
        const at = names.findIndex((line) => line.includes(key));
        met.add(names[at]!.length === 1 ? `before ${at}` : `in ${at}`);
      }

      expect(met).toEqual(
        new Set([...others.flatMap((_, i) => [`before ${i}`, `in ${i}`]), `before ${others.length}`]),
      );
    }),
  );
});

test("law: room that is left can be taken away again", () => {
  fc.assert(
    fc.property(compound(), place, (before, to) => {
      if ("line" in to && to.line >= before.lines.length) return;
      const at =
        "line" in to
          ? { line: to.line, at: Math.min(to.at, before.lines[to.line]!.length) }
          : { newLine: Math.min(to.newLine, before.lines.length) };

      expect(removeGap(addGap(before, at), at)).toEqual(before);
    }),
  );
});
