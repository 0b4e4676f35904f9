import { beforeAll, expect, test } from "vitest";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { Project } from "#core/project/Project.ts";
import { isNewer } from "#core/ruleset/format.ts";
import { files } from "#test/core/project/machine.ts";

beforeAll(async () => void (await loadGraphCommands()));

const newer = `{ "format": 99, "shiny": [1], "labels": { "state:draw": "ドロー" } }\n`;
/** The game of the other tests, its Japanese labels written by a later Turnwright. */
const open = () =>
  new Project(
    "m",
    files.map((file) => (file.name === "labels/ja" ? { ...file, text: newer } : file)),
  );
const note = { label: "typing", origin: "code" as const, at: 0 };

test("a file of a newer format is known by its format and its kind alone", () => {
  expect(isNewer("labels/ja", newer)).toBe(true);
  expect(isNewer("labels/ja", `\ufeff{"labels":{},"format":2}`)).toBe(true);
  expect(isNewer("layout", `{"format":2}`)).toBe(false);
  expect(isNewer("layout", `{"format":3}`)).toBe(true);
  expect(isNewer("labels/ja", `{ "format" : 1, "labels": {"a":"\\"format\\": 99"} }`)).toBe(false);
  expect(isNewer("labels/ja", `{"labels":{"format":99},"format":1}`)).toBe(false);
  expect(isNewer("labels/ja", `{"format":"99"}`)).toBe(false);
  expect(isNewer("labels/ja", `{"format":99`)).toBe(false);
  expect(isNewer("machine", `{"format":99}`)).toBe(false);
});

test("a rename that would write into a file of a newer format is refused, and nothing is changed", () => {
  const project = open();

  const result = project.command("state.rename", { state: ["draw"], to: "begin" }, { at: 0 });

  expect(result).toEqual({ ok: false, refused: { code: "newer-format", facts: { file: "labels/ja" } } });
  expect(project.state().dirty).toEqual([]);
});

test("what does not concern the newer file is done as ever", () => {
  const project = open();

  const result = project.command("state.rename", { state: ["end"], to: "last" }, { at: 0 });

  expect(result.ok).toBe(true);
  expect(project.text("labels/ja")).toBe(newer);
});

test("neither typing, nor a draft, nor a removal reaches a file of a newer format", () => {
  const project = open();

  project.edit("labels/ja", [{ from: 0, to: 1, insert: "[" }], note);
  project.write("labels/ja", "{}", note);
  project.apply([{ kind: "remove", file: "labels/ja" }], note);

  expect(project.isReadOnly("labels/ja")).toBe(true);
  expect(project.text("labels/ja")).toBe(newer);
  expect(project.unsaved()).toEqual([]);
});

test("a file that another program made newer is not written over, even when one's own work is kept", () => {
  const project = new Project("m", files);
  project.edit("labels/ja", [{ from: 0, to: 0, insert: "\n" }], note);

  project.changedOutside([{ name: "labels/ja", text: newer, hash: "h-newer" }], 1);
  project.settle("labels/ja", "mine", 2);

  expect(project.unsaved()).toEqual([]);
  expect(project.isReadOnly("labels/ja")).toBe(true);
});
