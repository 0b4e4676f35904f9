import { describe, expect, test } from "vitest";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { Project } from "#core/project/Project.ts";
import { mergeJson } from "#core/ruleset/mergeJson.ts";

const file = (text: Record<string, string>) =>
  `${JSON.stringify({ format: 1, locale: "en", text }, null, 2)}\n`;
const clauses = (...list: readonly object[]) => `${JSON.stringify({ format: 1, clauses: list }, null, 2)}\n`;
const base = file({ A: "a", B: "b", C: "c" });

describe("two changes of one JSON file", () => {
  test.each([
    [
      "different clauses",
      file({ A: "mine", B: "b", C: "c" }),
      file({ A: "a", B: "b", C: "theirs" }),
      file({ A: "mine", B: "b", C: "theirs" }),
    ],
    [
      "the same change",
      file({ A: "x", B: "b", C: "c" }),
      file({ A: "x", B: "b", C: "c" }),
      file({ A: "x", B: "b", C: "c" }),
    ],
    [
      "one more each",
      file({ A: "a", A2: "mine", B: "b", C: "c" }),
      file({ A: "a", B: "b", C: "c", D: "theirs" }),
      file({ A: "a", A2: "mine", B: "b", C: "c", D: "theirs" }),
    ],
    [
      "mine first of all",
      file({ Z: "mine", A: "a", B: "b", C: "c" }),
      file({ A: "a", B: "x", C: "c" }),
      file({ Z: "mine", A: "a", B: "x", C: "c" }),
    ],
    [
      "one taken away, one changed",
      file({ A: "a", C: "c" }),
      file({ A: "a", B: "b", C: "x" }),
      file({ A: "a", C: "x" }),
    ],
    [
      "they took one away",
      file({ A: "a", B: "b", C: "mine" }),
      file({ B: "b", C: "c" }),
      file({ B: "b", C: "mine" }),
    ],
  ])("%s: both are kept", (_, mine, theirs, both) => {
    expect(mergeJson(base, mine, theirs)).toBe(both);
  });

  test.each([
    ["the same clause", file({ A: "mine", B: "b", C: "c" }), file({ A: "theirs", B: "b", C: "c" })],
    ["one takes away what the other changes", file({ B: "b", C: "c" }), file({ A: "x", B: "b", C: "c" })],
    ["the other way round", file({ A: "x", B: "b", C: "c" }), file({ B: "b", C: "c" })],
    [
      "the same new clause, in other words",
      file({ A: "a", B: "b", C: "c", D: "1" }),
      file({ A: "a", B: "b", C: "c", D: "2" }),
    ],
    ["one that is no JSON", `${base}}`, file({ A: "x", B: "b", C: "c" })],
  ])("%s: a person decides", (_, mine, theirs) => {
    expect(mergeJson(base, mine, theirs)).toBeUndefined();
  });

  test("items of lists are known by their ids, wherever they stand", () => {
    const [a, b] = [
      { id: "A", kind: "note" },
      { id: "B", kind: "note" },
    ];

    const merged = mergeJson(
      clauses(a, b),
      clauses({ ...a, kind: "end" }, b),
      clauses({ id: "N", kind: "loop" }, a, { ...b, notModelled: "why" }),
    );

    expect(merged).toBe(
      clauses({ id: "N", kind: "loop" }, { ...a, kind: "end" }, { ...b, notModelled: "why" }),
    );
  });

  test("a list whose items have no names is one thing", () => {
    const list = (...of: readonly number[]) => JSON.stringify({ of });
    expect(mergeJson(list(1, 2), list(1, 3), list(1, 2))).toBe(list(1, 3));
    expect(mergeJson(list(1, 2), list(1, 3), list(0, 2))).toBeUndefined();
  });

  test("their layout stays", () => {
    expect(mergeJson(`{"a": 1, "b": 2}`, `{"a": 9, "b": 2, "c": 3}`, `{ "a": 1,\n  "b": 5 }`)).toBe(
      `{ "a": 9,\n  "b": 5,\n  "c": 3 }`,
    );
  });
});

test("an open game takes both changes; what is saved next goes on from theirs; one undo brings the own text back", async () => {
  await loadGraphCommands();
  const game = new Project("g", [{ name: "text/en", text: base, hash: "1" }]);
  const mine = file({ A: "mine", B: "b", C: "c" });
  const both = file({ A: "mine", B: "b", C: "theirs" });
  game.write("text/en", mine, { label: "x", origin: "rules", at: 1 });

  game.changedOutside([{ name: "text/en", text: file({ A: "a", B: "b", C: "theirs" }), hash: "2" }], 2);

  expect(game.state().conflicts.size).toBe(0);
  expect(game.unsaved()).toEqual([{ name: "text/en", text: both, base: "2" }]);
  game.undo();
  expect(game.text("text/en")).toBe(mine);
});

test("items that I put in another order are nothing to be joined with an item of theirs: the order would be lost", () => {
  const list = (...ids: string[]) => JSON.stringify({ clauses: ids.map((id) => ({ id })) });

  expect(mergeJson(list("a", "b", "c"), list("c", "a", "b"), list("a", "b", "c", "d"))).toBeUndefined();
  // theirs is the order that is kept
  expect(JSON.parse(mergeJson(list("a", "b"), list("a", "x", "b"), list("b", "a")) ?? "")).toEqual(
    JSON.parse(list("b", "a", "x")),
  );
  // both put them in the same one
  expect(mergeJson(list("a", "b"), list("b", "a"), list("b", "a"))).toBe(list("b", "a"));
});
