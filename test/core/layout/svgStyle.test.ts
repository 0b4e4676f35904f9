import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { svgStyle } from "#core/layout/svgStyle.ts";

const hex = (colour: string): string => {
  const parts = /^rgba\((\d+), (\d+), (\d+)/.exec(colour)?.slice(1) ?? [];
  return parts.length === 3
    ? `#${parts.map((one) => Number(one).toString(16).padStart(2, "0")).join("")}`
    : colour;
};
const [light = "", dark = ""] = readFileSync("src/app/kit/tokens.css", "utf8").split(
  `:root[data-theme="dark"]`,
);
const tokensIn = (css: string) =>
  new Map([...css.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = "", value = ""]) => [name, hex(value)]));
const [byDay, byNight] = [tokensIn(light), tokensIn(dark)];

const coloursOf = (css: string) =>
  [...css.matchAll(/^([.\w,-]+)\{(?:fill|stroke):(#\w+)\}$/gm)].map(([, what, colour]) => [what, colour]);

test("the picture has the studio's colours, light and dark", () => {
  const [day, night] = [coloursOf(svgStyle("light", "en", true)), coloursOf(svgStyle("dark", "en", true))];

  expect(day.length).toBeGreaterThan(10);
  for (const [i, [what, colour]] of day.entries()) {
    const names = [...byDay].filter(([, value]) => value === colour).map(([name]) => name);
    expect([what, names.map((name) => byNight.get(name))]).toEqual([
      what,
      expect.arrayContaining([night[i]?.[1]]),
    ]);
  }
});

test("auto is the light one with the dark one for those who ask for it", () => {
  const [head, night] = svgStyle("auto", undefined).split("@media (prefers-color-scheme:dark)");

  expect(head?.trim()).toBe(svgStyle("light", undefined));
  for (const [, colour] of coloursOf(svgStyle("dark", undefined))) expect(night).toContain(colour);
});

test("Chinese characters have the forms of the labels' language", () => {
  const first = (lang: string) => /"Noto Sans (JP|TC)"/.exec(svgStyle("auto", lang))?.[1];

  expect([first("ja"), first("zh-Hant"), first("en")]).toEqual(["JP", "TC", "JP"]);
});
