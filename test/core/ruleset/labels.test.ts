import { expect, test } from "vitest";
import { readModule } from "#core/read/readModule.ts";
import {
  clauseText,
  contextLabelKeys,
  idOfKey,
  innerContextPaths,
  labelOf,
  textIn,
} from "#core/ruleset/labels.ts";

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

test("what lies within the context has a path that passes lists over", () => {
  const chart = readModule(`
    interface Card { name: string; kind: "a" | "b" }
    interface Player { id: string; hand: Card[]; box: { top: Card | null } }
    export const machine = setup({ types: { context: {} as { turn: number; players: Player[] } } }).createMachine({});
  `).charts[0]!;

  expect(innerContextPaths(chart)).toEqual([
    "players.id",
    "players.hand",
    "players.hand.name",
    "players.hand.kind",
    "players.box",
    "players.box.top",
    "players.box.top.name",
    "players.box.top.kind",
  ]);
});

test("a part of the context is named by its path, or by the end of it; readings go by their input", () => {
  expect(contextLabelKeys("players[1].hand[0].name")).toEqual([
    "context:players.hand.name",
    "context:hand.name",
    "context:name",
  ]);
  expect(contextLabelKeys("toAct.0")).toEqual(["context:toAct"]);
  expect(contextLabelKeys("readings.serveBlock")).toEqual([
    "context:readings.serveBlock",
    "input:serveBlock",
    "context:serveBlock",
  ]);
});
