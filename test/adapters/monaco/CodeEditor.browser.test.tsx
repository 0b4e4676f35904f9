import { afterEach, beforeAll, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { openEditor, frame, until } from "./editorDriver.tsx";
import { loadMonaco } from "#adapters/monaco/loadMonaco.ts";

let page: Awaited<ReturnType<typeof openEditor>>;
const open = async (...args: Parameters<typeof openEditor>) => (page = await openEditor(...args));
// Fetching and compiling Monaco takes its time on a busy machine.
beforeAll(() => loadMonaco("en"), 120_000);
afterEach(() => page.close());

test("typing goes out as edits with exact offsets", async () => {
  const { focus, put, reported, text } = await open("const a = 1;\nconst b = 2;\n");
  focus();
  put(24);

  await userEvent.keyboard("34");

  expect(reported.map((r) => [r.edits, r.info.kind])).toEqual([
    [[{ from: 24, to: 24, insert: "3" }], "typing"],
    [[{ from: 25, to: 25, insert: "4" }], "typing"],
  ]);
  expect(text()).toBe("const a = 1;\nconst b = 234;\n");
});

test("deleting a character is typing", async () => {
  const { focus, put, reported } = await open("ab");
  focus();
  put(2);

  await userEvent.keyboard("{Backspace}");

  expect(reported.map((r) => [r.edits, r.info.kind])).toEqual([[[{ from: 1, to: 2, insert: "" }], "typing"]]);
});

/** The runs of typing that were reported, as pieces of text per run. */
const runs = () =>
  page.reported.reduce<{ run: number; typed: string }[]>((all, { edits, info }) => {
    const typed = edits.map((edit) => edit.insert).join("");
    const last = all.at(-1);
    return last?.run === info.run
      ? [...all.slice(0, -1), { ...last, typed: last.typed + typed }]
      : [...all, { run: info.run, typed }];
  }, []);
const typedRuns = () => runs().map(({ typed }) => typed);

test("typing that goes on at the caret is one run; at another place it is the next", async () => {
  const { focus, put, editor } = await open("const a = 1;\nconst b = 2;\n");
  focus();
  put(11);
  await userEvent.keyboard("23");
  await userEvent.keyboard("{Backspace}4");

  put(26);
  await userEvent.keyboard("56");
  await userEvent.keyboard("{ArrowLeft}");
  await userEvent.keyboard("7");
  editor.setSelection({ startLineNumber: 1, startColumn: 1, endLineNumber: 1, endColumn: 6 });
  await userEvent.keyboard("let");

  expect(typedRuns()).toEqual(["234", "56", "7", "let"]);
});

test("a call with its brackets and quotes closed by the editor is one run", async () => {
  const { focus, put, text } = await open("x = \n");
  focus();
  put(4);

  await userEvent.keyboard('f(a, "b"); g()');

  expect(text()).toBe('x = f(a, "b"); g()\n');
  expect(new Set(runs().map(({ run }) => run)).size).toBe(1);
});

test("a change from outside appears and is not echoed", async () => {
  const { outside, value, reported } = await open("one\ntwo\n");

  await outside("one\n2\nthree\n");

  expect(value()).toBe("one\n2\nthree\n");
  expect(reported).toEqual([]);
});

test("the caret stays on its character over changes above and below it", async () => {
  const { focus, put, outside, caret, value, carets } = await open("draw: 1\nmain: 2\nto: draw\n");
  focus();
  put(11);
  await frame();
  carets.length = 0;

  await outside("startOfTurn: 1\nmain: 2\nto: startOfTurn\n");

  expect(value().slice(caret() - 3, caret())).toBe("mai");
  expect(carets).toEqual([]);
});

test("undo, redo and save are asked of the project and change nothing by themselves", async () => {
  const { focus, value, asked, editor } = await open("a");
  focus();
  await userEvent.keyboard("x");
  const typed = value();

  await userEvent.keyboard("{Control>}z{/Control}");
  await userEvent.keyboard("{Control>}y{/Control}");
  await userEvent.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
  await userEvent.keyboard("{Control>}s{/Control}");
  editor.trigger("menu", "undo", undefined);

  expect(asked).toEqual(["undo", "redo", "redo", "save", "undo"]);
  expect(value()).toBe(typed);
});

test("after an undo the caret is where the text changed", async () => {
  const { focus, put, outside, caret } = await open("one two three");
  focus();
  put(13);
  await userEvent.keyboard("{Control>}z{/Control}");

  await outside("one 2 three");

  expect(caret()).toBe(5);
});

test("a caret that the person moves is told as an offset of the text", async () => {
  const { focus, put, carets } = await open("a\r\nbc\r\n");
  focus();
  put(2);
  await frame();
  carets.length = 0;

  await userEvent.keyboard("{ArrowRight}");
  await frame();

  expect(carets).toEqual([4]);
});

test("a refused edit is taken back", async () => {
  const { focus, value } = await open("a", { onEdits: () => false });
  focus();

  await userEvent.keyboard("x");
  await frame();

  expect(value()).toBe("a");
});

test("a late render of an older text does not take back what was typed since", async () => {
  const texts: string[] = [];
  const { focus, put, value, show } = await open("a", {
    onEdits: (edits) => {
      texts.push(edits[0]!.insert);
      return 100 + texts.length;
    },
  });
  focus();
  put(1);
  await userEvent.keyboard("bc");

  await show({}, "ab");

  expect(value()).toBe("abc");
});

test("each file keeps its caret while others are shown", async () => {
  const { focus, put, show, caret, value } = await open("one two");
  focus();
  put(3);

  await show({ file: "labels/ja", lang: "json" }, '{"a": 1}');
  expect(value()).toBe('{"a": 1}');
  await show({ file: "machine", lang: "typescript" }, "zero one two");

  expect(value()).toBe("zero one two");
  expect(caret()).toBe(8);
});

test("a game opened anew, its revisions counted from the start again, is shown", async () => {
  const { focus, put, value, show } = await open("a", { onEdits: () => 50 });
  focus();
  put(1);
  await userEvent.keyboard("b");

  await show({}, "another text");

  expect(value()).toBe("another text");
});

test("changes from outside leave nothing in Monaco's own undo", async () => {
  const { outside, editor, value } = await open("one");

  await outside("one two");
  await editor.getModel()!.undo();

  expect(value()).toBe("one two");
});

test("undo in the find box stays in the find box", async () => {
  const { focus, asked, host, value } = await open("one two");
  focus();
  await userEvent.keyboard("{Control>}f{/Control}");
  await until(() => host.querySelector(".find-widget.visible textarea") === document.activeElement);

  await userEvent.keyboard("two");
  await userEvent.keyboard("{Control>}z{/Control}");

  expect(asked).toEqual([]);
  expect(value()).toBe("one two");
});

test("what is on the screen stays there when lines are added above", async () => {
  const lines = Array.from({ length: 300 }, (_, i) => `// ${i}\n`).join("");
  const { outside, editor } = await open(lines);
  editor.setScrollTop(editor.getTopForLineNumber(100) + 5, 1);
  await frame();

  await outside(`// new\n// new\n${lines}`);

  expect(editor.getScrollTop()).toBe(editor.getTopForLineNumber(102) + 5);
});

test("a folded state stays folded over changes elsewhere", async () => {
  const { outside, editor, focus, host } = await open("a: {\n  x: 1,\n  y: 2,\n},\nb: {\n  z: 1,\n},\n");
  focus();
  await until(
    () => host.querySelector(".folding-controls, .codicon-folding-expanded, .cldr.codicon") !== null,
  );
  editor.setPosition({ lineNumber: 1, column: 1 });
  await editor.getAction("editor.fold")!.run();
  await until(() => editor.getVisibleRanges().length === 2);

  await outside("// head\na: {\n  x: 1,\n  y: 2,\n},\nb: {\n  z: 5,\n},\n");
  await frame();

  expect(editor.getVisibleRanges().map((r) => r.startLineNumber)).toEqual([1, 5]);
});

test("a read-only editor still shows changes from outside and takes no typing", async () => {
  const { outside, value, focus, reported } = await open("one", { readOnly: true });
  focus();

  await userEvent.keyboard("x");
  await outside("two");

  expect(value()).toBe("two");
  expect(reported).toEqual([]);
});

test("pasted text is told as a paste, with the file's line ends", async () => {
  const { focus, put, host, reported, text } = await open("a\r\nb\r\n");
  focus();
  put(1);
  const data = new DataTransfer();
  data.setData("text/plain", "1\n2");

  const target = host.querySelector(".native-edit-context") ?? document.activeElement!;
  target.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  await until(() => reported.length > 0);

  expect(reported[0]!.info.kind).toBe("paste");
  expect(text()).toBe("a1\r\n2\r\nb\r\n");
});

test("two carets type at two places in one report", async () => {
  const { focus, editor, reported, text } = await open("a\r\nb\r\n");
  focus();
  editor.setSelections([1, 2].map((line) => new page.monaco.Selection(line, 1, line, 1)));

  await userEvent.keyboard("x");

  expect(reported.map((r) => r.edits)).toEqual([
    [
      { from: 0, to: 0, insert: "x" },
      { from: 3, to: 3, insert: "x" },
    ],
  ]);
  expect(text()).toBe("xa\r\nxb\r\n");
});

test("two editors of one game live side by side", async () => {
  const first = await open("one");
  const second = await openEditor("one");
  second.focus();
  second.put(0);

  await userEvent.keyboard("x");

  const values = [first.value(), second.value()];
  second.close();
  expect(values).toEqual(["one", "xone"]);
});

test("closing the editor leaves no model behind", async () => {
  const { monaco, close, show } = await open("a");
  await show({ file: "clauses", lang: "json" }, "{}");

  close();

  expect(monaco.editor.getModels().length).toBe(0);
  expect(monaco.editor.getEditors().length).toBe(0);
});

test("our problems are squiggles of their own owner", async () => {
  const { monaco, show, editor } = await open("a\r\nbad\r\n");

  await show({ markers: [{ from: 3, to: 6, severity: "warning", message: "Not good", code: "bad" }] });

  const [marker] = monaco.editor.getModelMarkers({ owner: "turnwright", resource: editor.getModel()!.uri });
  expect(marker).toMatchObject({ startLineNumber: 2, startColumn: 1, endColumn: 4, message: "Not good" });
});

test("what stands far along a long line is scrolled to by its line, and the others stay in sight", async () => {
  const long = `const all = [${"item, ".repeat(200)}last];`;
  const text = `${"// short\n".repeat(80)}${long}\n${"// short\n".repeat(80)}`;
  const { show, editor } = await open(text);
  const from = text.indexOf("last");

  await show({ highlight: { from, to: from + 4 }, reveal: { from, to: from + 4, key: 1 } });

  await until(() => editor.getVisibleRanges()[0]!.endLineNumber > 80);
  expect(editor.getScrollLeft()).toBe(0);
});

test("the selected state's lines are marked and scrolled to", async () => {
  const lines = Array.from({ length: 200 }, (_, i) => `// ${i}`).join("\n");
  const { host, show, editor } = await open(lines);
  const from = lines.indexOf("// 150");

  await show({ highlight: { from, to: from + 13 }, reveal: { from, to: from + 13, key: 1 } });

  await until(() => host.querySelectorAll(".turnwright-selected-lines").length === 2);
  expect(editor.getVisibleRanges()[0]!.endLineNumber).toBeGreaterThan(150);
});
