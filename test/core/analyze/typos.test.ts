import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { checkGame } from "#core/analyze/check.ts";
import { fixesOf } from "#core/analyze/fixesOf.ts";
import { absolute, places } from "#core/chart/places.ts";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { Project } from "#core/project/Project.ts";
import { readModule } from "#core/read/readModule.ts";
import type { Span } from "#core/text/textEdit.ts";
import { patience } from "#test/support/patience.ts";

const slow = { timeout: patience(600_000) };

beforeAll(loadGraphCommands);

/** A word of a shipped machine that somebody may misspell: a target, a name, a key. */
interface Word {
  readonly text: string;
  readonly at: Span;
}

/** Where targets, named guards and actions, and keys of states and transitions are written in a module. */
function wordsOf(text: string): Span[] {
  const [chart] = readModule(text).charts;
  if (!chart) throw new Error("No machine");
  return [...places(chart).values()].flatMap((place) => {
    const { node } = place;
    const here = [
      ...node.transitions.flatMap(({ targets }) => targets.filter((one) => !one.shared)),
      ...[...node.entry, ...node.exit].filter(
        ({ kind, text: written }) => kind === "named" && /^["']/.test(written),
      ),
      ...node.transitions.flatMap(({ guard }) =>
        guard?.kind === "named" && /^["']/.test(guard.text) ? [guard] : [],
      ),
    ].map(({ at }) => absolute(place, at));
    const keys = [...node.props, ...node.transitions.flatMap(({ props }) => props)]
      .filter(({ name }) => name.length > 3)
      .map(({ keyAt }) => absolute(place, keyAt));
    return [...here, ...keys];
  });
}

const words: Word[] = readdirSync("machines")
  .filter((name) => name.endsWith(".machine.ts"))
  .flatMap((name) => {
    const text = readFileSync(`machines/${name}`, "utf8");
    return wordsOf(text).map((at) => ({ text, at }));
  });

/** A word with one slip in its letters: one left out, doubled, or swapped with its neighbour. */
function misspelt(word: string, n: number, slip: "drop" | "double" | "swap"): string {
  const letters = [...word.matchAll(/[A-Za-z]/g)].map((found) => found.index);
  const i = letters[1 + (n % Math.max(1, letters.length - 2))] ?? 0;
  if (slip === "drop") return word.slice(0, i) + word.slice(i + 1);
  if (slip === "double") return word.slice(0, i) + word[i] + word.slice(i);
  return word.slice(0, i) + (word[i + 1] ?? "") + word[i] + word.slice(i + 2);
}

test("of a misspelt word some fix gives back every byte of the machine", slow, () => {
  expect(words.length).toBeGreaterThan(1_000);
  let tried = 0;

  fc.assert(
    fc.property(
      fc.constantFrom(...words),
      fc.nat(),
      fc.constantFrom("drop" as const, "double" as const, "swap" as const),
      ({ text, at }, n, slip) => {
        const written = text.slice(at.from, at.to);
        const wrong = misspelt(written, n, slip);
        const planted = text.slice(0, at.from) + wrong + text.slice(at.to);
        const reading = readModule(planted);
        const files = new Map([["machine", planted]]);
        const found = reading.parsed ? checkGame({ reading, files }) : [];
        const told = found.filter((one) => one.at && one.at.from <= at.from && at.from < one.at.to);
        // A slip may give another word that is right, such as the name of another state.
        fc.pre(wrong !== written && told.length > 0);
        tried++;

        const results = told.flatMap((one) =>
          fixesOf(one, reading, files).map((fix) => {
            const project = new Project("m", [{ name: "machine", text: planted, hash: "h" }]);
            project.fix(fix, { at: 0 });
            return project.text("machine");
          }),
        );

        expect(results).toContain(text);
      },
    ),
    { numRuns: process.env["LONG"] ? 2_000 : 40 },
  );

  expect(tried).toBeGreaterThan(30);
});
