import fc from "fast-check";
import { expect, test } from "vitest";
import { offersFor } from "#app/gestures/offersFor.ts";
import { selectionAfter } from "#app/studio/followPaths.ts";
import { argsOf, type Offer } from "#app/studio/offer.ts";
import { isThere, type Selection } from "#app/studio/route.ts";
import type { Chart } from "#core/chart/chart.ts";
import { pathId, places, transitionId } from "#core/chart/places.ts";
import { runCommand } from "#core/edit/commands.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";

const text = `import { setup } from "xstate";
export const machine = setup({
  types: { events: {} as { type: "GO" } | { type: "BACK" } },
  guards: { mayGo: () => true },
  actions: { note: () => {} },
}).createMachine({
  id: "m",
  initial: "a",
  states: {
    a: { on: { GO: [{ guard: "mayGo", target: "b" }, "c"] } },
    b: { on: { BACK: "a" }, after: { 10: "c.d" } },
    c: { initial: "d", states: { d: { on: { GO: "e" } }, e: {} } },
  },
});
`;

/** Everything that can be selected, the machine first. */
function selectable(chart: Chart): Selection[] {
  return [
    null,
    ...[...places(chart).values()].flatMap(({ path, node }): Selection[] => [
      { kind: "state", id: pathId(path) },
      ...node.transitions.map(({ slot, event, index }) => ({
        kind: "transition" as const,
        id: transitionId({ source: path, slot, index, ...(event === undefined ? {} : { event }) }),
      })),
    ]),
  ];
}

/** As the studio carries an offer out: what was selected follows, then the offer says what is selected. */
function carryOut(before: { text: string; chart: Chart }, selection: Selection, offer: Offer) {
  const args = argsOf(offer, { to: "renamed", event: "OTHER" });
  const all = offer.each ?? [{}];
  if (!args || offer.clipboard || all.length > 1) return undefined;
  const outcome = runCommand(offer.command, before.text, before.chart, { ...args, ...all[0] });
  if ("refused" in outcome) return undefined;
  const now = applyEdits(before.text, outcome.edits);
  const chart = chartOf(now);
  const followed = selectionAfter(selection, outcome.pathMap, outcome.names);
  const selected = offer.select ? offer.select(before.chart, chart, args) : followed;
  return { text: now, chart, selection: selected, isGone: offer.group === "delete" };
}

test("whatever is done, what is selected then is there, and after a deletion its neighbour is, while there is one", () => {
  let done = 0;
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 8 }), (picks) => {
      let now = { text, chart: chartOf(text) };
      for (const [what, how] of picks) {
        const all = selectable(now.chart);
        const selection = all[what % all.length] ?? null;
        const offers = offersFor(now.chart, selection);
        const offer = offers[how % offers.length];
        const next = offer && carryOut(now, selection, offer);
        if (!next) continue;
        done++;
        expect(isThere(next.chart, next.selection), `${offer.words} of ${JSON.stringify(selection)}`).toBe(
          true,
        );
        if (next.isGone && next.chart.root.children.length > 0) expect(next.selection).not.toBeNull();
        now = next;
      }
    }),
    { numRuns: 300 },
  );
  expect(done).toBeGreaterThan(300);
});
