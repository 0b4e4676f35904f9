import { afterEach, beforeAll, expect, test } from "vitest";
import { typescriptDefaults } from "monaco-editor/languages/features/typescript/register";
import type { CodeLanguage, CodePlace } from "#adapters/monaco/language/codeLanguage.ts";
import { loadMonaco } from "#adapters/monaco/loadMonaco.ts";
import { addXstateTypes } from "#adapters/monaco/typescript.ts";
import { openEditor, until } from "./editorDriver.tsx";

let page: Awaited<ReturnType<typeof openEditor>>;
// Fetching the types one by one from the test's server takes its time.
beforeAll(() => loadMonaco("en").then(addXstateTypes), 120_000);
afterEach(() => page.close());

const machine = `import { setup } from "xstate";
import { limit, type Hand } from "../共通/rules";
const hand: Hand = { cards: limit };
export const machine = setup({}).createMachine({ context: hand });
`;
const path = "games/my game/toss.machine.ts";
const rules = (cards: string) => ({
  path: "games/共通/rules.ts",
  text: `import type { Card } from "./cards";\r\nexport const limit = 7;\r\nexport interface Hand { cards: ${cards}; top?: Card }\r\n`,
});
const cards = { path: "games/共通/cards.ts", text: "export interface Card { suit: string }\n" };

/** Knows no names of its own; notes where it is sent. */
function knowsFiles(files: readonly { path: string; text: string }[]) {
  const opened: CodePlace[] = [];
  const refused: string[] = [];
  const language: CodeLanguage = {
    completions: () => undefined,
    hover: () => undefined,
    nameAt: () => undefined,
    definitions: () => [],
    references: () => [],
    rename: () => undefined,
    refuseRename: (name, file) => refused.push(`${name} ${file}`),
    explain: () => [],
    found: () => undefined,
    outline: () => [],
    textOf: (file) => files.find((one) => one.path === file)?.text,
    open: (place) => opened.push(place),
    previewRename: () => false,
    listReferences: () => false,
  };
  return { language, opened, refused };
}
async function open(imports = [rules("number"), cards]) {
  const known = knowsFiles(imports);
  page = await openEditor(machine, { path, imports, language: known.language });
  page.focus();
  return known;
}
const markers = () => page.monaco.editor.getModelMarkers({ resource: page.editor.getModel()!.uri });
const errors = () => markers().filter(({ severity }) => severity === page.monaco.MarkerSeverity.Error);
const hints = () => errors().map(({ code }) => String(code));
const putOn = (word: string) => page.put(machine.indexOf(word) + 1);
/** The files that the type checker was given. */
const given = () => Object.keys(typescriptDefaults.getExtraLibs()).filter((name) => name.includes("games"));

test("what a machine imports from other files has its types, and follows them as they change", async () => {
  await open([rules("string"), cards]);
  await until(() => errors().length > 0, 50_000);
  expect(errors().map(({ startLineNumber, message }) => `${startLineNumber} ${message}`)).toEqual([
    "3 Type 'number' is not assignable to type 'string'.",
  ]);

  await page.show({ imports: [rules("number"), cards] });

  await until(() => errors().length === 0);
}, 90_000);

test("a file that is not there is told, and what is there no longer is let go", async () => {
  await open([]);
  await until(() => errors().length > 0, 50_000);
  expect(hints()).toEqual(["2307"]);

  await page.show({ imports: [rules("number"), cards] });
  await until(() => errors().length === 0);
  expect(given().length).toBeGreaterThan(0);
  page.close();

  expect(given()).toEqual([]);
}, 90_000);

test("the definition of an imported word opens its file at the word", async () => {
  const { opened } = await open();
  putOn("limit };");

  page.editor.trigger("test", "editor.action.revealDefinition", {});
  await until(() => opened.length > 0, 50_000);

  const { path: file, text } = rules("number");
  expect(opened[0]!.file).toBe(file);
  expect(text.slice(opened[0]!.at.from)).toMatch(/^limit = 7/);
}, 90_000);

test("the places of an imported word count those in its file, once each", async () => {
  await open();
  putOn("limit };");

  page.editor.trigger("test", "editor.action.referenceSearch.trigger", {});

  const list = () => document.querySelector(".reference-zone-widget .ref-tree")?.textContent ?? "";
  await until(() => list().includes("rules.ts"), 50_000);
  expect(document.querySelector(".reference-zone-widget .head .meta")?.textContent).toContain("(3)");
}, 90_000);

/** Monaco's own commands; what asks a rename provider past the little box for the new name is one. */
const commands = () =>
  (page.editor as unknown as { _commandService: { executeCommand(...all: unknown[]): Promise<unknown> } })
    ._commandService;

test("a word that an imported file says as well is not renamed here alone", async () => {
  const { refused } = await open();
  const at = page.editor.getModel()!.getPositionAt(machine.indexOf("limit };") + 1);

  await commands().executeCommand("_executeDocumentRenameProvider", page.editor.getModel()!.uri, at, "most");

  expect(refused).toEqual([`limit ${rules("number").path}`]);
  expect(page.text()).toBe(machine);
}, 90_000);
