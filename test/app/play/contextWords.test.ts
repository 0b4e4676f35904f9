import { expect, test } from "vitest";
import type { JsonObject } from "#core/text/json.ts";
import { thingName } from "#core/ruleset/labels.ts";
import { partName, pathName } from "#app/play/contextWords.ts";

const words: Record<string, string> = {
  "context:players": "プレイヤー",
  "context:hand": "手札",
  "context:players.box.hand": "箱の札",
  "seat:P2": "後手",
  "name:Ace": "エース",
  "value:context.name.uncheck": "未Checkに戻す",
  "name:trap": "罠",
};
const label = (key: string) => words[key];
const context: JsonObject = {
  players: [
    { id: "P1", hand: 4 },
    { id: "P2", hand: 5, box: { hand: 1 } },
  ],
  dice: [3, 6],
};

test("a change is told with the names of all that it lies in", () => {
  expect(pathName(label, "players[0].hand", context)).toBe("プレイヤー › P1 › 手札");
  expect(pathName(label, "players[1].hand", context)).toBe("プレイヤー › 後手 › 手札");
  expect(pathName(label, "players[1].box.hand", context)).toBe("プレイヤー › 後手 › box › 箱の札");
});

test("what has no name is told by its place, counted from one", () => {
  expect(pathName(label, "players[1].hand[0]", { players: [{ id: "P1" }, { id: "P2", hand: [4] }] })).toBe(
    "プレイヤー › 後手 › 手札 › #1",
  );
});

test("a player's seat says enough: the list of players is not named", () => {
  const game: JsonObject = { seats: ["P1", "P2"], ...context };

  expect(pathName(label, "players[1].hand", game)).toBe("後手 › 手札");
  expect(pathName(label, "players[0].hand", game)).toBe("P1 › 手札");
});

test("labels that read like the names of the machine are labels all the same", () => {
  const english = (key: string) => /^context:(battle|attacker)$/.exec(key)?.[1];

  expect(pathName(english, "battle.attacker", { battle: { attacker: "P1" } })).toBe("battle › attacker");
});

test("without labels a path stays as it is", () => {
  expect(pathName(() => undefined, "dice[1]", context)).toBe("dice[1]");
  expect(pathName(label, "dice[1]", context)).toBe("dice[1]");
});

test("an item of a list goes by its id or name, else by its place", () => {
  expect(partName(label, "players[0]", { id: "P1" })).toBe("P1");
  expect(partName(label, "deck[0]", { name: "Joker" })).toBe("Joker");
  expect(partName(label, "dice[1]", 6)).toBe("1");
});

test("a card goes by the name that the labels give it, wherever it stands", () => {
  expect(partName(label, "deck[0]", { name: "Ace" })).toBe("エース");
  expect(pathName(label, "deck[0].hand", { deck: [{ id: "Ace", hand: 1 }] })).toBe("deck › エース › 手札");
});

test("of cards that are counted the name without its number is enough", () => {
  expect(thingName(label, "trap 12")).toBe("罠 12");
  expect(thingName(label, "Ace")).toBe("エース");
  expect(thingName(label, "uncheck")).toBe("未Checkに戻す");
  expect(thingName(label, "12")).toBeUndefined();
  expect(thingName(label, "club 12")).toBeUndefined();
});
