import { expect, test } from "vitest";
import { places } from "#core/chart/places.ts";
import { stateContent } from "#core/layout/content/stateContent.ts";
import { wayText, wayTexts } from "#core/layout/content/transitionText.ts";
import { namesFrom } from "#core/layout/names.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";
import { chart } from "#test/charts/charts.ts";
import { only, stateOf } from "#test/charts/walk.ts";
import { chartOf, ids } from "#test/core/layout/charts.ts";
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

test("ways that are told together say whose they are, where several states have them", () => {
  const chart = chartOf(
    `initial: "a", states: { lost: {}, a: { initial: "x", on: { GO: "lost" }, states: {
      x: { on: { GO: "#m.lost" } }, y: { initial: "z", states: { z: { on: { GO: "#m.lost" } } } } } } }`,
  );
  const all = [...places(chart).values()].flatMap(({ node, path }) =>
    node.transitions.map((transition, i) => ({ id: String(i), path, source: node, transition })),
  );

  expect(wayTexts(all, ["a"], ids).map(({ when }) => when)).toEqual(["GO", "x: GO", "y / z: GO"]);
});

test("a way names what is done on it, and the step within its target at which its line ends", () => {
  const chart = chartOf(
    `initial: "a", states: { a: { on: { GO: { target: "turn", actions: ["pay", "draw"] } } },
      turn: { initial: "first", states: { first: { initial: "step", states: { step: {} } } } } }`,
  );
  const node = chart.root.children[0]!;
  const say = (drawn?: readonly string[]) => wayText("GO", node.transitions[0]!, node, ids, { drawn });

  expect(say()).toMatchObject({ target: "turn", actions: ["pay", "draw"] });
  expect(say(["turn"]).target).toBe("turn");
  expect(say(["turn", "first", "step"]).target).toBe("turn / first / step");
  expect(say(["other", "first"]).target).toBe("turn");
});

test("a target that may lie in what was not read is no fault", () => {
  const hidden = chartOf(`on: { GO: ".a", OFF: "#gone" }, states: build()`);
  const scene = sceneOf(hidden, ids, { level: "full" });
  const chips = scene.items.get("")?.content.rows.flatMap((row) => row.chips) ?? [];

  expect(chips.filter(({ kind }) => kind === "fault")).toEqual([]);
  expect(chips.filter(({ kind }) => kind === "goto").map(({ text }) => text)).toEqual(["→ .a", "→ #gone"]);
});

test("a target that is nowhere in what was read, and where all was read, is a fault", () => {
  const scene = sceneOf(chartOf(`initial: "b", states: { b: { on: { GO: "a" } } }`), ids, { level: "full" });
  const chips = scene.items.get("b")?.content.rows.flatMap((row) => row.chips) ?? [];

  expect(chips.filter(({ kind }) => kind === "fault").map(({ text }) => text)).toEqual([
    `→ a ? ${canvasWords.unknownTarget}`,
  ]);
});
