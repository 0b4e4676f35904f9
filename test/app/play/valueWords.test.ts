import { expect, test } from "vitest";
import type { EventType } from "#core/chart/payload.ts";
import type { Json } from "#core/text/json.ts";
import { changeText, payloadText, valueText, type ValueWords } from "#app/play/valueWords.ts";
import { paramsText, readText } from "#app/play/why/readText.ts";
import { wordsOf } from "#test/support/words.ts";

const labels: Record<string, string> = {
  "context:winner": "勝者",
  "context:cause": "理由",
  "field:MOVE.to": "行き先",
  "field:MOVE.target": "対象",
  "seat:P1": "先手",
  "name:Joker": "道化",
  "value:MOVE.to.hand": "手札",
  "value:context.to.hand": "手札へ",
  "value:context.cause.voluntary": "自分から",
};
const events: EventType[] = [{ type: "MOVE", fields: [] }];
const words: ValueWords = {
  t: wordsOf("ja"),
  label: (key) => labels[key],
  off: false,
  language: "ja",
  events,
  readings: [
    {
      id: "order",
      clauses: [],
      question: { ja: "順番は。" },
      options: [{ id: "first", text: { ja: "先に。" } }],
      chosen: "first",
      why: { ja: "" },
      input: "order",
    },
  ],
};

test("seats and words of the rules go by their names, nothing and yes by words", () => {
  expect(valueText(words, "winner", "P1")).toBe("先手");
  expect(valueText(words, "lostLog[0].cause", "voluntary")).toBe("自分から");
  expect(valueText(words, "winner", null)).toBe("なし");
  expect(valueText(words, "turnPlayer", "")).toBe("なし");
  expect(valueText(words, "acted", true)).toBe("はい");
  expect(valueText(words, "asked", [])).toBe("なし");
  expect(valueText(words, "asked", ["P1", "P2"])).toBe("先手、P2");
  expect(valueText(words, "players", [{ id: "P1", hand: 3 }])).toBe("先手");
  expect(valueText(words, "end", { winner: "P1", cause: "voluntary" })).toBe("勝者 先手 · 理由 自分から");
  expect(valueText(words, "end", { winner: "P1", cause: null, note: "", lost: [] })).toBe("勝者 先手");
  expect(valueText(words, "end", { winner: null })).toBe("なし");
});

test("a word of the context has a name of its own, else that of an event's field, else of a reading", () => {
  expect(valueText(words, "to", "hand")).toBe("手札へ");
  expect(
    valueText(
      { ...words, label: (key) => (key === "value:MOVE.to.hand" ? "手札" : undefined) },
      "to",
      "hand",
    ),
  ).toBe("手札");
  expect(valueText(words, "readings.order", "first")).toBe("先に。");
  expect(valueText(words, "name", "Ace")).toBe("Ace");
});

test("a card goes by its name in the labels, in lists and payloads too", () => {
  expect(valueText(words, "name", "Joker")).toBe("道化");
  expect(valueText(words, "hand", ["Joker", { id: "Joker", kind: "vf" }, "Ace"])).toBe("道化、道化、Ace");
  expect(payloadText(words, { type: "MOVE", by: "P1", target: "Joker" })).toBe("対象 道化");
});

test("a payload is told with the names of its fields and values", () => {
  expect(payloadText(words, { type: "MOVE", by: "P1", to: "hand", target: "P1" })).toBe(
    "行き先 手札、対象 先手",
  );
});

test("with labels off values stay as they are written", () => {
  expect(valueText({ ...words, off: true }, "winner", "P1")).toBe('"P1"');
  expect(payloadText({ ...words, off: true }, { type: "MOVE", to: "hand" })).toBe('行き先 "hand"');
});

test("in brief a payload names its fields only where the value alone would say little", () => {
  const event = { type: "MOVE", by: "P1", to: "hand", target: ["P1", "P2"], cards: 3, open: true, none: [] };

  expect(payloadText(words, event, true)).toBe("手札、先手、P2、cards 3、open はい、none なし");
});

test("of a changed list only what came and went is told, of anything else before and after", () => {
  const change = (before: Json | undefined, after: Json | undefined) =>
    changeText(words, { at: "hand", before, after });

  expect(change(["Ace", "Joker"], ["Ace", { id: "P1" }])).toEqual({ is: "− 道化、+ 先手" });
  expect(change("Joker", null)).toEqual({ was: "道化", is: "なし" });
  expect(change(["a", "b"], ["b", "a"])).toEqual({ was: "a、b", is: "b、a" });
  expect(change(undefined, 1)).toEqual({ is: "1" });
  expect(change(1, undefined)).toEqual({ was: "1", is: "—" });
});

test("what a guard read has both sides in words; what has no name stays as the formula says it", () => {
  const named: ValueWords = {
    ...words,
    label: (key) => ({ ...labels, "field:by": "行う人", "context:turnPlayer": "手番" })[key],
  };

  expect(readText(named, { text: "event.by", value: "P1" }, "MOVE")).toBe("行う人 = 先手");
  expect(readText(named, { text: "event.to", value: "hand" }, "MOVE")).toBe("行き先 = 手札");
  expect(readText(named, { text: "context.turnPlayer", value: "P1" }, "MOVE")).toBe("手番 = 先手");
  expect(readText(named, { text: "|event.target|", value: 16 }, "MOVE")).toBe("対象の長さ = 16");
  expect(readText(named, { text: "event.points", value: 3 }, "MOVE")).toBe("event.points = 3");
  expect(readText(named, { text: "facedOp(context)", value: "P1" }, "MOVE")).toBe('facedOp(context) = "P1"');
  expect(readText({ ...named, off: true }, { text: "event.by", value: "P1" }, "MOVE")).toBe(
    'event.by = "P1"',
  );
  expect(paramsText(named, { cause: "voluntary" })).toBe("(自分から)");
  expect(paramsText({ ...named, off: true }, { cause: "voluntary" })).toBe('{"cause":"voluntary"}');
});
