import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@babel/parser";
import { transform } from "sucrase";
import { expect, test } from "vitest";
import { home } from "#test/support/startStudio.ts";
import { guarded } from "../../scripts/guardLoops.ts";

/** How often the countdown is kept while code runs, at most a hundred times. */
function steps(code: string): number {
  let count = 0;
  const $step = () => {
    if (++count >= 100) throw new Error("enough");
  };
  const body = guarded(code).replace(/^import [^;]+;/, "");
  const script = transform(body, { transforms: ["typescript"] }).code;
  try {
    // oxlint-disable-next-line no-new-func
    new Function("$step", script)($step);
  } catch {
    // It was enough.
  }
  return count;
}

test.each([
  ["while", "while (true);"],
  ["while with a block", "while (true) { String(1); }"],
  ["do", "do String(1); while (true)"],
  ["for", "for (;;) ;"],
  ["a list that grows", "const all = [1]; for (const one of all) all.push(one);"],
  ["a count that is set back", "for (let i = 9; i >= 0; i--) i = 9;"],
  ["a function", "function again(n: number): void { if (n < 200) again(n + 1); } again(1);"],
  ["an arrow", "const again = (n: number): number => n > 200 ? 0 : again(n + 1); again(1);"],
  ["a method", "class A { go(n: number): void { if (n < 200) this.go(n + 1); } } new A().go(0);"],
  ["a callback", "const each = (n: number): unknown => [n].map((m) => m < 200 && each(m + 1)); each(0);"],
])("what goes on for ever keeps the countdown: %s", (_, code) => {
  expect(steps(code)).toBe(100);
});

test.each([
  ["a loop that counts down", "for (let i = 9; i >= 0; i--) String(i);"],
  ["a function that goes through nothing", "function name() { return String(1); } name();"],
])("what ends by itself keeps none: %s", (_, code) => {
  expect(steps(code)).toBe(0);
});

test("all of core can be guarded, line for line, and nothing else of it changes", () => {
  const core = readdirSync(join(home, "src/core"), { recursive: true, encoding: "utf8" });
  const files = core.filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"));
  expect(files.length).toBeGreaterThan(300);
  for (const path of files) {
    const code = readFileSync(join(home, "src/core", path), "utf8");
    const after = guarded(code);

    parse(after, { sourceType: "module", plugins: ["typescript"] });
    expect(after.split("\n"), path).toHaveLength(code.split("\n").length);
    const bare = after
      .replace(/^import \{ countStep as \$step \} from "#core\/text\/budget.ts";/, "")
      .replaceAll("$step();", "")
      .replaceAll("$step(), ", "");
    // What is left over are the brackets around bodies that had none.
    expect(bare.replaceAll(/[(){}]/g, ""), path).toBe(code.replaceAll(/[(){}]/g, ""));
  }
});
