import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonEqual } from "#core/text/json.ts";
import { compareWays, RESPECTS } from "#core/run/timeline/compareWays.ts";
import type { Step } from "#core/run/timeline/run.ts";
import { moveTo, startRun, wayTo } from "#core/run/timeline/timeline.ts";
import { forkedRun, runOf, sent, standing } from "#test/core/run/timeline/madeRun.ts";

test("two branches part at the step they share; the first event, state and context that differ are told", () => {
  let run = startRun("h", {}, standing("start", { n: 0 }));
  run = sent(run, "DRAW", { n: 1 });
  run = sent(run, "PASS", { n: 1 });
  run = sent(run, "END", { n: 2, log: ["a"] });
  run = sent(moveTo(run, 1), "PASS", { n: 1 });
  run = sent(run, "PLAY", { n: 2, log: ["b"] });

  const compared = compareWays(run, 3, 5);

  expect(compared).toEqual({
    shared: 1,
    first: {
      event: { index: 3, a: 3, b: 5 },
      in: { index: 3, a: 3, b: 5 },
      context: { index: 3, a: 3, b: 5 },
    },
    now: {
      onlyA: ["END"],
      onlyB: ["PLAY"],
      context: [{ at: "log[0]", before: "a", after: "b" }],
    },
  });
});

test("each respect has its own first place", () => {
  let run = startRun("h", {}, standing("start", { n: 0 }));
  run = sent(run, "A", { n: 1 });
  run = sent(run, "B", { n: 1 });
  run = sent(moveTo(run, 0), "A", { n: 2 });
  run = sent(run, "C", { n: 1 });

  const { first } = compareWays(run, 2, 4);

  expect(first).toEqual({
    context: { index: 1, a: 1, b: 3 },
    event: { index: 2, a: 2, b: 4 },
    in: { index: 2, a: 2, b: 4 },
  });
});

test("of a way that goes on where the other is over the next event is the difference, and the moments are compared", () => {
  const { shared, first, now } = compareWays(forkedRun(), 1, 3);

  expect(shared).toBe(1);
  expect(first).toEqual({ event: { index: 2, a: null, b: 2 } });
  expect(now).toMatchObject({ onlyA: ["A"], onlyB: ["C"] });
});

/** Two steps of some run. */
const pair = fc
  .tuple(fc.array(fc.nat(), { minLength: 1, maxLength: 24 }), fc.nat(), fc.nat())
  .map(([parents, a, b]) => {
    const run = runOf(parents);
    return { run, a: a % run.steps.length, b: b % run.steps.length };
  });

test("a way does not differ from itself", () => {
  fc.assert(
    fc.property(pair, ({ run, a }) => {
      expect(compareWays(run, a, a)).toEqual({
        shared: a,
        first: {},
        now: { onlyA: [], onlyB: [], context: [] },
      });
    }),
  );
});

test("exchanging the steps exchanges the sides", () => {
  fc.assert(
    fc.property(pair, ({ run, a, b }) => {
      const [there, back] = [compareWays(run, a, b), compareWays(run, b, a)];

      expect(back.shared).toBe(there.shared);
      for (const respect of RESPECTS) {
        const { first } = there;
        const turned = first[respect] && { ...first[respect], a: first[respect].b, b: first[respect].a };
        expect(back.first[respect]).toEqual(turned);
      }
      expect([back.now.onlyA, back.now.onlyB]).toEqual([there.now.onlyB, there.now.onlyA]);
      const byPlace = (one: { at: string }, other: { at: string }) => one.at.localeCompare(other.at);
      expect(back.now.context.toSorted(byPlace)).toEqual(
        there.now.context
          .map(({ at, before, after }) => ({ at, before: after, after: before }))
          .toSorted(byPlace),
      );
    }),
  );
});

test("the first difference is the first: before it all is equal, at it it is not, and without one all is", () => {
  const facts = (step: Step | undefined) =>
    step && { event: step.do, in: step.outcome.view.in, context: step.outcome.view.context };
  fc.assert(
    fc.property(pair, ({ run, a, b }) => {
      const [wayA, wayB] = [wayTo(run, a), wayTo(run, b)];
      const { first, shared } = compareWays(run, a, b);
      const both = Math.min(wayA.length, wayB.length);

      expect(wayA.some(({ id }) => id === shared) && wayB.some(({ id }) => id === shared)).toBe(true);
      for (const respect of RESPECTS) {
        const end = first[respect]?.index ?? both;
        for (let i = 0; i < Math.min(end, both); i++)
          expect(jsonEqual(facts(wayA[i])?.[respect], facts(wayB[i])?.[respect])).toBe(true);
        if (first[respect]) {
          expect(jsonEqual(facts(wayA[end])?.[respect], facts(wayB[end])?.[respect])).toBe(false);
          expect(first[respect]).toEqual({ index: end, a: wayA[end]?.id ?? null, b: wayB[end]?.id ?? null });
        }
      }
      if (a !== b && wayA.length !== wayB.length) expect(first.event).toBeDefined();
    }),
  );
});
