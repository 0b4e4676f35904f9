import { afterEach, beforeAll, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { openEditor, until } from "./editorDriver.tsx";
import { loadMonaco } from "#adapters/monaco/loadMonaco.ts";
import { addXstateTypes } from "#adapters/monaco/typescript.ts";
import type { CodeLanguage, CodePoint } from "#adapters/monaco/language/codeLanguage.ts";

let page: Awaited<ReturnType<typeof openEditor>>;
// Fetching the types one by one from the test's server takes its time.
beforeAll(() => loadMonaco("en").then(addXstateTypes), 120_000);
afterEach(() => page.close());

const machine = `import { setup } from "xstate";
export const machine = setup({
  types: { events: {} as { type: "PASS" } },
  guards: { everyonePassed: () => true },
}).createMachine({
  initial: "ask",
  states: { ask: { on: { PASS: { guard: "everyonePassed", target: "done" } } }, done: { type: "final" } },
});
`;
const at = (word: string, nth = 0) => {
  let from = -1;
  for (let i = 0; i <= nth; i++) from = machine.indexOf(word, from + 1);
  return { from, to: from + word.length };
};

/** Knows one name, `done`, wherever it stands between quotes or before a colon; notes what it is asked. */
function knowsDone(more: Partial<CodeLanguage> = {}) {
  const asked: { what: string; offset: number; file: string; to?: string }[] = [];
  const places = (text: string) =>
    [...text.matchAll(/\bdone\b/g)].map((found) => ({ from: found.index, to: found.index + 4 }));
  const found = ({ text, offset }: CodePoint) =>
    places(text).find(({ from, to }) => from <= offset && offset <= to);
  const note = (what: string, { offset, file }: CodePoint) => void asked.push({ what, offset, file });
  const language: CodeLanguage = {
    completions: () => undefined,
    hover: (point) => {
      const span = found(point);
      return span && { at: span, markdown: ["**the end** `done`"] };
    },
    nameAt: (point) => {
      const span = found(point);
      return span && { at: span, name: "done" };
    },
    definitions: (point) => (found(point) ? [{ file: "machine", at: places(point.text).at(-1)! }] : []),
    references: (point) =>
      found(point) ? places(point.text).map((span) => ({ file: "machine", at: span })) : [],
    rename: (point, to) => asked.push({ what: "rename", offset: point.offset, file: point.file, to }),
    refuseRename: (_name, file) => asked.push({ what: "refused", offset: 0, file }),
    outline: () => [],
    explain: () => [],
    found: () => undefined,
    textOf: () => undefined,
    open: () => undefined,
    previewRename: (point) => {
      note("preview", point);
      return found(point) !== undefined;
    },
    listReferences: (point) => {
      note("list", point);
      return found(point) !== undefined;
    },
    ...more,
  };
  return { language, asked };
}

const trigger = (id: string) => page.editor.trigger("test", id, {});
const rows = () =>
  [...document.querySelectorAll(".suggest-widget.visible .monaco-list-row")].map(
    (row) => row.ariaLabel ?? "",
  );
const hover = () =>
  [...document.querySelectorAll(".monaco-hover:not(.hidden)")].map((one) => one.textContent).join("\n");

test("names of the machine are offered alone where nothing else makes sense, and come into the project when accepted", async () => {
  const open = at(`"done"`).from + 1;
  const text = machine.replace(`"done"`, `""`);
  const { language } = knowsDone({
    completions: ({ offset }) => ({
      only: true,
      items: [
        {
          kind: "state",
          name: "done",
          label: "the end",
          replace: { from: open, to: offset },
          insert: "done",
        },
        { kind: "state", name: "ask", replace: { from: open, to: offset }, insert: "ask" },
      ],
    }),
  });
  page = await openEditor(text, { language });
  page.focus();
  page.put(open);

  trigger("editor.action.triggerSuggest");
  await until(() => rows().length > 0);
  expect(rows().map((row) => row.split(",")[0])).toEqual(["done", "ask"]);
  expect(document.querySelector(".suggest-widget")?.textContent).toContain("the end");
  trigger("acceptSelectedSuggestion");

  await until(() => page.text() === machine);
}, 60_000);

test("the caret goes to where the person types on, and suggestions go on there", async () => {
  const text = "on: { P }";
  const asked: number[] = [];
  const { language } = knowsDone({
    completions: ({ offset }) => {
      asked.push(offset);
      return {
        only: true,
        items: [
          {
            kind: "event",
            name: "PASS",
            replace: { from: 6, to: Math.max(7, offset) },
            insert: `PASS: { target: "$}" }`,
            caret: 17,
            goesOn: true,
          },
        ],
      };
    },
  });
  page = await openEditor(text, { language });
  page.focus();
  page.put(7);
  trigger("editor.action.triggerSuggest");
  await until(() => rows().length > 0);

  trigger("acceptSelectedSuggestion");

  await until(() => page.text() === `on: { PASS: { target: "$}" } }`);
  expect(page.caret()).toBe(23);
  await until(() => asked.includes(23));
}, 60_000);

test("where nothing of ours belongs TypeScript offers what it knows", async () => {
  page = await openEditor(`const everyone = 1;\nevery`, { language: knowsDone().language });
  page.focus();
  page.put(page.value().length);

  trigger("editor.action.triggerSuggest");

  await until(() => rows().some((row) => row.startsWith("everyone")), 50_000);
}, 60_000);

test("a hover says what the studio knows of a name", async () => {
  page = await openEditor(machine, { language: knowsDone().language });
  page.focus();
  page.put(at("done", 1).from + 1);

  trigger("editor.action.showHover");

  await until(() => hover().includes("the end done"));
}, 60_000);

test("of words that are none of ours a hover says what TypeScript knows", async () => {
  page = await openEditor(machine, { language: knowsDone().language });
  page.focus();
  page.put(at("createMachine").from + 2);

  trigger("editor.action.showHover");

  await until(() => hover().includes("StateMachine<"), 50_000);
  expect(hover()).not.toContain("the end");
}, 60_000);

test("F12 goes from a name to where it is written out", async () => {
  page = await openEditor(machine, { language: knowsDone().language });
  page.focus();
  page.put(at("done").from + 1);

  trigger("editor.action.revealDefinition");

  await until(() => page.caret() === at("done", 1).from);
}, 60_000);

test("F12 on a name that another file writes out asks the studio to open it there", async () => {
  const opened: unknown[] = [];
  const { language } = knowsDone({
    definitions: () => [{ file: "clauses", at: { from: 10, to: 14 } }],
    textOf: (file) => (file === "clauses" ? `{\r\n  "id": "done"\r\n}` : undefined),
    open: (place) => opened.push(place),
  });
  page = await openEditor(machine, { language });
  page.focus();
  page.put(at("done").from + 1);

  trigger("editor.action.revealDefinition");

  await until(() => opened.length > 0);
  expect(opened).toEqual([{ file: "clauses", at: { from: 10, to: 10 } }]);
  expect(page.value()).toBe(machine);
}, 60_000);

test("F2 renames by the studio's command: Monaco changes nothing itself", async () => {
  const { language, asked } = knowsDone();
  page = await openEditor(machine, { language });
  page.focus();
  page.put(at("done").from + 1);

  trigger("editor.action.rename");
  await until(() => document.querySelector<HTMLInputElement>("input.rename-input")?.value === "done");
  const box = document.querySelector<HTMLInputElement>("input.rename-input")!;
  box.value = "over";
  trigger("acceptRenameInput");

  await until(() => asked.some(({ what }) => what === "rename"));
  expect(asked.filter(({ what }) => what === "rename")).toEqual([
    { what: "rename", offset: at("done").from + 1, file: "machine", to: "over" },
  ]);
  expect(page.text()).toBe(machine);
  expect(page.reported).toEqual([]);
}, 60_000);

test("a word that is none of ours is renamed by TypeScript, as one edit of the project", async () => {
  page = await openEditor(`const one = 1;\nexport const two = one + one;\n`, {
    language: knowsDone().language,
  });
  page.focus();
  page.put(7);
  trigger("editor.action.rename");
  await until(() => document.querySelector<HTMLInputElement>("input.rename-input")?.value === "one", 50_000);
  document.querySelector<HTMLInputElement>("input.rename-input")!.value = "first";

  trigger("acceptRenameInput");

  await until(() => page.text() === `const first = 1;\nexport const two = first + first;\n`, 50_000);
}, 60_000);

test("Shift+F12 lists the places of a name in the studio", async () => {
  const { language, asked } = knowsDone();
  page = await openEditor(machine, { language });
  page.focus();
  page.put(at("done").from + 1);

  trigger("turnwright.listReferences");

  await until(() => asked.some(({ what }) => what === "list"));
  expect(asked[0]).toMatchObject({ offset: at("done").from + 1, file: "machine" });
}, 60_000);

test("offsets are those of the project's text, whatever its line ends", async () => {
  const text = machine.replaceAll("\n", "\r\n");
  const { language, asked } = knowsDone();
  page = await openEditor(text, { language });
  page.focus();
  page.editor.setPosition(page.editor.getModel()!.getPositionAt(machine.indexOf("done") + 1));

  trigger("turnwright.listReferences");

  await until(() => asked.length > 0);
  expect(asked[0]!.offset).toBe(text.indexOf("done") + 1);
}, 60_000);

test("in a rule file names are known as well", async () => {
  const { language, asked } = knowsDone();
  page = await openEditor(`{ "in": ["done"] }`, { language, file: "moves", lang: "json" });
  page.focus();
  page.put(11);
  trigger("editor.action.showHover");
  await until(() => hover().includes("the end"));

  trigger("turnwright.listReferences");

  await until(() => asked.length > 0);
  expect(asked[0]).toMatchObject({ offset: 11, file: "moves" });
}, 60_000);

test("the outline of a file holds what the studio says, with labels", async () => {
  const { language } = knowsDone({
    outline: () => [
      {
        kind: "machine",
        name: "machine",
        at: { from: at("setup").from, to: machine.length - 1 },
        nameAt: at("setup", 1),
        children: [
          {
            kind: "state",
            name: "ask",
            label: "whose turn",
            at: at("ask: {"),
            nameAt: at("ask", 1),
            children: [],
          },
        ],
      },
    ],
  });
  page = await openEditor(machine, { language });
  page.focus();

  trigger("editor.action.quickOutline");

  await until(
    () => document.querySelector(".quick-input-widget")?.textContent?.includes("whose turn · ask") ?? false,
    50_000,
  );
  await userEvent.keyboard("{Escape}");
  await until(() => document.querySelector<HTMLElement>(".quick-input-widget")?.style.display === "none");
}, 60_000);

const errors = () =>
  page.monaco.editor
    .getModelMarkers({ resource: page.editor.getModel()!.uri })
    .filter(({ severity }) => severity === page.monaco.MarkerSeverity.Error);
const wrong = machine.replace(`guard: "everyonePassed"`, `guard: "everyonePazzed"`);

test("a type error is shown in the studio's words on the word that is wrong, and TypeScript's own can be unfolded", async () => {
  const word = wrong.indexOf(`"everyonePazzed"`);
  const { language } = knowsDone({
    explain: (_, text, told) =>
      told.map(({ chain, at: span }) => {
        expect(text).toBe(wrong);
        expect(text.slice(span.from, span.to)).toBe("PASS");
        expect(chain.length).toBeGreaterThan(1);
        return { at: { from: word, to: word + 16 }, message: "no such guard", originalTitle: "The original" };
      }),
  });
  page = await openEditor(wrong, { language });
  page.focus();

  await until(() => errors().length > 0, 50_000);

  const [error] = errors();
  expect(error).toMatchObject({ message: "no such guard", code: "2322" });
  const range = page.monaco.Range.lift(error!);
  expect(page.editor.getModel()!.getValueInRange(range)).toBe(`"everyonePazzed"`);
  page.put(word + 3);
  trigger("editor.action.showHover");
  await until(() => hover().includes("no such guard") && hover().includes("The original"));
  expect(document.querySelector(".monaco-hover details")?.textContent).toContain("is not assignable");
}, 60_000);

test("an error that the studio tells itself is not told twice", async () => {
  let asked = 0;
  const { language } = knowsDone({
    explain: (_, __, told) => {
      asked += told.length;
      return told.map(() => "told");
    },
  });
  page = await openEditor(wrong, { language });

  await until(() => asked > 0, 50_000);
  await until(() => errors().length === 0);
}, 60_000);

test("an error that nobody explains stays as TypeScript tells it", async () => {
  page = await openEditor(wrong, { language: knowsDone().language });

  await until(() => errors().length > 0, 50_000);

  expect(errors()[0]!.message).toContain("is not assignable");
}, 60_000);

test("what the type checker finds is told in the project's offsets, and that it finds nothing any more as well", async () => {
  const crlf = wrong.replaceAll("\n", "\r\n");
  const found: { text: string; words: string[] }[] = [];
  const { language } = knowsDone({
    found: (file, text, told) => {
      expect(file).toBe("machine");
      found.push({ text, words: told.map(({ at: span }) => text.slice(span.from, span.to)) });
    },
  });
  page = await openEditor(`${crlf}const unused = 1;\r\n`, { language });

  await until(() => found.length > 0, 50_000);
  expect(found.at(-1)).toEqual({ text: page.text(), words: ["PASS"] });
  await page.outside(machine);

  await until(() => found.at(-1)?.text === machine, 50_000);
  expect(found.at(-1)?.words).toEqual([]);
}, 90_000);
