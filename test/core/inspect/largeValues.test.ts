import { expect, test } from "vitest";
import { placeIds } from "#core/inspect/activePaths.ts";
import { activeCandidates, candidatesFor, isTaken } from "#core/inspect/candidates.ts";
import { readDefinition } from "#core/inspect/definition.ts";
import { inferTransition } from "#app/views/inspect/inferTransition.ts";

/** Milliseconds of the processor: other programs do not count. */
function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
/** A parallel machine of so many regions, each of which takes E. */
const wide = (count: number, transition: object) =>
  readDefinition(
    {
      id: "wide",
      type: "parallel",
      states: Object.fromEntries(numbers(count).map((i) => [`r${i}`, { on: { E: { ...transition } } }])),
    },
    "stately",
  )!.chart;

test("the innermost states of a value are those that nothing active stands in", () => {
  expect(placeIds({ a: { b: "c", d: {} }, e: {}, ab: "x" })).toEqual(["a.b.c", "a.d", "e", "ab.x"]);
  expect(placeIds("a")).toEqual(["a"]);
  expect(placeIds(undefined)).toEqual([]);
});

test("the innermost of a hundred thousand active states are found at once", () => {
  const value = Object.fromEntries(numbers(100_000).map((i) => [`state${i}`, {}]));

  expect(cpuOf(() => expect(placeIds(value)).toHaveLength(100_000))).toBeLessThan(5_000);
});

test.each([{}, { guard: "isIt" }])(
  "which transition was taken is not looked for among thousands that are active: %j",
  (transition) => {
    const chart = wide(10_000, transition);
    const before = numbers(10_000).map((i) => `r${i}`);

    const cpu = cpuOf(() => expect(inferTransition(chart, "E", before, before.slice(1))).toBeUndefined());
    expect(cpu).toBeLessThan(5_000);
  },
);

test("whether an active state takes an event is what its candidates say, and does not look at the others", () => {
  const on = { E: "a", "take.*": "a", "take.card.*": "a" };
  const { chart } = readDefinition(
    {
      id: "m",
      initial: "a",
      on: { ROOT: "a" },
      states: { a: { on, initial: "in", states: { in: { on: { INNER: "in" } } } }, b: { on: { "*": "a" } } },
    },
    "stately",
  )!;
  for (const value of ["b", { a: "in" }, "a", "elsewhere", { b: {} }])
    for (const type of ["E", "take", "take.card.top", "taken", "ROOT", "INNER", "", "*", "toString"])
      expect([value, type, isTaken(chart, type, value)]).toEqual([
        value,
        type,
        activeCandidates(candidatesFor(chart, type), value).length > 0,
      ]);

  const large = wide(10_000, {});
  isTaken(large, "F", { r1: {} });
  expect(cpuOf(() => numbers(20_000).map(() => isTaken(large, "F", { r1: {} })))).toBeLessThan(2_000);
});
