import { expect, test } from "vitest";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { OpeningArrangements } from "#core/layout/arrangement/OpeningArrangements.ts";
import { chartOf } from "#test/core/layout/charts.ts";

/** A flat chart with three branches, which stands in layers, and one more transition or another name where wanted. */
function branched({ end = "end", more = "" } = {}) {
  const steps = ["a", "b", "c"].flatMap((name) => [1, 2, 3].map((i) => [name, i] as const));
  const states = steps.map(
    ([name, i]) => `${name}${i}: { on: { NEXT: "${i === 3 ? end : `${name}${i + 1}`}" } }`,
  );
  return chartOf(
    `initial: "start", states: { start: { on: { A: "a1", B: "b1", C: "c1"${more} } }, ${states.join(", ")}, ${end}: {} }`,
  );
}

test("a chart stands as it was opened, whatever is added, until its file arranges it", () => {
  const opening = new OpeningArrangements();
  const opened = opening.arrangement("0", branched(), NO_ARRANGEMENT);
  const tangled = opening.arrangement(
    "0",
    branched({ more: ["b2", "b3", "c2", "c3", "end"].map((to, i) => `, X${i}: "${to}"`).join("") }),
    NO_ARRANGEMENT,
  );
  const written = { compounds: { "": { lines: [["end"], ["start"]] } }, notes: [] };

  expect(opened.compounds[""]?.lines).toHaveLength(5);
  expect(tangled).toBe(opened);
  expect(opening.arrangement("0", branched(), written)).toBe(written);
  // Undo of the first arrangement leads back to how it was opened.
  expect(opening.arrangement("0", branched(), NO_ARRANGEMENT)).toEqual(opened);
});

test("a state that is renamed stays where it stood", () => {
  const opening = new OpeningArrangements();
  const opened = opening.arrangement("0", branched(), NO_ARRANGEMENT);
  const renamed = opening.arrangement("0", branched({ end: "finish" }), NO_ARRANGEMENT);

  expect(renamed.compounds[""]?.lines).toEqual(
    opened.compounds[""]?.lines.map((line) => line.map((key) => (key === "end" ? "finish" : key))),
  );
});

test("what a file says when the game is opened is not kept when it is taken back", () => {
  const opening = new OpeningArrangements();
  const written = { compounds: { "": { lines: [["end"], ["start"]] } }, notes: [] };

  expect(opening.arrangement("0", branched(), written)).toBe(written);
  expect(opening.arrangement("0", branched(), NO_ARRANGEMENT)).toBe(NO_ARRANGEMENT);
});
