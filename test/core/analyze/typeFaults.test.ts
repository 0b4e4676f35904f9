import { expect, test } from "vitest";
import { isReported, typeFaults } from "#core/analyze/typeFaults.ts";
import type { TypeError } from "#core/diagnostic/typeError.ts";
import { readModule } from "#core/read/readModule.ts";

const text = `import { setup } from "xstate";
import { deal } from "cards";
import { limit } from "./limit";
export const toss = setup({
  types: { context: {} as { count: number } },
  guards: { isTurn: () => true },
}).createMachine({
  context: { count: "none" },
  initial: "draw",
  states: { draw: { on: { PASS: { guard: "isTrun", target: "main" } } }, main: {} },
});
`;
const other = `export const second = setup({}).createMachine({ initial: "a", states: { a: { tags: 5 } } });\n`;

const at = (word: string, within = text) => ({
  from: within.indexOf(word),
  to: within.indexOf(word) + word.length,
});
const error = (word: string, code: number, message: string, within = text): TypeError => ({
  code,
  at: at(word, within),
  chain: [{ code, text: message }],
});
const faultsOf = (errors: readonly TypeError[], within = text) =>
  typeFaults(within, readModule(within).charts, errors).map(({ at: span, ...rest }) => ({
    ...rest,
    at: span && within.slice(span.from, span.to),
  }));

test("an error that is understood is told in our words, on its word, with the state it stands in", () => {
  const unknown = error("PASS", 2322, `Type '"isTrun"' is not assignable to type '"isTurn" | undefined'.`);

  expect(faultsOf([unknown])).toEqual([
    {
      code: "guard-not-found",
      severity: "error",
      file: "machine",
      at: `"isTrun"`,
      path: ["draw"],
      facts: { name: "isTrun", near: ["isTurn"] },
    },
  ]);
});

test("any other error keeps TypeScript's words, what comes first and what it comes down to", () => {
  const [first, middle, last] = ["No overload fits.", "Overload 1 of 2.", "A number is no text."];
  const told: TypeError = {
    code: 9999,
    at: at("isTurn"),
    chain: [first!, middle!, last!].map((said) => ({ code: 9999, text: said })),
  };

  const [fault] = faultsOf([told]);

  expect(fault).toMatchObject({
    code: "type-error",
    facts: { message: "No overload fits. A number is no text." },
  });
  expect(fault).not.toHaveProperty("path");
});

test("a message that fills pages is cut", () => {
  const [fault] = faultsOf([error("isTurn", 9999, "x".repeat(5_000))]);

  expect(String(fault?.facts["message"]).length).toBeLessThan(250);
});

test("the same fault that several errors tell is told once", () => {
  const unknown = error("PASS", 2322, `Type '"isTrun"' is not assignable to type '"isTurn"'.`);

  expect(faultsOf([unknown, unknown])).toHaveLength(1);
});

test("of several machines the one that it stands in is named", () => {
  const both = text + other;

  const found = faultsOf(
    [error("tags", 9999, "A tag is a text.", both), error("deal", 9999, "x", both)],
    both,
  );

  expect(found).toMatchObject([{ machine: 1, path: ["a"] }, { at: "deal" }]);
  expect(found[1]).not.toHaveProperty("machine");
});

test("what is told of the same word already is told, quotes or not; a note does not count", () => {
  const span = at("isTrun");
  const told = { code: "guard-not-found", file: "machine", at: at(`"isTrun"`), facts: {} } as const;

  expect(isReported(span, [{ ...told, severity: "error" }])).toBe(true);
  expect(isReported(span, [{ ...told, severity: "info" }])).toBe(false);
  expect(isReported(span, [{ ...told, severity: "error", file: "terms" }])).toBe(false);
  expect(isReported(at("main"), [{ ...told, severity: "error" }])).toBe(false);
});

test("that a value is of the wrong kind is told once, of the value or of its key", () => {
  const key = at("initial");
  const kind = { file: "machine", severity: "error", at: at(`"draw"`), facts: {} } as const;

  expect(isReported(key, [{ ...kind, code: "wrong-type" }])).toBe(true);
  expect(isReported(key, [{ ...kind, code: "initial-not-found" }])).toBe(false);
  expect(isReported(at("context"), [{ ...kind, code: "wrong-type" }])).toBe(false);
});
