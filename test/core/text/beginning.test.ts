import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { beginning } from "#core/text/beginning.ts";

test("a text of the usual size is shown whole: every machine of the games is", () => {
  for (const file of readdirSync("machines").filter((name) => name.endsWith(".ts"))) {
    const text = readFileSync(`machines/${file}`, "utf8");
    expect(beginning(text)).toBe(text);
  }
});

test("of a literal of 5 MB no more than a bounded part is laid out, whatever its lines", () => {
  for (const one of ["x", "x\n", "🎴"]) {
    const shown = beginning(`const all = "${one.repeat((5 * 1024 * 1024) / one.length)}";`);
    expect(shown.length).toBeLessThanOrEqual(300_001);
    expect(shown.endsWith("…")).toBe(true);
    expect(() => encodeURIComponent(shown)).not.toThrow();
  }
});
