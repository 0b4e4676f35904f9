import { expect, test } from "vitest";
import { trustedErrors } from "#core/analyze/trustedErrors.ts";

const text = `import { deal } from "cards"; import { limit } from "./limit";
deal((card) => card.suit); document.title; thing; thing; Thng;`;

/** The words of which an error is kept; `nth` counts where a word stands several times. */
const kept = (...errors: readonly [word: string, code: number, nth?: number][]) =>
  trustedErrors(
    text,
    errors.map(([word, code, nth = 0]) => {
      let from = -1;
      for (let i = 0; i <= nth; i++) from = text.indexOf(word, from + 1);
      return { code, at: { from, to: from + word.length }, chain: [] };
    }),
  ).map(({ at }) => text.slice(at.from, at.to));

test("a package that is not here is no fault of the file; a file of the project that is missing is one", () => {
  expect(kept([`"cards"`, 2307], [`"./limit"`, 2307], [`"cards"`, 7016])).toEqual([`"./limit"`]);
});

test("of what lies beside a file only scripts can be missing, and none where nobody can look", () => {
  const missing = (specifier: string, alone?: boolean) =>
    trustedErrors(specifier, [{ code: 2307, at: { from: 0, to: specifier.length }, chain: [] }], alone)
      .length;

  const scripts = [`"."`, `".."`, `"../"`, `"./a"`, `"../b/a.js"`, `'./a.machine.mts'`, "`./c.d/a`"];
  expect(scripts.map((one) => missing(one))).toEqual(scripts.map(() => 1));
  expect(scripts.map((one) => missing(one, true))).toEqual(scripts.map(() => 0));
  const others = [`"./a.css"`, `"../sfx/impact.wav"`, `"./a.json"`, `"@/a"`, `"#a"`, `"a"`];
  expect(others.map((one) => missing(one))).toEqual(others.map(() => 0));
});

test("what follows from types that are not here is not told, anything else is", () => {
  expect(kept(["card", 7006, 1], ["suit", 2339], ["thing", 2322])).toEqual(["card", "suit", "thing"]);
  expect(kept([`"cards"`, 2307], ["card", 7006, 1], ["suit", 2339], ["thing", 2322])).toEqual(["thing"]);
});

test("what a page or Node has is no fault", () => {
  expect(kept(["document", 2584], ["document", 2304])).toEqual([]);
});

test("a name that nobody has is told once", () => {
  expect(kept(["thing", 2304], ["thing", 2304, 1], ["Thng", 2552])).toEqual(["thing", "Thng"]);
});
