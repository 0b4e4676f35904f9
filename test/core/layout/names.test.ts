import { expect, test } from "vitest";
import { delayText } from "#core/layout/delayText.ts";
import { namesFrom, triggerText, type CanvasWords } from "#core/layout/names.ts";
import { readModule } from "#core/read/readModule.ts";

const words = { asks: {} } as unknown as CanvasWords;
/** What the entry actions of a machine are called. */
const actions = (entry: string, labels: Record<string, string> | undefined) => {
  const { root } = readModule(`createMachine({ entry: [${entry}] });`).charts[0]!;
  return root.entry.map(namesFrom(labels, words).action);
};

test("words among the parameters of an action go by their labels", () => {
  expect(
    actions("{ type: 'begin', params: { forced: true, to: 'hand' } }", {
      "action:begin": "begin it",
      "value:context.forced.true": "forced",
    }),
  ).toEqual(["begin it (forced, hand)"]);
});

test("a constant among the parameters is named by its label or not at all", () => {
  const entry = "{ type: 'draw', params: { cards: OPENING, hand: 4 } }";

  expect(actions(entry, {})).toEqual(["draw (4)"]);
  expect(actions(entry, { "value:context.cards.OPENING": "opening hand" })).toEqual([
    "draw (opening hand, 4)",
  ]);
  expect(actions(entry, undefined)).toEqual(["draw (OPENING, 4)"]);
});

test("a delay is told with its unit in the language of the names, a named one by its label", () => {
  const trigger = (event: string, lang: string, labels?: Record<string, string>) => {
    const spoken = { ...words, lang, after: lang === "en" ? "after {delay}" : "{delay}後" };
    const names = namesFrom(labels, spoken, undefined, (name) =>
      name === "week" ? "604_800_000" : undefined,
    );
    return triggerText({ slot: "after", event }, names).text;
  };

  expect(trigger("5000", "en", {})).toBe("after 5 seconds");
  expect(trigger("5000", "ja", {})).toBe("5 秒後");
  expect(trigger("60000", "zh-Hant", {})).toMatch(/^1 分鐘後$/);
  expect(trigger("1", "en", {})).toBe("after 1 millisecond");
  expect(trigger("1500", "en", {})).toBe("after 1.5 seconds");
  expect(trigger("week", "en", { "derived:week": "time to answer" })).toBe("after time to answer (7 days)");
  expect(trigger("unknown", "en", {})).toBe("after unknown");
  // the names of the code say what the code says
  expect(trigger("5000", "en")).toBe("after 5000");
});

test("two delays never read alike, in no language", () => {
  for (const lang of ["en", "ja", "zh-Hant"]) {
    const seen = new Map<string, number>();
    for (let i = 0; i < 3000; i++) {
      const delay = Math.floor(10 ** ((i % 100) / 10) * (1 + Math.floor(i / 100)));
      const text = delayText(String(delay), lang)!;
      expect(seen.get(text) ?? delay, text).toBe(delay);
      seen.set(text, delay);
    }
  }
});
