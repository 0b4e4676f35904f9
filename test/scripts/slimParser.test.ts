import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { parse as parseWhole, type ParserOptions } from "@babel/parser";
import { describe, expect, test } from "vitest";
import { withoutUnused } from "../../scripts/slimParser.ts";

const path = createRequire(import.meta.url).resolve("@babel/parser");
const whole = await readFile(path, "utf8");
const slim = (() => {
  const exports: { parse?: typeof parseWhole } = {};
  // oxlint-disable-next-line no-implied-eval -- it is the text of the parser as the build has it
  new Function("exports", withoutUnused(whole))(exports);
  return exports.parse as typeof parseWhole;
})();
/** Texts that end in the middle of something: a number, a name, a sign of two bytes. */
const ENDS = [
  "5",
  "a % 1",
  "a = 1_0",
  "0x1f",
  "1n",
  "1e3",
  "a",
  "a.#b",
  "\u{20BB7}",
  "'",
  "`",
  "/a/g",
  "//",
  "/*",
  "@",
  "#",
  "\\",
];
const games = (await readdir("machines")).filter((name) => name.endsWith(".machine.ts"));

/** As the reader asks. */
const options = (...plugins: NonNullable<ParserOptions["plugins"]>): ParserOptions => ({
  sourceType: "module",
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  allowUndeclaredExports: true,
  errorRecovery: true,
  attachComment: false,
  createParenthesizedExpressions: true,
  plugins,
});
const TS = options("typescript", "decorators", "decoratorAutoAccessors");
const TSX = options("typescript", "jsx", "decorators", "decoratorAutoAccessors");
const JS = options("jsx", "decorators", "decoratorAutoAccessors");
const LEGACY = options("typescript", "decorators-legacy", "decoratorAutoAccessors");

/** The tree with its errors, or what was thrown. */
function said(read: typeof parseWhole, text: string, how: ParserOptions): string {
  try {
    const tree = read(text, how);
    return JSON.stringify([tree, tree.errors?.map(String)]);
  } catch (error) {
    return String(error);
  }
}
const same = (text: string, how: ParserOptions) => said(slim, text, how) === said(parseWhole, text, how);

/** What proposals and other languages have, which is no code here, and signs that they share with code. */
const FOREIGN = [
  "const a = do { 1 };",
  "const a = async do { await 1 };",
  "const a = b |> c(%);",
  "const a = b |> c(^^);",
  "const a = % + ^ + #;",
  "const a = #{ b: 1 };",
  "const a = #[1];",
  "const a = {| b: 1 |};",
  "const a = [| 1 |];",
  "a::b; ::a.b;",
  "const a = f(?, 1);",
  "const a = module { export let b = 1; };",
  "import module a from 'a';",
  "import source a from 'a';",
  "import defer * as a from 'a';",
  "const a = import.source('a');",
  "export a from 'a';",
  "export a, { b } from 'a';",
  "import a from 'a' assert { type: 'json' };",
  "import a from 'a' with { type: 'json' };",
  "export { a } from 'a' with { type: 'json' };",
  "function* f() { const a = function.sent; }",
  "const a = () => throw new Error();",
  "const { #b: c } = d;",
  "a?.b = 1;",
  "const void = f();",
  "const a = 1m;",
  "const a = %b(c);",
  "const a = %%b%%;",
  "// @flow\ntype A = {| b: ?string |};",
  "opaque type A = string;",
  "const a = <T>(b: T) => b; const c = <T,>(d: T) => d;",
  "class A { accessor b = 1; @c d() {} #e; static { this.f = 1; } }",
  "class A { constructor(@b() readonly c: D) {} }",
  "@a export class B {} export @c class D {}",
  "using a = b; await using c = d;",
  "label: for (const a of b) continue label;",
  "const a = /[\\p{L}--[a-z]]/v;",
  "const a: Set<b<c>> = new Set<b<c>>(); a satisfies d; a!; <e>a;",
  "abstract class A<const in out T> extends B<T> implements C { declare d?: 1; override e!: 2; get f() { return 1 } }",
  "enum A { B = 1, 'C' = 2 } declare module 'a' { const b: unique symbol; } namespace D.E { }",
  "type A = `a${string}` extends infer B extends C ? [d: D, e?: E, ...f: F[]] : { readonly [G in H as I]-?: J };",
  "/* 1 */ f(/* 2 */ a, /* 3 */); // 4\n({ a, /* 5 */ }); [/* 6 */];",
  "async (a) => { for await (const b of a) yield; }",
  "let 名前 = 1, 𠮷 = 2, aͅ = 3, ℮ = 4, \\u{20BB7}b = 5; 名前.𠮷;",
  "let ☃ = 1;",
  "let a\u{1F600} = 1;",
  "new.target; import.meta.url; super.a;",
  "a ?? b || c;",
  "({ a = 1 });",
  "await = 1; yield = 2; let let = 3;",
  "<!-- a\n--> b",
];

describe("the parser without the languages that nobody asks for", () => {
  test.each(games)("reads %s as the whole one does, and every half of it", async (file) => {
    const text = await readFile(`machines/${file}`, "utf8");

    expect(same(text, TS)).toBe(true);
    const cuts = Array.from({ length: 12 }, (_, i) => Math.floor((text.length * (i + 1)) / 13) + i);
    expect(cuts.filter((at) => !same(text.slice(0, at), TS))).toEqual([]);
  });

  test.each([
    ["typescript", TS],
    ["typescript and JSX", TSX],
    ["JavaScript", JS],
    ["older decorators", LEGACY],
  ])("says of what it does not know what the whole one says: %s", (_, how) => {
    expect(FOREIGN.filter((text) => !same(text, how))).toEqual([]);
  });

  test("reads to the end of a text as the whole one does", () => {
    expect(ENDS.filter((text) => !same(text, TS) || !same(text, JS))).toEqual([]);
  });

  test("reads itself as the whole one does", () => {
    expect(same(whole, JS)).toBe(true);
  });

  test("reads JSX as the whole one does", () => {
    expect(same("const a: number = 1; export default <A b={a}>c &amp; d</A>;", TSX)).toBe(true);
    expect(same("export default <a:b {...c} d='&quot;'>{/* e */}<></>{...f}</a:b>;", JS)).toBe(true);
  });

  test("leaves other signs of JSX as they are written, in their place", () => {
    const [one, other] = [slim, parseWhole].map((read) => {
      const tree = read("export default <A>&hearts; &lt; x</A>;\nconst b = 2;", TSX);
      return { places: tree.program.body.map(({ start, end }) => [start, end]), text: JSON.stringify(tree) };
    });

    expect(one?.places).toEqual(other?.places);
    expect(one?.text).toContain("&hearts; < x");
  });

  test("knows the signs of names of this runtime's Unicode", () => {
    const assigned = Array.from({ length: 0x10ffff - 0x80 }, (_, i) => String.fromCodePoint(0x80 + i)).filter(
      (sign) => /\p{Assigned}/u.test(sign),
    );
    const within = assigned.filter((sign) => /\p{ID_Continue}/u.test(sign));
    /** Those at which a range of signs that names begin with begins or ends, in both directions. */
    const edges = assigned.filter((sign, i) => {
      const begins = (one = "") => /^\p{ID_Start}/u.test(one);
      return begins(sign) !== begins(assigned[i - 1]) || begins(sign) !== begins(assigned[i + 1]);
    });

    expect(within.length).toBeGreaterThan(100_000);
    expect(same(`a${within.join("")};`, JS)).toBe(true);
    expect(edges.length).toBeGreaterThan(500);
    expect(edges.flatMap((sign) => [`${sign};`, `a${sign};`]).filter((text) => !same(text, JS))).toEqual([]);
  });

  test("a parser that is built otherwise is told of", () => {
    expect(() => withoutUnused("const mixinPlugins = { jsx, typescript };")).toThrow(/estree, flow/);
    expect(() => withoutUnused(whole.replace("const entities", "const signs"))).toThrow(/entities/);
    expect(() => withoutUnused(whole.replaceAll("parseHackPipeBody", "parsePipe"))).toThrow(
      /parseHackPipeBody/,
    );
  });
});
