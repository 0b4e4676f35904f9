import { expect, test } from "vitest";
import { applySteps } from "#core/project/history.ts";
import { followPaths } from "#core/project/followChange.ts";

const follow = (name: string, text: string, map: Record<string, string | null>) => {
  const files = new Map([[name, text]]);
  return applySteps(files, followPaths(files, map)).files.get(name);
};

test("label keys follow a state and those within it, at whole paths only", () => {
  const text = `{"labels": {"state:draw": "a", "state:drawn": "b", "state:x.draw": "c", "event:draw": "state:draw"}}`;

  expect(follow("labels/ja", text, { draw: "start" })).toBe(
    `{"labels": {"state:start": "a", "state:drawn": "b", "state:x.draw": "c", "event:draw": "state:draw"}}`,
  );
});

test("paths of scenarios follow in lists and alone, and words that look like paths stay", () => {
  const text = `{"steps": [{"send": {"type": "draw"}, "expect": {"in": ["draw", "a.draw"], "notIn": "draw"}}]}`;

  expect(follow("scenarios/one", text, { draw: "start" })).toBe(
    `{"steps": [{"send": {"type": "draw"}, "expect": {"in": ["start", "a.draw"], "notIn": "start"}}]}`,
  );
});

test("a state that a scenario sets by hand follows, a field of the same name stays", () => {
  const text = `{"steps": [{"edit": {"in": ["draw"], "context": {"draw": "draw"}}}]}`;

  expect(follow("scenarios/one", text, { draw: "start" })).toBe(
    `{"steps": [{"edit": {"in": ["start"], "context": {"draw": "draw"}}}]}`,
  );
});

test("two states that change names with each other do so at once", () => {
  expect(follow("moves", `{"moves": {"GO": [{"in": ["a", "b"]}]}}`, { a: "b", b: "a" })).toBe(
    `{"moves": {"GO": [{"in": ["b", "a"]}]}}`,
  );
});

test("a state that has a name of any script is followed to the next one", () => {
  const one = follow("labels/en", `{"labels": {"state:a": "A", "state:a.b": "B"}}`, {
    a: "手番",
    "a.b": "手番.b",
  });
  const two = follow("labels/en", one ?? "", { 手番: 'my "turn"', "手番.b": 'my "turn".b' });

  expect(one).toBe(`{"labels": {"state:手番": "A", "state:手番.b": "B"}}`);
  expect(JSON.parse(two ?? "")).toEqual({ labels: { 'state:my "turn"': "A", 'state:my "turn".b': "B" } });
});

test("paths of deleted states stay, for the checks to tell", () => {
  expect(follow("labels/en", `{"labels": {"state:a": "x"}}`, { a: null })).toBe(
    `{"labels": {"state:a": "x"}}`,
  );
});

test("files that speak of no states are left alone", () => {
  const files = new Map([
    ["machine", `"state:a"`],
    ["clauses", `{"in": ["a"], "x": "state:a"}`],
    ["text/ja", `"state:a"`],
  ]);

  expect(followPaths(files, { a: "b" })).toEqual([]);
});
