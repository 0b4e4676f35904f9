import { expect, test } from "vitest";
import { loadGame } from "#app/studio/loadGame.ts";
import { newGameFiles } from "#core/project/newGame.ts";
import { Project } from "#core/project/Project.ts";
import { checkNewGame } from "#core/project/store.ts";

test("a new game is one that every store takes, in which the checks find nothing", () => {
  const files = newGameFiles("coin-duel");
  const project = new Project(
    "coin-duel",
    files.map((file, i) => ({ ...file, hash: `h${i}` })),
  );

  expect(() => checkNewGame("coin-duel", files)).not.toThrow();
  expect(loadGame(project.state().files, project.graph(), 0).diagnostics).toEqual([]);
});
