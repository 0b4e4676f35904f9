import { expect, test } from "vitest";
import type { Chart } from "#core/chart/chart.ts";
import { transitionOf } from "#core/chart/places.ts";
import { namesFrom, type CanvasWords } from "#core/layout/names.ts";
import { readModule } from "#core/read/readModule.ts";
import { tsvText } from "#core/text/tableCells.ts";
import {
  cellTexts,
  COLUMNS,
  filteredRows,
  placeAfterKey,
  rowBelow,
  tableRows,
} from "#app/views/design/table/tableRows.ts";
import { behaviorText } from "#app/gestures/behaviorText.ts";
import { generatedCharts } from "#test/charts/generated.ts";
import { only } from "#test/charts/walk.ts";
import { dice } from "#test/support/dice.ts";

const words = {
  always: "always",
  done: "when done",
  failed: "failed",
  after: "after {delay}",
} as CanvasWords;
const rowsOf = (chart: Chart, labels?: Record<string, string>) =>
  tableRows(chart, { names: namesFrom(labels, words), guard: behaviorText, stays: "stays here" });

const text = `
import { setup } from "xstate";
export const machine = setup({ guards: { rich: () => true } }).createMachine({
  id: "g", initial: "a",
  states: {
    a: {
      after: { 500: "b" },
      on: { GO: [{ guard: "rich", target: "b", actions: ["pay", "tell"], meta: { clauses: ["1.2", "1.3"] } }, { target: "c.d" }] },
      always: { guard: "rich", target: "c" },
    },
    b: { on: { STAY: { actions: "tell" } } },
    c: { initial: "d", onDone: "a", states: { d: {}, e: { type: "final" } } },
  },
});`;
const chart = readModule(text).charts[0] as Chart;

test("each candidate is a row in document order, read by its labels and found by label and code", () => {
  const rows = rowsOf(chart, { "state:a": "start", "event:GO": "go on", "guard:rich": "has money" });

  expect(rows.map(({ cells }) => COLUMNS.map((column) => cells[column].text).join(" | "))).toEqual([
    "start | after 500 |  | b |  | ",
    "start | go on | rich | b | pay; tell | 1.2, 1.3",
    "start | go on |  | d |  | ",
    "start | always | rich | c |  | ",
    "b | STAY |  | stays here | tell | ",
    "c | when done |  | start |  | ",
  ]);
  const found = (filter: string) => filteredRows(rows, filter).map(({ id }) => id);
  expect(found("GO on 1.2")).toEqual(["a|on|GO|0"]);
  expect(found("c.d")).toEqual(["a|on|GO|1"]);
  expect(found("ＧＯ pay")).toEqual(["a|on|GO|0"]);
  expect(found("nothing")).toEqual([]);
  expect(found("  ")).toHaveLength(6);
});

test("of any chart the table has every transition once, under the id that the studio selects it by", () => {
  for (const generated of generatedCharts()) {
    const any = only(generated.text);
    const rows = rowsOf(any);
    const count = (node: Chart["root"]): number =>
      node.transitions.length + node.children.reduce((sum, child) => sum + count(child), 0);

    expect(rows).toHaveLength(count(any.root));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    for (const { ref, transition } of rows) expect(transitionOf(any, ref)?.transition).toBe(transition);
  }
});

test("whatever keys are pressed, the place stays in the table, and Ctrl+Home leads back to its first cell", () => {
  const next = dice(7);
  const keys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"];
  let place = { row: 0, column: 0 };
  for (let i = 0; i < 500; i++) {
    const key = keys[Math.floor(next() * keys.length)] ?? "Home";
    place = placeAfterKey(place, { key, ctrl: next() < 0.3 }, { rows: 23, page: 5 }) ?? place;

    expect(place.row).toBeGreaterThanOrEqual(0);
    expect(place.row).toBeLessThan(23);
    expect(place.column).toBeGreaterThanOrEqual(0);
    expect(place.column).toBeLessThan(COLUMNS.length);
  }
  expect(placeAfterKey(place, { key: "Home", ctrl: true }, { rows: 23, page: 5 })).toEqual({
    row: 0,
    column: 0,
  });
  expect(placeAfterKey(place, { key: "Tab", ctrl: false }, { rows: 23, page: 5 })).toBeUndefined();
  expect(placeAfterKey({ row: 0, column: 0 }, { key: "End", ctrl: true }, { rows: 0, page: 5 })?.row).toBe(0);
});

test("below an edited row is the next one, or the one in its place where the row went down or away", () => {
  expect(rowBelow(3, 3)).toBe(4);
  expect(rowBelow(3, 6)).toBe(3);
  expect(rowBelow(3, -1)).toBe(3);
  expect(rowBelow(3, 1)).toBe(4);
});

test("a rectangle is copied as lines of cells, whichever corner it began at, and no cell is a formula to a spreadsheet", () => {
  const rows = rowsOf(chart);
  const corners = [
    { row: 2, column: 1 },
    { row: 1, column: 3 },
  ] as const;

  expect(tsvText(cellTexts(rows, ...corners))).toBe("GO\trich\tb\nGO\t\td");
  expect(cellTexts(rows, corners[1], corners[0])).toEqual(cellTexts(rows, ...corners));
  expect(tsvText([["a\tb\nc", "=1+1"]])).toBe("a b c\t'=1+1");
});
