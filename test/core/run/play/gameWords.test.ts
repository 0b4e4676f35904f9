import { expect, test } from "vitest";
import { gameWords, languageIn } from "#core/run/play/gameWords.ts";
import type { Microstep } from "#core/run/play/microstep.ts";

const kit = {
  labels: {
    ja: {
      "state:turn": "ターン",
      "state:turn.main": "メイン",
      "event:PLAY": "出す",
      "field:PLAY.card": "カード",
      "field:by": "行う人",
      "value:PLAY.face.up": "表",
      "name:trap": "罠",
      "seat:P1": "先手",
    },
  },
  text: { ja: { "1.1": "一枚出す。" } },
  clauses: { turn: ["1.1"], "turn.main": ["1.2"] },
  words: { ja: { reason: { done: "終わりです。" }, fault: {}, seat: { chance: "抽選" } } },
};

test("a game in words: labels where there are some, else the name of its own", () => {
  const words = gameWords(kit, "ja");

  expect(words.event("PLAY")).toBe("出す");
  expect(words.field("PLAY", "card")).toBe("カード");
  expect(words.field("PLAY", "by")).toBe("行う人");
  expect(words.field("PLAY", "count")).toBe("count");
  expect(words.value("PLAY", "face", "up")).toBe("表");
  expect(words.value("PLAY", "card", "trap 7")).toBe("罠 7");
  expect(words.value("PLAY", "card", { id: "trap", cost: 1 })).toBe("罠");
  expect(words.value("PLAY", "at", [1, 2])).toBe("[1,2]");
  expect(["P1", "chance", "P2"].map(words.name)).toEqual(["先手", "抽選", "P2"]);
  expect(words.where(["turn", "turn.main", "clock"])).toBe("メイン · clock");
  expect(words.reason({ code: "done", event: "PLAY" })).toBe("終わりです。");
});

test("clauses of what happened are named once, in order, with their wording", () => {
  const step = {
    taken: [{ clauses: ["1.2"] }],
    entries: [{ clauses: ["1.1"] }, { clauses: ["1.2"] }],
  } as unknown as Microstep;

  expect(gameWords(kit, "ja").clausesOf([step])).toEqual([
    { clause: "1.2", text: undefined },
    { clause: "1.1", text: "一枚出す。" },
  ]);
});

test.each([
  [["zh-TW"], "zh-Hant"],
  [["zh-HK", "en"], "zh-Hant"],
  [["zh-CN"], "en"],
  [["ja-JP"], "ja"],
  [["fr", "ja"], "ja"],
  [["not a tag"], "en"],
  [[], "en"],
])("%j finds %s", (wanted, found) => {
  expect(languageIn({ labels: { en: {}, ja: {}, "zh-Hant": {} } }, wanted)).toBe(found);
});

test("of a kit in one language that one is spoken", () => {
  expect(languageIn(kit, ["en"])).toBe("ja");
});
