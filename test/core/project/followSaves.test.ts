import { beforeAll, expect, test } from "vitest";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { Project } from "#core/project/Project.ts";
import { loadFile } from "#core/ruleset/loadFile.ts";
import { renamesIn } from "#core/run/scenario/renames.ts";
import { files } from "#test/core/project/machine.ts";

beforeAll(async () => void (await loadGraphCommands()));

const ruleset = { name: "ruleset", text: "{}\n", hash: "h-ruleset" };
const rename = (project: Project, state: string[], to: string, at: number) =>
  expect(project.command("state.rename", { state, to }, { at }).ok).toBe(true);

test("a game with rules keeps what its gestures rename, an entry each, and undo takes it back", () => {
  const project = new Project("m", [...files, ruleset]);

  rename(project, ["main"], "action", 1);
  rename(project, ["action", "act"], "do", 2);
  expect(project.command("state.move", { state: ["end"], parent: ["action"] }, { at: 3 }).ok).toBe(true);

  const text = project.text("renames")!;
  expect(renamesIn(text, "machine")).toEqual([
    { states: { main: "action" } },
    { states: { "action.act": "action.do" } },
    { states: { end: "action.end" } },
  ]);
  expect(loadFile("renames", text)).toMatchObject({ diagnostics: [], newer: false });
  project.undo();
  expect(renamesIn(project.text("renames"), "machine")).toHaveLength(2);
  project.undo();
  project.undo();
  expect(project.text("renames")).toBeUndefined();
  expect(project.state().dirty).toEqual([]);
});

test("what renames nothing writes nothing; neither does a module without rules", () => {
  const game = new Project("m", [...files, ruleset]);
  const loose = new Project("m", files);

  expect(game.command("state.describe", { state: ["main"], text: "x" }, { at: 1 }).ok).toBe(true);
  expect(game.command("state.delete", { state: ["end"] }, { at: 2 }).ok).toBe(true);
  rename(loose, ["main"], "action", 1);

  expect([game.text("renames"), loose.text("renames")]).toEqual([undefined, undefined]);
});

test("a file of a newer format, or one that is no JSON now, stays as it is", () => {
  for (const text of [`{ "format": 2, "machines": {} }\n`, `{ "format": 1, `]) {
    const project = new Project("m", [...files, ruleset, { name: "renames", text, hash: "h" }]);

    rename(project, ["main"], "action", 1);

    expect(project.text("renames")).toBe(text);
    expect(renamesIn(text, "machine")).toEqual([]);
  }
});

test("a state that was never saved is in no save: its renames are not kept, those of what was saved in it are", () => {
  const project = new Project("m", [...files, ruleset]);
  const renames = () => renamesIn(project.text("renames"), "machine");
  expect(project.command("state.add", { parent: [] }, { at: 1 }).ok).toBe(true);

  rename(project, ["newState"], "setup", 2);
  expect(project.text("renames")).toBeUndefined();

  expect(project.command("state.move", { state: ["end"], parent: ["setup"] }, { at: 3 }).ok).toBe(true);
  rename(project, ["setup"], "before", 4);
  expect(renames()).toEqual([{ states: { end: "setup.end" } }, { states: { "setup.end": "before.end" } }]);

  project.saved(project.unsaved().map(({ name, text }) => ({ name, text, hash: `h ${name}` })));
  rename(project, ["before"], "first", 5);
  expect(renames().at(-1)).toEqual({ states: { before: "first" } });
});

test("a saved state that is renamed twice before the next save is followed through both", () => {
  const project = new Project("m", [...files, ruleset]);

  rename(project, ["main"], "action", 1);
  rename(project, ["action"], "acting", 2);

  expect(renamesIn(project.text("renames"), "machine")).toEqual([
    { states: { main: "action" } },
    { states: { action: "acting" } },
  ]);
});
