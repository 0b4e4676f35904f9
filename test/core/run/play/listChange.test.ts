import { expect, test } from "vitest";
import { listChange } from "#core/run/play/listChange.ts";

test("a list tells what came and what went, each item as often as it is there", () => {
  expect(listChange(["Ace", "Pit"], ["Pit", "Mist"])).toEqual({ added: ["Mist"], removed: ["Ace"] });
  expect(listChange([1, 1, 2], [1, 2, 2])).toEqual({ added: [2], removed: [1] });
  expect(listChange([], [{ id: "Ace" }])).toEqual({ added: [{ id: "Ace" }], removed: [] });
});

test("a changed order is no coming and going, and what is no list is not compared", () => {
  expect(listChange(["Ace", "Pit"], ["Pit", "Ace"])).toBeUndefined();
  expect(listChange(null, ["Ace"])).toBeUndefined();
  expect(listChange(["Ace"], undefined)).toBeUndefined();
});
