import { expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { fixesOf } from "#core/analyze/fixesOf.ts";
import { readModule } from "#core/read/readModule.ts";
import { budgetsBy, withinBudget } from "#core/text/budget.ts";
import { sound } from "#test/core/analyze/faults.ts";

/** Entries of a large file: the comprehensive rules of the largest card game have as many clauses. */
const MANY = 5_000;
/** A person who waits longer takes the page for dead, and a loaded machine takes four times as long as an idle one. */
const PATIENCE_MS = 8_000;

const numbers = Array.from({ length: MANY }, (_, i) => i);
const named = <T>(entry: (i: number) => readonly [string, T]) => Object.fromEntries(numbers.map(entry));
const clauses = { format: 1, clauses: numbers.map((i) => ({ id: `C-${i}`, kind: "effect" })) };
const text = (words: (i: number) => string) => ({
  format: 1,
  locale: "en",
  text: named((i) => [`C-${i}`, words(i)]),
});
const term = (i: number) => ({ id: `t${i}`, terms: { en: `word${i}` }, forbidden: { en: [`bad${i}`] } });
const option = { id: "a", text: { en: "one" } };

/** Games of which one thing is large. */
const large: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  clauses: { clauses, "text/en": text(() => "A player draws.") },
  "clauses of one id": {
    clauses: { format: 1, clauses: numbers.map(() => ({ id: "C-1", kind: "effect" })) },
  },
  "wordings without a clause": { "text/en": text(() => "A player draws.") },
  terms: {
    terms: { format: 1, terms: numbers.map(term) },
    "text/en": text((i) => `A word${i} and a bad${i}.`),
  },
  "terms that are for nothing": {
    terms: { format: 1, terms: numbers.map((i) => ({ ...term(i), at: [`state:none${i}`] })) },
  },
  "labels that are for nothing": {
    "labels/en": { format: 1, locale: "en", labels: named((i) => [`state:turns.none${i}`, "none"]) },
  },
  "labels of states within one that is gone": {
    "labels/en": {
      format: 1,
      locale: "en",
      labels: Object.fromEntries(
        Array.from({ length: 10 * MANY }, (_, i) => [`state:none.inner${i}`, "none"]),
      ),
    },
  },
  readings: {
    readings: {
      format: 1,
      readings: numbers.map((i) => ({
        id: `r${i}`,
        clauses: [`C-${i}`],
        question: { en: "Which?" },
        options: [option],
        chosen: "a",
      })),
    },
  },
  "a wording with a term at each word": {
    clauses: { format: 1, clauses: [{ id: "C-0", kind: "effect" }] },
    terms: { format: 1, terms: [term(0)] },
    "text/en": { format: 1, locale: "en", text: { "C-0": "word0 bad0 ".repeat(20 * MANY) } },
  },
  "a wording of one compound": {
    clauses: { format: 1, clauses: [{ id: "C-0", kind: "effect" }] },
    terms: { format: 1, terms: [{ id: "set", terms: { en: "セット" } }] },
    "text/en": { format: 1, locale: "en", text: { "C-0": "セット".repeat(20 * MANY) } },
  },
  "names of one letter more or less": {
    "labels/en": {
      format: 1,
      locale: "en",
      labels: { [`state:${"a".repeat(40 * MANY)}`]: "a", [`state:${"a".repeat(40 * MANY + 1)}`]: "b" },
    },
    "text/en": { format: 1, locale: "en", text: { ["a".repeat(40 * MANY)]: "a" } },
    clauses: { format: 1, clauses: [{ id: "a".repeat(40 * MANY + 1), kind: "effect" }] },
  },
};

test.each(Object.entries(large))("a game with many %s is checked to the end, and soon", (_, parts) => {
  const files = new Map(
    Object.entries({ ...sound, ...parts }).map(([name, file]) => [
      name,
      typeof file === "string" ? file : JSON.stringify(file),
    ]),
  );
  const reading = readModule(files.get("machine") ?? "");
  const size = [...files.values()].reduce((sum, file) => sum + file.length, 0);
  const begun = performance.now();

  const found = withinBudget<readonly unknown[] | undefined>(
    budgetsBy(() => performance.now())(size),
    () => diagnose(reading, files),
    () => undefined,
  );

  expect(found).toBeDefined();
  expect(performance.now() - begun).toBeLessThan(PATIENCE_MS);
});

test("what can be done about each of many faults is worked out soon", () => {
  const labels = Object.fromEntries(
    Array.from({ length: 4 * MANY }, (_, i) => [`state:none.inner${i}`, "none"]),
  );
  const files = new Map(
    Object.entries({ ...sound, "labels/en": { format: 1, locale: "en", labels } }).map(([name, file]) => [
      name,
      typeof file === "string" ? file : JSON.stringify(file),
    ]),
  );
  const reading = readModule(files.get("machine") ?? "");
  const unknown = diagnose(reading, files).filter(({ code }) => code === "label-unknown");
  const begun = performance.now();

  const fixes = unknown.flatMap((diagnostic) => fixesOf(diagnostic, reading, files));

  expect(fixes.length).toBeGreaterThanOrEqual(4 * MANY);
  expect(performance.now() - begun).toBeLessThan(PATIENCE_MS);
});
