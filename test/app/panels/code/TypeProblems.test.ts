import { expect, test } from "vitest";
import { typeFaults } from "#core/analyze/typeFaults.ts";
import type { TypeError } from "#core/diagnostic/typeError.ts";
import { Project } from "#core/project/Project.ts";
import { TypeProblems } from "#app/panels/code/TypeProblems.ts";
import { loadGame } from "#app/studio/loadGame.ts";
import type { GameState } from "#app/studio/StudioState.ts";

const text = `import { setup } from "xstate";
export const toss = setup({
  types: { context: {} as { count: number } },
}).createMachine({
  context: { count: "none" },
  initial: "draw",
  states: { draw: { tags: "odd", on: { PASS: "main" } }, main: { type: "final" } },
});
`;

/** An open game, its type errors, and what of them is shown. */
function open() {
  const project = new Project("toss", [{ name: "machine", text, hash: "1" }]);
  const problems = new TypeProblems();
  let loaded: GameState["loaded"] = null;
  const state = (): GameState => ({
    project,
    files: project.state(),
    graph: project.graph(),
    arrangements: null,
    loaded,
    diagnostics: [],
    imported: [],
    saving: false,
    trusted: true,
    stopped: null,
  });
  const now = () => project.text("machine") ?? "";
  const note = { label: "typing", origin: "code", at: 0 } as const;
  return {
    /** The checks of the studio have run. */
    check: () => {
      const { files, revision } = project.state();
      loaded = loadGame(files, project.graph(), revision);
    },
    /** The type checker has answered with an error on each of these words. */
    answer: (...words: readonly string[]) => {
      const errors = words.map((word): TypeError => {
        const from = now().indexOf(word);
        return { code: 9999, at: { from, to: from + word.length }, chain: [{ code: 9999, text: word }] };
      });
      problems.found(now(), typeFaults(now(), project.graph().reading.charts, errors));
    },
    /** A person writes one thing in place of another. */
    write: (before: string, after: string) => {
      const from = now().indexOf(before);
      project.edit("machine", [{ from, to: from + before.length, insert: after }], note);
    },
    all: () => problems.find(state()),
    /** The word and the state of each type error that is shown. */
    shown: () =>
      problems
        .find(state())
        .filter(({ code }) => code === "type-error")
        .map(({ at, path }) => [now().slice(at?.from, at?.to), path?.join(".")]),
  };
}

test("what the type checker says is shown once the studio's own checks have looked at the same text", () => {
  const game = open();

  game.answer(`"none"`, "tags");
  expect(game.shown()).toEqual([]);
  game.check();

  expect(game.shown()).toEqual([
    [`"none"`, ""],
    ["tags", "draw"],
  ]);
});

test("what the studio tells itself of a word is not told twice", () => {
  const game = open();
  game.write(`PASS: "main"`, `PASS: "mian"`);
  game.check();
  const own = game.all();

  game.answer(`"mian"`, `"none"`);

  expect(game.shown()).toEqual([[`"none"`, ""]]);
  expect(game.all().slice(0, own.length)).toEqual(own);
});

test("while the person types, each stays on its word and in its state until there is another answer", () => {
  const game = open();
  game.check();
  game.answer(`"none"`, "tags");
  expect(game.shown()).toHaveLength(2);

  game.write("import", "// the toss\nimport");
  expect(game.shown()).toEqual([
    [`"none"`, ""],
    ["tags", "draw"],
  ]);
  game.write(`states: { draw:`, `states: { deal:`);
  game.check();
  expect(game.shown()).toEqual([
    [`"none"`, ""],
    ["tags", "deal"],
  ]);
  game.write(`"none"`, "0");
  expect(game.shown()).toEqual([
    ["0", ""],
    ["tags", "deal"],
  ]);
  game.answer("tags");
  game.check();

  expect(game.shown()).toEqual([["tags", "deal"]]);
});

test("half-typed text keeps them, and a word that is deleted takes its own along", () => {
  const game = open();
  game.check();
  game.answer(`"none"`, "tags");
  expect(game.shown()).toHaveLength(2);

  game.write(`type: "final"`, `type: "final`);
  game.check();
  expect(game.shown()).toHaveLength(2);
  game.write('tags: "odd", ', "");

  expect(game.shown()).toEqual([[`"none"`, ""]]);
});

test("the list is the same until something changes", () => {
  const game = open();
  game.check();
  const own = game.all();
  expect(game.all()).toBe(own);

  game.answer("tags");
  const all = game.all();
  expect(all).not.toBe(own);
  game.answer("tags");

  expect(game.all()).toBe(all);
});

test("when there is nothing more to tell the list is that of the checks", () => {
  const game = open();
  game.check();
  game.answer("tags");
  expect(game.shown()).toHaveLength(1);

  game.answer();

  expect(game.shown()).toEqual([]);
});
