import { describe, expect, test, vi } from "vitest";
import { Project } from "#core/project/Project.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { labelPlace, wordingPlace, writeText } from "#app/gestures/writeText.ts";
import type { Studio } from "#app/studio/Studio.ts";

const RULES = {
  ruleset: `{ "format": 1, "id": "m", "title": { "en": "M" }, "locales": ["en", "ja"], "sourceLocale": "en" }`,
  clauses: `{ "format": 1, "clauses": [{ "id": "A.1", "kind": "rule" }, { "id": "A.2", "kind": "rule" }] }`,
  "text/en": `{ "format": 1, "locale": "en", "text": { "A.1": "One." } }`,
  "text/ja": `{ "format": 1, "locale": "ja", "text": {} }`,
};

/** A game with these files open, and what the window reported. */
function open(files: Readonly<Record<string, string>> = {}) {
  const all = Object.entries({ ...RULES, ...files }).map(([name, text]) => ({ name, text, hash: "h" }));
  const project = new Project("m", all);
  const notice = vi.fn<(...line: readonly unknown[]) => void>();
  const studio = {
    get: () => ({ project, loaded: loadRuleset(project.state().files), graph: null }),
    window: { notice },
  } as unknown as Studio;
  return { project, studio, notice };
}

test.each([
  ["a wording that the source language lacks so far", "en", wordingPlace("en", "A.2"), "Two."],
  ["a wording that only another language has", "ja", wordingPlace("ja", "A.2"), "二。"],
  ["a label that only another language has", "ja", labelPlace("ja", "state:x"), "名前"],
] as const)("%s is written", (_, locale, place, text) => {
  const { project, studio } = open();

  expect(writeText(studio, locale, place, text)).toBe(true);

  const [folder = "", key = ""] = place.way.map(String);
  expect(JSON.parse(project.text(place.file) ?? "")[folder][key]).toBe(text);
});

describe("a file in which no text can stand stays as it is, and that is reported", () => {
  test.each([
    `7`,
    `[]`,
    `null`,
    `{ "format": 1, "text": "abc" }`,
    `{ "format": 1, "text": [] }`,
    `{ "text": 1`,
  ])("%s", (text) => {
    const { project, studio, notice } = open({ "text/ja": text });

    expect(writeText(studio, "ja", wordingPlace("ja", "A.1"), "一。")).toBe(false);

    expect(project.text("text/ja")).toBe(text);
    expect(notice).toHaveBeenCalledWith("warn", "notice.text-read-only", { file: "text/ja.json" });
  });
});
