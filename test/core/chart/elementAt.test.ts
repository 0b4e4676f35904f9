import { expect, test } from "vitest";
import { elementAt, transitionId } from "#core/chart/places.ts";
import { chart, chartOf } from "#test/core/edit/applyCommand.ts";

const code = chart(`a: {
      entry: 'x',
      on: {
        GO: [
          { target: 'b', guard: 'first' },
          { target: 'c' },
        ],
        STOP: 'b',
      },
      always: { target: 'c' },
    }, b: {}, c: {}`);
const game = chartOf(code);
const at = (text: string) => {
  const found = elementAt(game, code.indexOf(text) + 1);
  return found?.kind === "transition" ? transitionId(found.ref) : found?.path.join(".");
};

test.each([
  ["first", "a|on|GO|0"],
  ["'c' },\n        ]", "a|on|GO|1"],
  ["GO", "a|on|GO|0"],
  ["STOP", "a|on|STOP|0"],
  ["always", "a|always||0"],
  ["entry", "a"],
  ["on: {\n", "a"],
  ["b: {}", "b"],
  ["id: 'm'", ""],
])("around %j stands %s", (text, element) => {
  expect(at(text)).toBe(element);
});

test("outside the config there is none", () => {
  expect(elementAt(game, 3)).toBeUndefined();
});
