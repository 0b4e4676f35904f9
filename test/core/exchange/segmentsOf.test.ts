import { expect, test } from "vitest";
import { noteLines } from "#core/exchange/noteLines.ts";
import { localesOf, segmentsOf } from "#core/exchange/segmentsOf.ts";
import { withTexts } from "#core/ruleset/withTexts.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import type { ClauseReview } from "#core/ruleset/review.ts";
import { words } from "#test/core/exchange/sample.ts";

const DIRECTION = { from: "en", into: "ja" };
const file = (value: object) => `${JSON.stringify({ format: 1, ...value }, null, 2)}\n`;
const files = new Map([
  [
    "ruleset",
    file({
      id: "nim",
      title: { en: "Nim" },
      machine: "machines/nim.machine.ts",
      players: { min: 2, max: 2 },
      locales: ["en", "ja"],
      sourceLocale: "en",
    }),
  ],
  [
    "clauses",
    file({
      clauses: [
        { id: "N-1", kind: "obligation", place: { section: "Play" } },
        { id: "N-2", kind: "note", notModelled: { en: "A matter of manners." } },
        { id: "N-3", kind: "note", notModelled: "said once for all" },
      ],
    }),
  ],
  ["text/en", file({ locale: "en", text: { "N-1": "Take 1 to 3.", "N-2": "Shake hands.", "N-3": "" } })],
  ["text/ja", file({ locale: "ja", text: { "N-1": "1〜3個取る。", "N-3": "余り" } })],
  ["labels/en", file({ locale: "en", labels: { "derived:of": "the top of {1}", "state:play": "play" } })],
  ["labels/ja", file({ locale: "ja", labels: { "state:play": "", "state:old": "古い" } })],
  [
    "terms",
    file({
      terms: [
        {
          id: "heap",
          terms: { en: "heap" },
          definition: { en: "What is taken from." },
          forbidden: { ja: ["山札"] },
        },
      ],
    }),
  ],
  [
    "readings",
    file({
      readings: [
        {
          id: "1-empty",
          clauses: ["N-1"],
          question: { en: "Who wins?", ja: "誰が勝つ？" },
          options: [{ id: "last", text: { en: "The last." } }],
          chosen: "last",
          why: "usual",
        },
      ],
    }),
  ],
  [
    "scenarios/one",
    file({ title: { en: "One" }, steps: [{ advance: 1 }, { advance: 1, note: { en: "Time passes." } }] }),
  ],
]);
const nim = (review: readonly ClauseReview[] = [], of = files) =>
  segmentsOf("nim", loadRuleset(of), DIRECTION, review);

test("every text that the source language has is a segment, once, and others are counted", () => {
  expect(loadRuleset(files).diagnostics).toEqual([]);
  const { segments, sourceless, title } = nim();

  expect(segments.map(({ id, source, target, state }) => [id, source, target, state])).toEqual([
    ["title", "Nim", "", "untranslated"],
    ["clause:N-1", "Take 1 to 3.", "1〜3個取る。", "translated"],
    ["clause:N-2", "Shake hands.", "", "untranslated"],
    ["not-modelled:N-2", "A matter of manners.", "", "untranslated"],
    ["label:derived:of", "the top of {1}", "", "untranslated"],
    ["label:state:play", "play", "", "untranslated"],
    ["term:heap", "heap", "", "untranslated"],
    ["definition:heap", "What is taken from.", "", "untranslated"],
    ["question:1-empty", "Who wins?", "誰が勝つ？", "translated"],
    ["option:1-empty:last", "The last.", "", "untranslated"],
    ["scenario:one", "One", "", "untranslated"],
    ["step:one:2", "Time passes.", "", "untranslated"],
  ]);
  expect({ sourceless, title }).toEqual({ sourceless: 2, title: "Nim" });
  expect(localesOf(loadRuleset(files))).toEqual(["en", "ja"]);
});

test.each([
  ["unseen", "translated"],
  ["checked", "reviewed"],
  ["in-doubt", "needs-review"],
  ["suspect", "needs-review"],
] as const)("a clause that is %s is %s, in the language of the review alone", (status, state) => {
  const review = ["ja", "zh-Hant"].map((locale) => ({ clause: "N-1", locale, status, changed: [] }));

  expect(nim(review).segments[1]).toMatchObject({ id: "clause:N-1", state });
  expect(nim(review.slice(1)).segments[1]).toMatchObject({ state: "translated" });
  // What is not there was not reviewed.
  expect(nim([{ ...review[0]!, clause: "N-2" }]).segments[2]).toMatchObject({ state: "untranslated" });
});

test("notes say what a segment belongs to, and what helps", () => {
  const entry = {
    clause: "N-1",
    locale: "ja",
    state: "in-doubt" as const,
    at: "2026-11-27",
    note: "Why 3?",
    basis: { wording: "", machine: "", readings: "", scenarios: "" },
  };
  const { segments } = nim([{ clause: "N-1", locale: "ja", status: "in-doubt", changed: [], entry }]);
  const notes = new Map(segments.map((segment) => [segment.id, noteLines(segment, words)]));

  expect(notes.get("clause:N-1")).toEqual([
    "wording of clause N-1, obligation, section Play",
    "Reviewer: Why 3?",
  ]);
  expect(notes.get("label:derived:of")).toEqual(["label derived:of", "Keep {1}"]);
  expect(notes.get("term:heap")).toEqual(["term heap", "Meaning: What is taken from.", "Do not use: 山札"]);
  expect(notes.get("option:1-empty:last")).toEqual(["reading of open point 1-empty:last"]);
});

test("a clause or term before others moves no id, and each translation is written where its text is", () => {
  const moved = new Map(files);
  for (const [name, list, item] of [
    ["clauses", "clauses", { id: "N-0", kind: "note", notModelled: { en: "First." } }],
    ["terms", "terms", { id: "row", terms: { en: "row" } }],
  ] as const) {
    const value = JSON.parse(files.get(name)!) as Record<string, object[]>;
    moved.set(name, file({ [list]: [item, ...value[list]!] }));
  }
  const segments = nim([], moved).segments;
  expect(nim().segments.filter(({ id }) => !segments.some((one) => one.id === id))).toEqual([]);

  const translations = segments.map((segment) => ({ place: segment.place, text: `ja: ${segment.id}` }));
  const after = nim([], new Map([...moved, ...withTexts(moved, DIRECTION, translations)]));

  expect(after.segments.map(({ id, source, target }) => [id, source, target])).toEqual(
    segments.map(({ id, source }) => [id, source, `ja: ${id}`]),
  );
});
