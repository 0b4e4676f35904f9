import fc from "fast-check";
import { expect, test } from "vitest";
import { type CompoundLines, keepNames, namesOf } from "#core/layout/arrangement/arrangement.ts";
import { moveRow } from "#core/layout/arrangement/rows.ts";

/** Lines of some keys, each once, with room here and there. */
const compound: fc.Arbitrary<CompoundLines> = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f"), { minLength: 2 }),
    fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 6, maxLength: 6 }),
  )
  .map(([keys, breaks]) => {
    const lines: string[][] = [[]];
    keys.forEach((key, i) => {
      if (breaks[i] === 0) lines.push([]);
      if (breaks[i] === 1) lines.at(-1)?.push("");
      lines.at(-1)?.push(key);
    });
    return { lines: lines.filter((line) => line.length > 0) };
  });

test("a step that is moved stands where it was put, and all others as they stood to each other and in their lines", () => {
  fc.assert(
    fc.property(compound, fc.nat(), fc.nat(), (before, which, where) => {
      const order = namesOf(before.lines);
      const key = order[which % order.length] as string;
      const at = where % (order.length + 1);

      const after = moveRow(before, key, at);

      const others = order.filter((one) => one !== key);
      const wanted = others.toSpliced(at > order.indexOf(key) ? at - 1 : at, 0, key);
      expect(namesOf(after.lines)).toEqual(wanted);
      const without = (lines: CompoundLines["lines"]) =>
        keepNames(lines, (name) => name !== key).map((line) => line.filter((name) => name !== ""));
      expect(without(after.lines)).toEqual(without(before.lines));
    }),
  );
});
