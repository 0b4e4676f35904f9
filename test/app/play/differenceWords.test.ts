import { expect, test } from "vitest";
import type { Divergence } from "#core/run/scenario/scenario.ts";
import { differenceWords } from "#app/play/differenceWords.ts";
import type { ValueWords } from "#app/play/valueWords.ts";
import { wordsOf } from "#test/support/words.ts";

const labels: Record<string, string> = {
  "guard:hasRoom": "区画に空きがある",
  "event:CONFIRM": "確認",
  "state:end.discard": "捨て札",
  "state:end.arsenal": "アーセナル",
  "context:hand": "手札",
};
const words: ValueWords = {
  t: wordsOf("ja"),
  label: (key) => labels[key],
  off: false,
  language: "ja",
  events: [],
  readings: [],
};
const told = (one: Omit<Divergence, "step">) =>
  differenceWords(words, (path) => labels[`state:${path}`] ?? path, { step: 0, ...one });

test("a refusal is told with what does not hold, an acceptance with why there is none", () => {
  const refusal = told({ what: "refused", expected: { guard: "hasRoom" }, got: false });
  expect(refusal.expected).toContain("区画に空きがある");
  expect(`${refusal.expected} ${refusal.got}`).not.toMatch(/guard|false|hasRoom/);

  const accepted = told({ what: "accepted", expected: true, got: [{ code: "not-here", event: "CONFIRM" }] });
  expect(accepted.got).toContain("確認");
  expect(`${accepted.expected} ${accepted.got}`).not.toMatch(/CONFIRM|not-here|true/);
});

test("states, events, values and the end of a play go by their names", () => {
  const states = told({
    what: "in",
    expected: ["end", "end.arsenal"],
    got: ["end", "end.discard"],
    at: "end.arsenal",
  });
  expect(states).toEqual({ what: "状態", expected: "アーセナル", got: "捨て札" });
  expect(told({ what: "can", expected: { type: "CONFIRM" }, got: false })).toMatchObject({
    expected: "「確認」ができる",
    got: "「確認」ができない",
  });
  expect(told({ what: "context", expected: null, got: 4, at: "hand" })).toMatchObject({
    expected: "なし",
    got: "4",
  });
  expect(told({ what: "context", expected: null, got: 4, at: "hand" }).what).toContain("手札");
  expect(told({ what: "status", expected: "done", got: "active" })).toMatchObject({
    expected: "終了",
    got: "進行中",
  });
});
