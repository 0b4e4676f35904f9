import { expect, test } from "vitest";
import { selectionAfter, symbolAfter } from "#app/studio/followPaths.ts";

const renamed = [{ kind: "event", from: "GO", to: "LEAVE" } as const];

test("a selected state goes along with its path, and with a deleted one goes the selection", () => {
  expect(selectionAfter({ kind: "state", id: "a" }, { a: "b" })).toEqual({
    kind: "state",
    id: "b",
    renamed: true,
  });
  expect(selectionAfter({ kind: "state", id: "a.x" }, { "a.x": "b.x" })).toEqual({
    kind: "state",
    id: "b.x",
  });
  expect(selectionAfter({ kind: "state", id: "a" }, { a: null })).toBeNull();
  expect(selectionAfter({ kind: "transition", id: "a|on|GO|0" }, { a: null })).toBeNull();
});

test("a selected transition goes along with its source and with its event", () => {
  const selected = { kind: "transition", id: "a|on|GO|0" } as const;

  expect(selectionAfter(selected, { a: "b" })).toEqual({ kind: "transition", id: "b|on|GO|0" });
  expect(selectionAfter(selected, {}, renamed)).toEqual({
    kind: "transition",
    id: "a|on|LEAVE|0",
    renamed: true,
  });
  expect(selectionAfter(selected, {}, [{ ...renamed[0]!, kind: "guard" }])).toBe(selected);
  expect(selectionAfter({ kind: "transition", id: "a|after|GO|0" }, {}, renamed)?.id).toBe("a|after|GO|0");
});

test("a name whose places are listed is listed under its new one", () => {
  expect(symbolAfter({ kind: "event", name: "GO" }, {}, renamed)).toEqual({ kind: "event", name: "LEAVE" });
  expect(symbolAfter({ kind: "guard", name: "GO" }, {}, renamed)).toEqual({ kind: "guard", name: "GO" });
  expect(symbolAfter({ kind: "state", name: "a.b" }, { "a.b": "c.b" }, [])).toEqual({
    kind: "state",
    name: "c.b",
  });
});
