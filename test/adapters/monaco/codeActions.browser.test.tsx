import { afterEach, beforeAll, expect, test } from "vitest";
import { openEditor, until } from "./editorDriver.tsx";
import { loadMonaco } from "#adapters/monaco/loadMonaco.ts";

let page: Awaited<ReturnType<typeof openEditor>>;
// Fetching and compiling Monaco takes its time on a busy machine.
beforeAll(() => loadMonaco("en"), 120_000);
afterEach(() => page.close());

const TEXT = `const a = { onn: 1 };\nconst b = 2;\n`;
const shown = () =>
  [...document.querySelectorAll(".action-widget .monaco-list-row")].map(
    (row) => row.textContent?.trim() ?? "",
  );

async function openMarked(run: () => void) {
  const from = TEXT.indexOf("onn");
  page = await openEditor(TEXT, {
    lang: "javascript",
    markers: [
      {
        from,
        to: from + 3,
        severity: "error",
        message: "no such key",
        code: "unknown",
        fixes: () => [{ title: "Replace onn with on", obvious: true, run }],
      },
    ],
  });
  page.focus();
  return from;
}

test("the fixes of a squiggle are offered at the caret, and carried out by the studio", async () => {
  let mended = 0;
  const from = await openMarked(() => mended++);
  page.put(from + 1);

  page.editor.trigger("test", "editor.action.quickFix", {});

  await until(() => shown().some((one) => one.includes("Replace onn with on")));
  const row = [...document.querySelectorAll<HTMLElement>(".action-widget .monaco-list-row")].find((one) =>
    one.textContent?.includes("Replace onn"),
  );
  row?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
  row?.dispatchEvent(new MouseEvent("mouseup", { bubbles: true }));
  row?.click();
  await until(() => mended === 1);
  expect(page.value()).toBe(TEXT);
}, 60_000);

test("elsewhere nothing is offered", async () => {
  await openMarked(() => {});
  page.put(TEXT.indexOf("b = 2"));

  page.editor.trigger("test", "editor.action.quickFix", {});

  await until(() => document.querySelector(".monaco-editor-overlaymessage") !== null);
  expect(shown()).toEqual([]);
}, 60_000);
