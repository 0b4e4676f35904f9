import { expect, test } from "vitest";
import { measure, newFigures } from "#test/corpus/figures.ts";
import { EDITS } from "#test/corpus/judge/tries.ts";
import { nastyModules } from "#test/corpus/nasty.ts";

/** The judge knows no scopes: a name that is declared twice stands for nothing to it. */
const READ_OTHERWISE = ["a shadowed const"];

/** Tries of each edit on each machine. */
const TRIES = 4;

test.each(nastyModules)("$name: no edit gives anything but what was asked for", (module) => {
  const figures = newFigures();
  const told: string[] = [];

  measure(figures, module, { tries: TRIES, tell: (what) => void told.push(what) });

  expect(figures.unparsed).toEqual([]);
  if (!READ_OTHERWISE.includes(module.name)) expect(figures.readOtherwise).toEqual([]);
  expect(figures.xstate.differ).toEqual([]);
  expect(told.filter((what) => !what.startsWith("refused"))).toEqual([]);
  expect(EDITS.reduce((sum, edit) => sum + figures.edits[edit].tries, 0)).toBeGreaterThan(0);
});

test("one in ten tries is refused at most", () => {
  const figures = newFigures();
  for (const module of nastyModules) measure(figures, module, { tries: TRIES });

  const tries = EDITS.reduce((sum, edit) => sum + figures.edits[edit].tries, 0);
  const correct = EDITS.reduce((sum, edit) => sum + figures.edits[edit].correct, 0);
  expect(correct / tries).toBeGreaterThanOrEqual(0.9);
});
