import fc from "fast-check";
import { expect, test } from "vitest";
import { carryDiagnostics } from "#core/diagnostic/carry.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { applyEdits, type Span } from "#core/text/textEdit.ts";

const fault = (at?: Span): Diagnostic => ({
  code: "type-error",
  severity: "error",
  file: "machine",
  facts: {},
  ...(at ? { at } : {}),
});
const text = `guard: "isTrun", target: "main"`;
const word = { from: text.indexOf("isTrun"), to: text.indexOf("isTrun") + 6 };
const carried = (edits: Parameters<typeof carryDiagnostics>[1]) => {
  const [one] = carryDiagnostics([fault(word)], edits);
  return one?.at && applyEdits(text, edits).slice(one.at.from, one.at.to);
};

test("a fault stays on its word, also while that is edited", () => {
  expect(carried([{ from: 0, to: 0, insert: "// a comment\n" }])).toBe("isTrun");
  expect(carried([{ from: 0, to: word.from, insert: "" }])).toBe("isTrun");
  expect(carried([{ from: word.to, to: text.length, insert: "" }])).toBe("isTrun");
  expect(carried([{ from: word.from + 3, to: word.from + 5, insert: "ur" }])).toBe("isTurn");
  expect(carried([{ ...word, insert: "isTurn" }])).toBe("isTurn");
});

test("a fault goes with its word, and with what stood around it", () => {
  expect(carried([{ ...word, insert: "" }])).toBeUndefined();
  expect(carried([{ from: 0, to: text.length, insert: "after: {}" }])).toBeUndefined();
});

test("a fault of the whole file stays, and so does the list while nothing moves", () => {
  const all = [fault(), fault(word)];

  expect(carryDiagnostics(all, [{ from: 0, to: 1, insert: "gg" }])[0]).toBe(all[0]);
  expect(carryDiagnostics(all, [{ from: word.to + 2, to: text.length, insert: "" }])).toBe(all);
});

test("what no edit touches keeps its words", () => {
  const part = fc.string({ minLength: 2, maxLength: 20 });
  /** One edit that leaves the last character of a text alone. */
  const within = (length: number) =>
    fc
      .tuple(fc.nat(length - 1), fc.nat(length - 1), fc.string({ maxLength: 5 }))
      .map(([a, b, insert]) => ({ from: Math.min(a, b), to: Math.max(a, b), insert }));
  const change = fc.tuple(part, fc.string({ maxLength: 8 }), part).chain(([head, middle, tail]) =>
    fc.record({
      before: fc.constant(head + middle + tail),
      at: fc.constant({ from: head.length, to: head.length + middle.length }),
      first: within(head.length),
      last: within(tail.length).map(({ from, to, insert }) => {
        const start = head.length + middle.length + 1;
        return { from: start + from, to: start + to, insert };
      }),
    }),
  );
  fc.assert(
    fc.property(change, ({ before, at, first, last }) => {
      const edits = [first, last];

      const [one] = carryDiagnostics([fault(at)], edits);

      const after = applyEdits(before, edits);
      expect(one?.at && after.slice(one.at.from, one.at.to)).toBe(before.slice(at.from, at.to));
    }),
  );
});
