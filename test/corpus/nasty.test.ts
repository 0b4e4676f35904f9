import { expect, test } from "vitest";
import { measure, newFigures } from "#test/corpus/figures.ts";
import { EDITS } from "#test/corpus/judge/tries.ts";
import { NASTY, nastyModules } from "#test/corpus/nasty.ts";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";

/** The judge knows no scopes: a name that is declared twice stands for nothing to it. */
const READ_OTHERWISE = ["a shadowed const"];

/** The judge opens no calls: a transition that a helper brings is in no model of it, and so must be deleted by the test below. */
const BROUGHT =
  /^wrong: a helper that brings a delay \d+ state\.delete [^\n]*\n *model: wanted [^\n]*\? \.\.\.timeout/;

/** Tries of each edit on each machine. */
const TRIES = 4;

test.each(nastyModules)("$name: no edit gives anything but what was asked for", (module) => {
  const figures = newFigures();
  const told: string[] = [];

  measure(figures, module, { tries: TRIES, tell: (what) => void told.push(what) });

  expect(figures.unparsed).toEqual([]);
  if (!READ_OTHERWISE.includes(module.name)) expect(figures.readOtherwise).toEqual([]);
  expect(figures.xstate.differ).toEqual([]);
  expect(told.filter((what) => !what.startsWith("refused") && !BROUGHT.test(what))).toEqual([]);
  expect(EDITS.reduce((sum, edit) => sum + figures.edits[edit].tries, 0)).toBeGreaterThan(0);
});

test("a deleted state takes the delay along that a helper brings, and nothing else", () => {
  const text = NASTY["a helper that brings a delay"] ?? "";
  const [chart] = readModule(text).charts;

  const change = runCommand(
    "state.delete",
    text,
    chart!,
    { state: ["b"] },
    (later) => readModule(later).charts,
  );

  expect("refused" in change ? change : applyEdits(text, change.edits)).toBe(
    text.replace('...timeout("b"), ', "").replace(/ {4}b: .*\n/, ""),
  );
});

test("one in ten tries is refused at most", () => {
  const figures = newFigures();
  for (const module of nastyModules) measure(figures, module, { tries: TRIES });

  const tries = EDITS.reduce((sum, edit) => sum + figures.edits[edit].tries, 0);
  const correct = EDITS.reduce((sum, edit) => sum + figures.edits[edit].correct, 0);
  expect(correct / tries).toBeGreaterThanOrEqual(0.9);
});
