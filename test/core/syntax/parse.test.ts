import fc from "fast-check";
import { expect, test } from "vitest";
import { parseExpr } from "#core/expr/parse.ts";
import { readModule } from "#core/read/readModule.ts";
import { parseAlone, parseModule, parsePiece } from "#core/syntax/parse.ts";

/** What may stand before more of the same kind, with what closes it. */
const OPENERS = [
  ["<A>(", ")"],
  ["<A>[", "]"],
  ["<[]>([", "])"],
  ["<A>{ a: ", "}"],
  ["<A,>(x = ", ") => x"],
  ["<A>(x: B = ", ") => x"],
  ["f<A>(", ")"],
  ["f<A>(<B>", ")"],
  ["new F<A>(", ")"],
  ["f<A>`${", "}`"],
  ["async <A>(", ")"],
  ["async <A>(x = ", ") => x"],
  ["async (x = ", ") => x"],
  ["async(", ")"],
  ["(x = ", ") => x"],
  ["(x: A = ", ") => x"],
  ["(", "): A => x"],
  ["a ? (", ") : b"],
  ["a ? (x = ", ") : b => c"],
  ["a ? (x): A => ", " : b"],
  ["a ? async (x = ", ") : A => b : c"],
  ["({ x = ", "}) => x"],
  ["[x = ", "]"],
  ["a < (", ") > b"],
  ["a<b>(", ")"],
  ["x as A<", ">"],
  ["(x: { a: ", "}) => x"],
  ["x satisfies (a: ", ") => A"],
  ["class { @d(", ") x }"],
  ["function (x = ", ") {}"],
  ["`${", "}`"],
] as const;

const nested = (openers: readonly (readonly [string, string])[], levels: number, closed: boolean) => {
  const line = Array.from({ length: levels }, (_, level) => openers[level % openers.length]!);
  const tail = closed ? line.toReversed().map(([, close]) => close) : [];
  return [...line.map(([open]) => open), "x", ...tail].join("");
};

test("a line that doubles the parser's work with each level is given up, with its place", () => {
  const text = `export const a = 1;\nconst b = ${nested([["<A>(", ")"]], 60, true)};\n`;
  const { fault } = parseModule(text, "ts");
  expect(fault?.message).toBe("Type arguments or type assertions are nested too deeply here.");
  expect(text.slice(0, fault?.offset).split("\n")).toHaveLength(2);
  expect(parseAlone(nested([["<A>(", ")"]], 60, true))).toBeUndefined();
  expect(parsePiece(text, { from: 30, to: text.length - 2 }, "ts")).toBeUndefined();
  expect(parseExpr(nested([["<A>(", ")"]], 60, true)).refused).toMatchObject({ what: "too-deep" });
  expect(readModule(text).diagnostics).toMatchObject([{ code: "syntax-error" }]);
});

test("as many levels as a person writes are read", () => {
  for (const openers of OPENERS.slice(0, 4))
    expect(parseModule(`const b = ${nested([openers], 4, true)};`, "ts").fault, openers[0]).toBeUndefined();
});

test("law: whatever is nested in whatever, the parser comes to an end", () => {
  const opener = fc.constantFrom(...OPENERS);
  fc.assert(
    fc.property(fc.array(opener, { minLength: 1, maxLength: 3 }), fc.boolean(), (openers, closed) => {
      const line = nested(openers, 60, closed);
      for (const lang of ["ts", "js"] as const) {
        parseModule(`const b = ${line};`, lang);
        parseAlone(line, lang);
      }
      parseExpr(line);
    }),
    { numRuns: 30 },
  );
});

/** Faults that the parser gets over, and code that it tries in two ways: each try copies all faults so far. */
const faulty = (length: number) => {
  const half = Math.floor(length / 14);
  return "let a;\n".repeat(half) + "a<b;\n".repeat(half);
};

/** What a line may have any number of. */
const REPEATED = [
  "/**/",
  "/* a */ ",
  "/* a */;",
  "/*\u2028*/",
  "a /**/ + /**/",
  "a/**/.b;",
  "f(/**/);",
  "async /**/ (x) => x;",
  "type /**/ A = B;",
  "x as /**/ A;",
  "a /**/ < b;",
  "<A>/**/(x);",
  "`${/**/1}`;",
  "({ /**/ a: 1 });",
  "class { /**/ a = 1 };",
  "/a/ /**/;",
  "'a' /**/;",
  "   ",
  "a;",
  ";",
];

/** Characters that regular expressions go through while something is done. */
function searched(act: () => unknown): number {
  let characters = 0;
  const { exec, test: matches } = RegExp.prototype;
  const counting = <T>(search: (this: RegExp, text: string) => T) =>
    function (this: RegExp, text: string): T {
      const from = this.lastIndex;
      const found = search.call(this, text);
      // A sticky one looks at one place alone.
      if (found || !this.sticky) characters += (found ? this.lastIndex : String(text).length) - from;
      return found;
    };
  RegExp.prototype.test = counting(matches);
  RegExp.prototype.exec = counting(exec);
  try {
    act();
  } finally {
    Object.assign(RegExp.prototype, { exec, test: matches });
  }
  return characters;
}

test.each(REPEATED)("a long line is looked through a few times, whatever it has many of: %s", (piece) => {
  const text = `const q = 1; ${piece.repeat(4_000)}\nexport const m = 1;`;

  expect(searched(() => parseModule(text, "ts"))).toBeLessThan(50 * text.length);
});

test("lines are counted within comments as well", () => {
  const text = "/* a\n b\r\n */ const a = 1; /**/ /*\u2028*/ const b =";

  const { fault } = parseModule(text, "ts");
  const tree = parseModule(`${text} 2 /*\n*/`, "ts").file;

  expect(fault?.offset).toBe(text.length);
  expect(tree?.loc?.end).toMatchObject({ line: 5, column: 2 });
  expect(tree?.program.body[1]?.loc?.start.line).toBe(4);
  expect(tree?.comments?.map(({ value }) => value)).toEqual([" a\n b\r\n ", "", "\u2028", "\n"]);
});

test("a text with a fault is read beyond it, but for a long one: the parser's work would grow with the square of the faults", () => {
  const [short, long] = [parseModule(faulty(9_000), "ts"), parseModule(faulty(360_000), "ts")];
  expect(short.file?.errors?.length).toBeGreaterThan(100);
  expect(long).toEqual({
    file: undefined,
    fault: { message: "Identifier 'a' has already been declared.", offset: "let a;\nlet ".length },
  });
});

test("a long text without faults is read like a short one", () => {
  const line =
    "export const f = async <T,>(a: T, b = a as T ? (a) : b): Promise<T> => (a < b ? a : await g<T>(b));\n";
  const text = line.replace("export const f", "const f") + "(f<g>(h)), a < (b > c), <T>(d);\n".repeat(6_000);
  const { file, fault } = parseModule(text, "ts");
  expect(fault).toBeUndefined();
  expect(file?.program.body).toHaveLength(6_001);
});

test("a piece with a fault that the parser gets over is no expression", () => {
  const text = `({ __proto__: a, "__proto__": b, ${"c: 01,".repeat(60_000)} })`;
  expect(parsePiece(text, { from: 0, to: text.length }, "ts")).toBeUndefined();
  expect(parsePiece("x = { a: 1 }", { from: 4, to: 12 }, "ts")).toMatchObject({ start: 4, end: 12 });
});
