import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { parse as parseWhole, type ParserOptions } from "@babel/parser";
import { describe, expect, test } from "vitest";
import { withoutUnused } from "../../scripts/slimParser.ts";

const whole = await readFile(createRequire(import.meta.url).resolve("@babel/parser"), "utf8");
const slim = (() => {
  const exports: { parse?: typeof parseWhole } = {};
  // oxlint-disable-next-line no-implied-eval -- it is the text of the parser as the build has it
  new Function("exports", withoutUnused(whole))(exports);
  return exports.parse as typeof parseWhole;
})();
const games = (await readdir("machines")).filter((name) => name.endsWith(".machine.ts"));

describe("the parser without the languages that nobody asks for", () => {
  test.each(games)("reads %s as the whole one does", async (file) => {
    const text = await readFile(`machines/${file}`, "utf8");
    const options: ParserOptions = {
      sourceType: "module",
      errorRecovery: true,
      plugins: ["typescript", "decorators"],
    };

    expect(JSON.stringify(slim(text, options))).toBe(JSON.stringify(parseWhole(text, options)));
  });

  test("reads JSX as the whole one does", () => {
    const options: ParserOptions = { sourceType: "module", plugins: ["typescript", "jsx"] };
    const text = "const a: number = 1; export default <A b={a}>c &amp; d</A>;";

    expect(JSON.stringify(slim(text, options))).toBe(JSON.stringify(parseWhole(text, options)));
  });

  test("leaves other signs of JSX as they are written, in their place", () => {
    const options: ParserOptions = { sourceType: "module", plugins: ["typescript", "jsx"] };
    const [one, other] = [slim, parseWhole].map((read) => {
      const tree = read("export default <A>&hearts; &lt; x</A>;\nconst b = 2;", options);
      return { places: tree.program.body.map(({ start, end }) => [start, end]), text: JSON.stringify(tree) };
    });

    expect(one?.places).toEqual(other?.places);
    expect(one?.text).toContain("&hearts; < x");
  });

  test("a parser that is built otherwise is told of", () => {
    expect(() => withoutUnused("const mixinPlugins = { jsx, typescript };")).toThrow(/estree, flow/);
    expect(() => withoutUnused(whole.replace("const entities", "const signs"))).toThrow(/entities/);
  });
});
