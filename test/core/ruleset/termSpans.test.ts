import { expect, test } from "vitest";
import type { Term } from "#core/ruleset/ruleset.ts";
import { termSpans } from "#core/ruleset/termSpans.ts";

const term = (id: string, words: Omit<Term, "id">): Term => ({ id, ...words });
const terms: Term[] = [
  term("layer", { terms: { en: "layer", ja: "レイヤー", "zh-Hant": "層" } }),
  term("turn", { terms: { en: "turn", ja: "ターン" } }),
  term("phase", {
    terms: { en: "phase", ja: "フェイズ", "zh-Hant": "階段" },
    forbidden: { ja: ["フェーズ"] },
  }),
  term("field", { terms: { en: "field", ja: "場", "zh-Hant": "場上" } }),
  term("tapped", { terms: { en: "tapped", ja: "タップ" }, forms: { en: ["tap", "untapped"] } }),
  term("set-card", { terms: { en: "Set card", ja: "セットカード" } }),
  term("set", { terms: { en: "set", ja: "セット" }, forbidden: { en: ["card", "round"] } }),
];
const found = (text: string, locale: string) =>
  termSpans(text, locale, terms).map(
    ({ term: { id }, forbidden, from, to }) => `${forbidden ? "not " : ""}${id}: ${text.slice(from, to)}`,
  );

test.each([
  ["プレイヤーは引く。", []],
  ["リセットする。", []],
  ["アンタップする。", []],
  ["ゲームプレイヤーのカードリセット", []],
  ["レイヤーを解決する。", ["layer: レイヤー"]],
  ["全てのレイヤーステップ", ["layer: レイヤー"]],
  ["ドローフェイズに、ターンプレイヤーが", ["phase: フェイズ", "turn: ターン"]],
  ["メインフェーズ", ["not phase: フェーズ"]],
])("a katakana word may be part of a compound, never of another word: %s", (text, told) => {
  expect(found(text, "ja")).toEqual(told);
});

test.each([
  ["自分の場に出す。", ["field: 場"]],
  ["引けない場合は、その場所に置く。", []],
  ["登場させる。", []],
])("in Japanese a word of one kanji touches no other kanji: %s", (text, told) => {
  expect(found(text, "ja")).toEqual(told);
});

test("Chinese has no spaces, so its words are met wherever they stand", () => {
  expect(found("觸發層在自己場上結算，進入抽牌階段。", "zh-Hant")).toEqual([
    "layer: 層",
    "field: 場上",
    "phase: 階段",
  ]);
});

test("a Latin word is met whole, in any case, with a plural s and in the forms listed for it", () => {
  expect(found("Layers resolve; a player returns.", "en")).toEqual(["layer: Layer"]);
  expect(found("Tap an untapped card.", "en")).toEqual(["tapped: Tap", "tapped: untapped", "not set: card"]);
  expect(found("A tapir.", "en")).toEqual([]);
});

test("where two overlap the longer one counts", () => {
  expect(found("one Set card of the set", "en")).toEqual(["set-card: Set card", "set: set"]);
});

test("another glossary finds other words in the same text", () => {
  expect(termSpans("a round set", "en", [])).toEqual([]);
  expect(found("a round set", "en")).toEqual(["not set: round", "set: set"]);
});
