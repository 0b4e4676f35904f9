import fc from "fast-check";
import { readFile, readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { countWork } from "#core/run/play/countWork.ts";
import { freshMark, withoutCounting, workCounter, workMeter } from "#core/run/play/workCounter.ts";
import { stripTypes } from "#adapters/sandbox/stripTypes.ts";

/** What a module's text gives for `result`, and how much work it counted. */
function run(text: string, limit = 10_000): { result: unknown; work: number } {
  let work = 0;
  const meter = workMeter();
  meter.begin(limit);
  const count = () => (work++, meter.count());
  // oxlint-disable-next-line no-new-func
  const body = new Function(workCounter, `${stripTypes(countWork(text, "ts"))}\nreturn result;`);
  return { result: (body as (count: () => void) => unknown)(count), work };
}

describe("counted work", () => {
  test.each<[string, string, unknown, number]>([
    ["a round of for", "let result = 0; for (let i = 0; i < 5; i++) result += i;", 10, 5],
    ["a round of for with a block", "let result = 0; for (let i = 0; i < 5; i++) { result += i; }", 10, 5],
    ["a round of for that only steps", "let result = 0; for (; result < 5; result++);", 5, 5],
    ["a round of while", "let result = 0; while (result < 5) result++;", 5, 5],
    ["a round of do", "let result = 0; do result++\nwhile (result < 5)", 5, 5],
    [
      "a round of for of",
      "let result = 0; for (const n of [1, 2, 3]) if (n > 1) result += n; else result--;",
      4,
      3,
    ],
    ["a round of for in", "let result = ''; for (const k in { a: 1, b: 2 }) result += k", "ab", 2],
    [
      "rounds of loops in loops",
      "let result = 0; for (const a of [1, 2]) for (const b of [1, 2]) result += a * b",
      9,
      6,
    ],
    [
      "a round that is labelled",
      "let result = 0; out: for (;;) { for (;;) { if (++result > 3) break out; } }",
      4,
      5,
    ],
    ["a call of a function", "function f(): number { return 1; } const result = f() + f();", 2, 2],
    ["a call of an arrow function", "const f = (x: number): number => x + 1; const result = f(f(1));", 3, 2],
    ["a call of one that gives an object", "const f = () => ({ a: 1 }); const result = f();", { a: 1 }, 1],
    [
      "a call of one that gives a function",
      "const f = (a: number) => (b: number) => a + b as number; const result = f(1)(2);",
      3,
      2,
    ],
    [
      "a call of a method, a getter and a constructor",
      "class A { x; constructor() { this.x = 1; } get y() { return this.x; } z() { return this.y; } } const result = new A().z();",
      1,
      3,
    ],
    [
      "a call of a constructor that has a class above it",
      "class A { x = 1; } class B extends A { y: number; constructor() { super(); this.y = 2; } } const result = new B().y;",
      2,
      1,
    ],
    [
      "a call of a method of an object",
      "const result = { f() { return 7; }, get g() { return this.f(); } }.g;",
      7,
      2,
    ],
    [
      "the first answer and each round of a generator",
      "function* g() { for (let i = 0; i < 3; i++) yield i; } const result = [...g()];",
      [0, 1, 2],
      4,
    ],
    [
      "a function with a directive",
      "function f(this: unknown) { 'use strict'\nreturn this; } const result = f();",
      undefined,
      1,
    ],
    [
      "a loop that ends where a function ends",
      "let f = (n: number) => n; for (const n of [2]) f = (m: number) => m * n\nconst result = f(4)",
      8,
      2,
    ],
  ])("%s", (_, text, result, work) => {
    expect(run(text)).toEqual({ result, work });
  });

  test("ends a loop that never ends, however the machine catches it", () => {
    expect(() => run("let result; for (;;) { try { for (;;) {} } catch {} }")).toThrow("More than 10000");
    expect(() => run("let result; while (true) { try { continue; } finally { continue; } }")).toThrow(
      "More than",
    );
    expect(() =>
      run(
        "let result; const f = (n: number): number => f2(n) + f2(n); const f2 = (n: number): number => n > 40 ? 1 : f(n + 1); f(0);",
      ),
    ).toThrow("More than");
    const caught = "let result = 0; try { for (;;) {} } catch { result = 1; }";
    expect(run(caught).result).toBe(1);
  });

  test("tells where the machine was when it came to too much, and nothing of what came after", () => {
    const meter = workMeter();
    meter.begin(2);
    meter.hear({ guard: "first" });
    meter.count();
    meter.hear({ guard: "second" });
    meter.count();
    expect(meter.stoppedAt).toBeUndefined();
    expect(() => meter.count()).toThrow();
    meter.hear({ guard: "third" });
    expect(() => meter.count()).toThrow();

    expect(meter.stoppedAt).toEqual({ guard: "second" });
    meter.begin(2);
    expect(meter.stoppedAt).toBeUndefined();
  });

  test("a text that cannot be parsed stays as it is", () => {
    expect(countWork("for (;;) {", "ts")).toBe("for (;;) {");
  });

  test("functions have their text, name and length, and every line stands where it stood", async () => {
    const texts = await Promise.all(
      (await readdir("machines"))
        .filter((name) => name.endsWith(".machine.ts"))
        .map((name) => readFile(`machines/${name}`, "utf8")),
    );
    expect(texts.length).toBeGreaterThan(4);
    for (const text of texts) {
      const counted = countWork(text, "ts");
      expect(withoutCounting(counted, freshMark([text]))).toBe(text);
      expect(counted.split("\n").length).toBe(text.split("\n").length);
    }
    const { result } = run(
      "const named = (a: number, b: number) => a + b; const result = [named.name, named.length, String(named)];",
    );
    expect(result).toEqual(["named", 2, expect.any(String)]);
    expect(withoutCounting((result as string[])[2] ?? "", freshMark([]))).toBe("(a, b) => a + b");
  });

  test("a text that has the mark of counting itself has its text all the same", () => {
    const text = `const f = () => "/*\u27f2*/ a /*\u27f2*/" /*\u27f2\u27f2*/; class C { p = "/*\u27f2*/" } while (false) f();`;
    const mark = freshMark([text, "/*\u27f2\u27f2\u27f2*/"]);

    expect(mark).toBe("/*\u27f2\u27f2\u27f2\u27f2*/");
    expect(countWork(text, "ts", mark)).not.toBe(text);
    expect(withoutCounting(countWork(text, "ts", mark), mark)).toBe(text);
  });

  test("programs of nested loops and functions give what they gave, and count the same each time", () => {
    const expression = fc.letrec<{ value: string; statement: string }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom("1", "n", "n + 1"),
        tie("value").map((v) => `((m) => m + ${v})(2)`),
        tie("value").map((v) => `(() => () => ${v})()()`),
        tie("value").map((v) => `(function () { return ${v}; })()`),
        tie("value").map((v) => `({ f() { return ${v}; } }).f()`),
        tie("statement").map((s) => `(() => { let t = 0; ${s} return t; })()`),
      ),
      statement: fc.oneof(
        { depthSize: "small" },
        tie("value").map((v) => `t += ${v};`),
        tie("statement").map((s) => `for (let i = 0; i < 2; i++) ${s}`),
        tie("statement").map((s) => `for (const k of [1, 2]) if (k > 1) ${s} else t--;`),
        tie("statement").map((s) => `{ let j = 0; while (j++ < 2) ${s} }`),
        tie("statement").map((s) => `{ let j = 0; do ${s} while (j++ < 1); }`),
        tie("statement").map((s) => `for (const k in { a: 1 }) { ${s} }`),
      ),
    })).statement;
    fc.assert(
      fc.property(expression, (statement) => {
        const text = `const n = 3; let t = 0; ${statement} const result = t;`;
        // oxlint-disable-next-line no-new-func
        const plain: unknown = new Function(`${text}\nreturn result;`)();
        const first = run(text, Infinity);
        expect(first.result).toBe(plain);
        expect(run(text, Infinity)).toEqual(first);
        expect(withoutCounting(countWork(text, "ts"), freshMark([text]))).toBe(text);
      }),
      { numRuns: 300 },
    );
  });
});
