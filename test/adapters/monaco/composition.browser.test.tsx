import { afterEach, beforeAll, expect, test } from "vitest";
import { cdp, userEvent } from "vitest/browser";
import { frame, openEditor } from "./editorDriver.tsx";
import { loadMonaco } from "#adapters/monaco/loadMonaco.ts";

let page: Awaited<ReturnType<typeof openEditor>>;
// Fetching and compiling Monaco takes its time on a busy machine.
beforeAll(() => loadMonaco("en"), 120_000);
afterEach(() => page.close());

interface Ime {
  send(method: string, params: object): Promise<unknown>;
}
const ime = () => cdp() as unknown as Ime;
declare const CharacterBoundsUpdateEvent: new (
  type: "characterboundsupdate",
  init: { rangeStart: number; rangeEnd: number },
) => Event;
/** What stands between an input method and the editor. */
const editContextOf = (host: HTMLElement) =>
  (host.querySelector(".native-edit-context") as HTMLElement & { editContext: EventTarget }).editContext;
/** What an input method shows before the person chose a word. */
const compose = async (text: string) => {
  await ime().send("Input.imeSetComposition", {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  });
  await frame();
};
const commit = async (text: string) => {
  await ime().send("Input.insertText", { text });
  await frame();
};

test("a composition goes out as one edit when it ends", async () => {
  page = await openEditor("// \r\nb\r\n");
  const { focus, put, reported, text } = page;
  focus();
  put(3);

  await compose("さ");
  await compose("さいころ");
  expect(reported).toEqual([]);
  await commit("賽子");

  expect(reported.map((r) => [r.edits, r.info.kind])).toEqual([
    [[{ from: 3, to: 3, insert: "賽子" }], "composition"],
  ]);
  expect(text()).toBe("// 賽子\r\nb\r\n");
});

test("a change from outside waits for the end of a composition, and neither is lost", async () => {
  page = await openEditor("// \nb\n");
  const { focus, put, outside, value, text, reported } = page;
  focus();
  put(3);
  await compose("やま");

  await outside("first\n// \nB\n");
  expect(value()).toBe("// やま\nb\n");
  await commit("山");

  expect(text()).toBe("first\n// 山\nB\n");
  expect(value()).toBe(text());
  expect(reported).toHaveLength(1);
});

test("a composition that is given up leaves no edit", async () => {
  page = await openEditor("ab");
  const { focus, put, reported, text } = page;
  focus();
  put(1);

  await compose("か");
  await compose("");
  await userEvent.keyboard("{ArrowRight}");
  await frame();

  expect(text()).toBe("ab");
  expect(reported).toEqual([]);
});

test("switching files in the middle of a composition keeps what was composed", async () => {
  page = await openEditor("ab");
  const { focus, put, show, text } = page;
  focus();
  put(2);
  await compose("か");

  await show({ file: "clauses", lang: "json" }, "{}");

  expect(text("machine")).toBe("abか");
  expect(text("clauses")).toBe("{}");
});

test("an input method that asks where its characters stand is answered at once after a switch of files", async () => {
  page = await openEditor("ab");
  const { focus, put, show, editor } = page;
  focus();
  put(2);
  await compose("か");
  const before = editor.getModel();
  const failed: unknown[] = [];
  const note = (event: ErrorEvent) => {
    event.preventDefault();
    failed.push(event.error);
  };
  addEventListener("error", note);

  const shown = show({ file: "clauses", lang: "json" }, "{}");
  while (editor.getModel() === before) await Promise.resolve();
  // Chromium asks between the switch and the next frame, where the switch falls into a composition.
  const context = editContextOf(page.host);
  context.dispatchEvent(
    new CharacterBoundsUpdateEvent("characterboundsupdate", { rangeStart: 0, rangeEnd: 1 }),
  );
  await shown;

  removeEventListener("error", note);
  expect(failed).toEqual([]);
});
