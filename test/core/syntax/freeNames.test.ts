import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { freeNames } from "#core/syntax/freeNames.ts";
import { treeOf } from "#core/syntax/tree.ts";

const free = (text: string): string[] => {
  const tree = treeOf(text);
  if (!tree) throw new Error("The text cannot be parsed");
  return freeNames(tree.program, { exceptTypeof: true }).map((node) => String(node["name"]));
};

test("a name that nothing declares is free wherever it stands for a value", () => {
  expect(
    free(`a; b.c; d(e, ...f); const x = { g, h: i, [j]: 1, k() { return l; } }; \`\${m}\`; n = 1;`),
  ).toEqual(["a", "b", "d", "e", "f", "g", "i", "j", "l", "m", "n"]);
});

test.each([
  `import a, { b as c } from "x"; import * as d from "y"; a; c; d;`,
  `function f(a, { b, c: [d = a], ...e }) { return [f, a, b, d, e, arguments]; }`,
  `f(); function f() {} var g = () => { { var h = 1; } return h; };`,
  `for (const a of []) a; for (let i = 0; i < 1; i++) i; for (const k in {}) k;`,
  `try {} catch (e) { e; } try {} catch ({ message }) { message; }`,
  `class A { b = 1; static c() { return A; } } const D = class E { f() { return E; } }; D;`,
  `enum E { A, B = A } E.A; namespace N { export const n = 1; } N;`,
  `type T = U; interface I extends J { k: L } let x: M<N> = 1 as O; x satisfies P; function f<Q>(r: Q): asserts r is S {}`,
  `switch (1) { case 1: const a = 1; a; }`,
  `typeof nowhere; import.meta.url; label: for (;;) { break label; }`,
  `declare const a: number; declare function f(): void; a; f();`,
  `export type { Gone }; type Local = 1; export default Local;`,
  `import type { Only } from "x"; const x: Only = 1; x;`,
])("what a module declares for itself is not free: %s", (text) => {
  expect(free(text)).toEqual([]);
});

test("what is imported as a type, and what is declared in another function, is free as a value", () => {
  expect(free(`import type { A } from "x"; import { type B } from "x"; A; B;`)).toEqual(["A", "B"]);
  expect(free(`function f() { const inner = 1; } inner;`)).toEqual(["inner"]);
  expect(free(`{ let block = 1; } block;`)).toEqual(["block"]);
});

test("the shipped machines use nothing that they do not declare or that is not of the language", () => {
  for (const name of readdirSync("machines").filter((one) => one.endsWith(".ts")))
    expect(free(readFileSync(`machines/${name}`, "utf8")).filter((one) => !(one in globalThis))).toEqual([]);
});
