import { expect, test } from "vitest";
import { parseArrangement, printArrangement, setCompound } from "#core/layout/arrangement/arrangementFile.ts";
import {
  parseLayout,
  positionsIn,
  setPositions,
  written,
} from "#test/core/layout/arrangement/released/layoutFile010.ts";

const pixels = `{ "format": 1, "machines": { "machine": { "states": { "a": { "x": 1, "y": 2, "w": 3, "h": 4 } } } } }`;
const arranged = printArrangement(
  setCompound(parseArrangement(pixels).file, "machine", "", { lines: [["a"], ["b"]] }),
);
const drag = { a: { x: 0, y: 0, w: 9, h: 9 } };

test("a studio of 0.1.0 opens an arrangement read-only, finds no places in it, and never writes it", () => {
  const { layout, fault } = parseLayout(arranged);

  expect(fault).toBeUndefined();
  expect(layout.readOnly).toBe(true);
  expect(positionsIn(layout, "machine")).toEqual({});
  expect(written(arranged, (one) => setPositions(one, "machine", drag))).toBeUndefined();
});

test("what it writes itself is still read", () => {
  const text = written(pixels, (one) => setPositions(one, "machine", drag))!;

  expect(parseArrangement(text)).toMatchObject({ file: { readOnly: false } });
  expect(printArrangement(parseArrangement(text).file)).toBe(text);
});
