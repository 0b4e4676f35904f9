import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CODE, SMALL, TITLE } from "#core/layout/content/chips.ts";
import { MAP } from "#core/layout/content/mapContent.ts";

/** A style sheet that is longer has more than one subject. */
const MAX_LINES = 350;

const home = join(import.meta.dirname, "../../..");
const tokens = readFileSync(join(home, "src/app/kit/tokens.css"), "utf8");
const sheets = readdirSync(join(home, "src"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".css"))
  .map((path) => {
    const text = readFileSync(join(home, "src", path), "utf8");
    return { path, lines: text.split("\n").length - 1, text: text.replaceAll(/\/\*[\s\S]*?\*\//g, "") };
  });

/** The declarations of a property whose value says more than a token: `app/kit/Menu.module.css: font-size: 12px`. */
const byHand = (property: string, isFree: (value: string) => boolean): string[] =>
  sheets.flatMap(({ path, text }) =>
    [...text.matchAll(new RegExp(`(?<![-\\w])${property}:\\s*([^;}]+)`, "g"))]
      .filter(([, value = ""]) => !isFree(value.trim()))
      .map(([declaration]) => `${path}: ${declaration}`),
  );
const withoutTokens = (value: string): string =>
  value.replaceAll(/calc\([^;]*var\(--[^;]*\)/g, "").replaceAll(/var\(--[\w-]+(?:, [\w-]+)?\)/g, "");

/** The number of a token: 12 of `--chart-text: 12px`. */
const numberOf = (token: string): number =>
  Number(new RegExp(`--${token}:\\s*([\\d.]+)`).exec(tokens)?.[1] ?? Number.NaN);

test("font sizes are tokens", () => {
  expect(byHand("font-size", (value) => value === "inherit" || withoutTokens(value) === "")).toEqual([]);
  // what stands behind a slash is the height of a line
  expect(
    byHand("font", (value) => !/\d(?:px|em|rem|pt|%)/.test(withoutTokens(value).replaceAll(/\/\S+/g, ""))),
  ).toEqual([]);
});

test("radii are tokens, or half of what they round", () => {
  expect(byHand("border-radius", (value) => value === "50%" || /^[0 ]*$/.test(withoutTokens(value)))).toEqual(
    [],
  );
});

test("layers are tokens", () => {
  expect(
    byHand("z-index", (value) => value === "auto" || /^( !important)?$/.test(withoutTokens(value))),
  ).toEqual([]);
});

test(`no style sheet is longer than ${MAX_LINES} lines`, () => {
  expect(sheets.filter(({ lines }) => lines > MAX_LINES).map(({ path }) => path)).toEqual([]);
});

test("every token that is used is there, and every one that is there is used", () => {
  const used = new Set(
    sheets.flatMap(({ text }) =>
      [...text.matchAll(/var\(--((?:text|radius|layer|chart)\b[\w-]*)/g)].map(([, name]) => name),
    ),
  );
  const declared = new Set(
    [...tokens.matchAll(/--((?:text|radius|layer|chart)\b[\w-]*):/g)].map(([, name]) => name),
  );

  expect([...used].toSorted()).toEqual([...declared].toSorted());
});

describe("the chart has the letters that its layout measures", () => {
  test.each([
    ["chart-title", TITLE],
    ["chart-phase", MAP.title],
    ["chart-text", SMALL],
    ["chart-text", MAP.row],
    ["chart-code", CODE],
  ])("--%s", (token, measured) => {
    expect(numberOf(token)).toBe(measured);
  });
});
