import { expect, test } from "vitest";
import { clauseText, idOfKey, labelOf, textIn } from "#core/ruleset/labels.ts";

const ruleset = {
  labels: { ja: { "state:turn.main": "メイン", "event:PASS": "" } },
  text: { en: { "A-1": "Draw." } },
};

test("a name is found by language and key", () => {
  expect(labelOf(ruleset, "ja", "state:turn.main")).toBe("メイン");
});

test("without a name the last part of the id is shown", () => {
  expect(labelOf(ruleset, "en", "state:turn.main")).toBe("main");
  expect(labelOf(ruleset, "ja", "event:PASS")).toBe("PASS");
  expect(labelOf(undefined, "ja", "guard:isTurn")).toBe("isTurn");
  expect(idOfKey("value:DEPLOY.name.Aoi")).toBe("Aoi");
});

test("names of Object.prototype are not found as texts", () => {
  expect(labelOf({ labels: { ja: {} } }, "constructor", "toString:x")).toBe("x");
  expect(clauseText(ruleset, "en", "constructor")).toBeUndefined();
});

test("a text falls back to other languages", () => {
  expect(textIn({ ja: "回" }, "en")).toBe("回");
  expect(textIn({ ja: "回", en: "turn" }, "zh-Hant")).toBe("turn");
  expect(textIn(undefined, "en")).toBe("");
});
