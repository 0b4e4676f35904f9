import { expect, test } from "vitest";
import { stateContent } from "#core/layout/content/stateContent.ts";
import { namesFrom } from "#core/layout/names.ts";
import { chart } from "#test/charts/charts.ts";
import { only, stateOf } from "#test/charts/walk.ts";
import { canvasWords } from "#test/adapters/flow/words.ts";

const rowsOf = (states: string, path: string) => {
  const { node } = stateOf(only(chart(states)), path);
  const { rows } = stateContent(node, path.split("."), namesFrom(undefined, canvasWords), {
    level: "full",
    folded: undefined,
    far: new Set(),
  });
  return rows.flatMap((row) => row.chips).map(({ kind, text }) => `${kind}: ${text}`);
};

test("what was not understood stands in its state as it is written", () => {
  expect(rowsOf(`a: { ...common(), entry: "x", states: {\n  ...more\n} }`, "a")).toEqual([
    "entry: ▸ x",
    "opaque: ...common()",
    "opaque: ...more",
  ]);
});

test("of many such parts the first ones are shown and the others counted", () => {
  const many = Array.from({ length: 8 }, (_, i) => `...f${i}()`).join(", ");

  expect(rowsOf(`a: { ${many} }`, "a").slice(-2)).toEqual(["opaque: ...f4()", "opaque: +3"]);
});
