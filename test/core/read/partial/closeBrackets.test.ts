import { describe, expect, test } from "vitest";
import { applyEdits } from "#core/text/textEdit.ts";
import { readModule } from "#core/read/readModule.ts";
import { readPreview } from "#core/read/partial/readPreview.ts";
import { scanBrackets } from "#core/read/partial/scanBrackets.ts";
import { chart } from "#test/charts/charts.ts";
import { arrows } from "#test/charts/walk.ts";

describe("a preview of half-typed code", () => {
  test("a text that can be read is read as it is", () => {
    const text = chart("a: {}");

    expect(readPreview(text)).toMatchObject({ text, edits: [] });
  });

  test.each([
    ["a: { on: { GO: 'b¦ } }, b: {}", "a on GO -> b"],
    ["a: { on: { GO: { target: 'b', ¦ } }, b: {}", "a on GO -> b"],
    ["a: { on: { NEXT: 'b', GO: ¦ } }, b: {}", "a on NEXT -> b"],
    ["a: { on: { NEXT: 'b', GO¦ BACK: 'a' } }, b: {}", "a on BACK -> a"],
    ["a: { on: { GO: ['b', { guard: and(['x'¦ } }, b: {}", "a on GO -> b"],
    ["a: { on: { GO: 'b', 'ON¦ } }, b: {}", "a on GO -> b"],
  ])("%s shows what is there", (states, expected) => {
    const marked = chart(states);
    const caret = marked.indexOf("¦");
    const text = marked.replace("¦", "");

    const preview = readPreview(text, caret);

    expect(preview && arrows(preview.reading.charts[0]!)).toContain(expected);
    expect(preview!.text).toBe(applyEdits(text, preview!.edits));
  });

  test("a guess that makes states vanish where nobody types is not shown", () => {
    const before = chart("a: { initial: 'x', states: { x: {} } }, b: {}");
    const text = before.replace("states: { x", "stat: [es: { x");
    const caret = text.indexOf("[") + 1;
    const previous = { text: before, reading: readModule(before) };

    expect(readPreview(text, caret)!.reading.charts[0]!.root.children[0]!.children).toEqual([]);
    expect(readPreview(text, caret, { previous })).toBeUndefined();
  });

  test("only what was typed is left out", () => {
    const before = chart("a: { on: { GO: 'b' } }, b: {}");
    const text = before.replace("on: {", "on: = {");
    const previous = { text: before, reading: readModule(before) };

    expect(readPreview(text, text.indexOf("= {") + 2, { previous })).toBeUndefined();
  });

  test("what is past mending gives no preview", () => {
    expect(readPreview("const = = {", 4)).toBeUndefined();
  });
});

describe("open brackets", () => {
  test.each([
    ["f({ a: [1", ")}]", "", undefined],
    ["f({ a: [1] })", "", "", undefined],
    ["a: '", "", "", "'"],
    ['a: "x\\"', "", "", '"'],
    ["`a ${b", "`}", "", undefined],
    ["`a ${b} c", "`", "", undefined],
    ["// ( [ {", "", "", "\n"],
    ["/* ( [", "", "", "*/"],
    ["/* ( */ (", ")", "", undefined],
    ["x = /[(]/.test(y", ")", "", undefined],
    ["a / b / (c", ")", "", undefined],
    ["'it' + 'is\n(", ")", "", undefined],
    ["] } (", ")", "]}", undefined],
    ["( [ )", "", "", undefined],
  ])("%j leaves open %j, loose %j, quote %j", (text, open, loose, quote) => {
    const scan = scanBrackets(text);

    expect([scan.open.join(""), scan.loose.join(""), scan.quote]).toEqual([open, loose, quote]);
  });
});
