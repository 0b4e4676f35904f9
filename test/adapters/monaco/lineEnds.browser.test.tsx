import fc from "fast-check";
import { afterEach, beforeAll, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { eolMap } from "#adapters/monaco/eolMap.ts";
import { openEditor } from "./editorDriver.tsx";
import { loadMonaco } from "#adapters/monaco/loadMonaco.ts";

let page: Awaited<ReturnType<typeof openEditor>>;
// Fetching and compiling Monaco takes its time on a busy machine.
beforeAll(() => loadMonaco("en"), 120_000);
afterEach(() => page.close());

const pieces = fc.constantFrom(
  "a",
  "on: {",
  "\n",
  "\r\n",
  "\r\n",
  "\r",
  "\u2028",
  "\ufeff",
  "日本",
  "😀",
  "  ",
);
const texts = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(""));
const edits = fc.array(fc.record({ at: fc.nat(), length: fc.nat({ max: 6 }), insert: texts }), {
  maxLength: 6,
});

test("a new line in a CRLF file is CRLF", async () => {
  page = await openEditor("a\r\nb\r\n");
  page.focus();
  page.put(1);

  await userEvent.keyboard("{Enter}");

  expect(page.text()).toBe("a\r\n\r\nb\r\n");
  expect(page.reported[0]!.edits).toEqual([{ from: 1, to: 1, insert: "\r\n" }]);
});

test("joining two CRLF lines takes away both characters and nothing else", async () => {
  page = await openEditor("\ufeffa\r\nb\nc\r\n");
  page.focus();
  page.put(1);

  await userEvent.keyboard("{Delete}");

  expect(page.text()).toBe("\ufeffab\nc\r\n");
});

test("over random edits of texts of every line ending no byte beside an edit changes, and editor and text stay in step", async () => {
  page = await openEditor("");
  const { editor, outside, reported, value, text } = page;

  await fc.assert(
    fc.asyncProperty(texts, edits, async (start, steps) => {
      await outside(start);
      expect(value()).toBe(eolMap(start).model);
      for (const { at, length, insert } of steps) {
        const before = text();
        const model = editor.getModel()!;
        const near = at % (model.getValueLength() + 1);
        const value0 = value();
        // Monaco moves an end that lies between the halves of a surrogate pair.
        const range = model.validateRange(
          spanOf(model.getPositionAt(near), model.getPositionAt(near + length)),
        );
        const from = model.getOffsetAt({ lineNumber: range.startLineNumber, column: range.startColumn });
        const taken = model.getValueInRange(range);
        reported.length = 0;

        editor.executeEdits("test", [{ range, text: insert }]);

        for (const { edits, info } of reported) {
          expect(info.base).toBe(before);
          const [first, last] = [edits[0]!, edits.at(-1)!];
          expect(text().startsWith(before.slice(0, first.from))).toBe(true);
          expect(text().endsWith(before.slice(last.to))).toBe(true);
        }
        // Bytes that mean something else once they touch (a lone CR before an LF, a mark at the start) are another story.
        const wanted = eolMap(
          `.${value0.slice(0, from)}${insert}${value0.slice(from + taken.length)}`,
        ).model.slice(1);
        if (!/\r(?!\n)|\ufeff/.test(before + insert)) expect(value()).toBe(wanted);
        expect(value()).toBe(eolMap(text()).model);
        expect(reported.length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 100 },
  );
}, 60_000);

function spanOf(start: { lineNumber: number; column: number }, end: { lineNumber: number; column: number }) {
  return {
    startLineNumber: start.lineNumber,
    startColumn: start.column,
    endLineNumber: end.lineNumber,
    endColumn: end.column,
  };
}
