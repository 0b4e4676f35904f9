import { expect, test } from "vitest";
import { parseLayout, positionsIn, printLayout, setPositions } from "#core/layout/layoutFile.ts";
import { remapLayout } from "#core/layout/arrangement/followInFile.ts";

const text = `{
  "$schema": "../schemas/layout.schema.json",
  "format": 1,
  "machines": {
    "machine": {
      "states": {
        "a": { "x": 0, "y": 120, "w": 220, "h": 64, "colour": "red" },
        "a.b": { "x": 1, "y": 2, "w": 3, "h": 4 }
      },
      "notes": [
        { "id": "n1", "x": 300, "y": 0, "w": 200, "h": 80, "text": "ask the publisher" }
      ]
    }
  },
  "theirs": { "kept": [1, 2] }
}
`;

test("a printed layout file is read and printed the same", () => {
  expect(printLayout(parseLayout(text).layout)).toBe(text);
});

test("setting a position changes one line and keeps what else stands there", () => {
  const { layout } = parseLayout(text);

  const after = printLayout(setPositions(layout, "machine", { a: { x: 10.4, y: 20, w: 220, h: 64 } }));

  expect(after).toBe(text.replace(`"x": 0, "y": 120`, `"x": 10, "y": 20`));
});

test("states are printed by path, whatever order they came in", () => {
  const { layout } = parseLayout("");
  const box = { x: 0, y: 0, w: 1, h: 1 };

  const one = setPositions(setPositions(layout, "machine", { b: box }), "machine", { a: box });
  const other = setPositions(layout, "machine", { a: box, b: box });

  expect(printLayout(one)).toBe(printLayout(other));
});

test("positions follow a renamed state and its children, and leave with a deleted one", () => {
  const { layout } = parseLayout(text);

  const renamed = remapLayout(layout, "machine", { a: "c", "a.b": "c.b" });
  const deleted = remapLayout(layout, "machine", { "a.b": null });

  expect(Object.keys(positionsIn(renamed, "machine"))).toEqual(["c", "c.b"]);
  expect(positionsIn(renamed, "machine")["c"]).toEqual({ x: 0, y: 120, w: 220, h: 64 });
  expect(Object.keys(positionsIn(deleted, "machine"))).toEqual(["a"]);
});

test("a wrapped state keeps its place, and what else its entry holds", () => {
  const { layout } = parseLayout(
    `{ "format": 1, "machines": { "m": { "states": { "a": { "x": 500, "y": 700, "w": 9, "h": 9, "note": 1 } } } } }`,
  );

  const wrapped = remapLayout(layout, "m", { a: "n.a" });

  const { n, ...inside } = positionsIn(wrapped, "m");
  expect(n!.x + inside["n.a"]!.x).toBe(500);
  expect(n!.y + inside["n.a"]!.y).toBe(700);
  expect(printLayout(wrapped)).toContain(`"note": 1`);
});

test("a newer format is read only, and what is no layout says so", () => {
  expect(parseLayout(`{ "format": 2 }`).layout.readOnly).toBe(true);
  expect(parseLayout(`{`).fault).toBe("not-json");
  expect(parseLayout(`[]`).fault).toBe("not-a-layout");
  expect(parseLayout("").fault).toBeUndefined();
});

test("a state named __proto__ in a layout file does no harm", () => {
  const { layout } = parseLayout(
    `{ "format": 1, "machines": { "machine": { "states": { "__proto__": { "x": 1, "y": 1 } } } } }`,
  );

  expect(positionsIn(layout, "machine")).toEqual({});
  expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
});
