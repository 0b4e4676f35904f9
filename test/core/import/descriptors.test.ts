import fc from "fast-check";
import { expect, test } from "vitest";
import { candidatesByDescriptor, namesWithLonger } from "#core/import/scxml/descriptors.ts";

const name = fc.string({ unit: fc.constantFrom("a", "b", ".", "-", "!"), maxLength: 5 });
const covers = (general: string, special: string) =>
  general === "" || general === special || special.startsWith(`${general}.`);

test("each descriptor lists the transitions that match it, in the order of the document", () => {
  fc.assert(
    fc.property(fc.array(fc.array(name, { maxLength: 4 }), { maxLength: 12 }), (transitions) => {
      const all = [...new Set(transitions.flat())];
      const expected = all.map((special) => [
        special,
        transitions.flatMap((own, i) => (own.some((general) => covers(general, special)) ? [i] : [])),
      ]);
      expect([...candidatesByDescriptor(transitions)]).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
});

test("a name that begins longer ones is found wherever other signs stand between them", () => {
  fc.assert(
    fc.property(
      fc.array(
        name.filter((text) => text !== ""),
        { maxLength: 12 },
      ),
      (names) => {
        const found = namesWithLonger(names);
        for (const general of names)
          expect(found.has(general)).toBe(names.some((special) => special.startsWith(`${general}.`)));
      },
    ),
    { numRuns: 2_000 },
  );
});

test("a thousand unlike descriptors are counted once each", () => {
  let count = 0;
  const transitions = Array.from({ length: 1_000 }, (_, i) => [`e${i}`, `f.${i}`]);

  candidatesByDescriptor(transitions, () => count++);

  expect(count).toBe(2_000);
});
