import { expect, test } from "vitest";
import { clauseSearch, untranslated } from "#core/find/clauseSearch.ts";
import type { Clause } from "#core/ruleset/ruleset.ts";

const clauses: readonly Clause[] = [
  { id: "G-1", kind: "permission", place: { section: "Draw" } },
  { id: "G-2", kind: "note", notModelled: { en: "points to another page", ja: "別のページを見よ" } },
];
const text = {
  en: { "G-1": "The turn player may Check a card.", "G-2": "See there." },
  ja: { "G-1": "手番のプレイヤーはカードをCheckしてよい。", "G-2": " " },
};
const found = (words: string) =>
  clauses.filter(clauseSearch({ clauses, text }, () => "許可")(words)).map(({ id }) => id);

test.each([
  ["declared in another language", "手番", ["G-1"]],
  ["full width", "ｃｈｅｃｋ", ["G-1"]],
  ["half-width katakana", "ﾌﾟﾚｲﾔｰ", ["G-1"]],
  ["words apart", "プレイヤー  手番", ["G-1"]],
  ["words of two languages", "手番 player", ["G-1"]],
  ["a word that is not there", "手番 nothing", []],
  ["an id", "g-2", ["G-2"]],
  ["a section", "draw", ["G-1"]],
  ["the reason why it is not modelled", "another page", ["G-2"]],
  ["the same in another language", "別のページ", ["G-2"]],
  ["the kind in the reader's words", "許可", ["G-1", "G-2"]],
  ["nothing", "  ", ["G-1", "G-2"]],
])("%s", (_, words, ids) => {
  expect(found(words)).toEqual(ids);
});

test("a clause without a wording in a language, or with an empty one, is untranslated there", () => {
  expect([...untranslated({ clauses, text }, "ja")]).toEqual(["G-2"]);
  expect([...untranslated({ clauses, text }, "en")]).toEqual([]);
  expect([...untranslated({ clauses, text }, "zh-Hant")]).toEqual(["G-1", "G-2"]);
});
