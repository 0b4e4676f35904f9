import { afterEach, beforeAll, expect, test } from "vitest";
import { openEditor, until } from "./editorDriver.tsx";
import { checkTypes } from "#adapters/monaco/checkTypes.ts";
import { loadMonaco } from "#adapters/monaco/loadMonaco.ts";

let page: Awaited<ReturnType<typeof openEditor>>;
// Fetching and compiling Monaco takes its time on a busy machine.
beforeAll(() => loadMonaco("en"), 120_000);
afterEach(() => page.close());

const machine = (guard: string) => `import { setup } from "xstate";
export const machine = setup({
  types: { events: {} as { type: "PASS" } },
  guards: { everyonePassed: () => true },
}).createMachine({
  initial: "ask",
  states: { ask: { on: { PASS: { guard: "${guard}", target: "done" } } }, done: { type: "final" } },
});
`;

const problems = () =>
  page.monaco.editor
    .getModelMarkers({ resource: page.editor.getModel()!.uri })
    .filter((marker) => marker.severity === page.monaco.MarkerSeverity.Error);

test("XState's own types find a guard that is not there", async () => {
  page = await openEditor(machine("everyonePased"));

  await until(() => problems().length > 0, 50_000);

  expect(problems().map((p) => String(p.code))).toEqual(["2322"]);
  expect(problems()[0]!.message).toContain("everyonePased");
}, 60_000);

test("a guard put right from outside takes its type error away", async () => {
  page = await openEditor(machine("everyonePased"));
  await until(() => problems().length > 0, 50_000);

  await page.outside(machine("everyonePassed"));

  await until(() => problems().length === 0);
}, 60_000);

test("a file that is closed and opened again has the types of its new text", async () => {
  page = await openEditor(machine("everyonePassed"));
  await new Promise((done) => setTimeout(done, 1_500));
  page.close();

  page = await openEditor(machine("everyonePazzed"));

  await until(() => problems().length > 0, 50_000);
}, 60_000);

test("a file that no editor shows is checked as well, with what it imports, and nothing of it stays", async () => {
  page = await openEditor(machine("everyonePassed"));
  const { editor } = page.monaco;
  const models = editor.getModels().length;
  const text = `import { limit } from "./rules";\r\nexport const cards: string = limit;\r\n`;
  const file = {
    docs: "toss",
    file: "machine",
    path: "games/toss.ts",
    language: "typescript",
    text,
  } as const;
  const rules = (value: string) => ({ path: "games/rules.ts", text: `export const limit = ${value};\n` });
  const errorsWith = async (value: string) =>
    (await checkTypes("en", { ...file, imports: [rules(value)] })).map(({ code, at }) => [
      code,
      text.slice(at.from, at.to),
    ]);

  expect(await errorsWith("7")).toEqual([[2322, "cards"]]);
  expect(await errorsWith(`"7"`)).toEqual([]);

  expect(editor.getModels()).toHaveLength(models);
}, 90_000);

test("completion offers the guards of the machine inside the quotes", async () => {
  page = await openEditor(machine(""));
  page.focus();
  page.put(page.value().indexOf('guard: "') + 8);

  page.editor.trigger("test", "editor.action.triggerSuggest", {});

  await until(
    () => document.querySelector(".suggest-widget")?.textContent?.includes("everyonePassed") ?? false,
    25_000,
  );
}, 60_000);

test("a hover shows a type from XState", async () => {
  page = await openEditor(machine("everyonePassed"));
  page.focus();
  page.put(page.value().indexOf("createMachine") + 3);

  page.editor.trigger("test", "editor.action.showHover", {});

  await until(
    () => document.querySelector(".monaco-hover")?.textContent?.includes("StateMachine<") ?? false,
    25_000,
  );
}, 60_000);

test("nothing is fetched from anywhere but this page's own server", async () => {
  page = await openEditor(machine("x"));
  await until(() => problems().length > 0, 50_000);

  const foreign = performance
    .getEntriesByType("resource")
    .map((entry) => entry.name)
    .filter((name) => !name.startsWith(location.origin) && !/^(?:data|blob):/.test(name));

  expect(foreign).toEqual([]);
}, 60_000);
