import fc from "fast-check";
import { expect, test } from "vitest";
import type { StateNode } from "#core/chart/chart.ts";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { inCodeOrder } from "#core/layout/arrangement/linesOf.ts";
import {
  layeredLines,
  leastCrossed,
  openingArrangement,
  passesOf,
} from "#core/layout/arrangement/orderLines.ts";
import { siblingWays } from "#core/layout/arrangement/siblingWays.ts";
import { drawPicture, type Picture } from "#core/layout/picture.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";
import { family, NAMES } from "#test/core/layout/arrangement/arbitraries.ts";
import { chartOf } from "#test/core/layout/charts.ts";
import { crossedIn } from "#test/core/layout/place/crossedIn.ts";
import { subjectOf } from "#test/core/layout/place/subjects.ts";
import { draws } from "#test/support/dice.ts";

type Way = readonly [string, string];
type Lines = readonly (readonly string[])[];

const chain = (...keys: string[]): Way[] => keys.slice(1).map((key, i) => [keys[i] as string, key]);
const branches = ["a", "b", "c"].map((name) => [1, 2, 3].map((i) => `${name}${i}`));
const branched = ["start", ...branches.flat(), "end"];
const branchWays = branches.flatMap((branch) => chain("start", ...branch, "end"));
const inCode = (keys: readonly string[], ways: readonly Way[]): Lines =>
  inCodeOrder(keys, siblingWays(family(keys, ways), []));

/** How the children of a state stand when it is opened. */
const openedLines = (root: StateNode): Lines =>
  layeredLines(root) ??
  inCodeOrder(
    root.children.map(({ key }) => key),
    siblingWays(root, []),
  );

test("long branches that the code has one behind the other stand beside each other", () => {
  const lines = openedLines(family(branched, branchWays));

  expect(inCode(branched, branchWays)).toHaveLength(11);
  expect(lines).toEqual([["start"], ["a1", "b1", "c1"], ["a2", "b2", "c2"], ["a3", "b3", "c3"], ["end"]]);
});

test("which of two neighbours comes first is decided by what leads to them", () => {
  const keys = ["start", "left", "right", "under_right", "under_left"];
  const ways: Way[] = [
    ["start", "left"],
    ["start", "right"],
    ["left", "under_left"],
    ["right", "under_right"],
  ];
  const crossed = [["start"], ["left", "right"], ["under_right", "under_left"]];

  const found = leastCrossed(crossed, siblingWays(family(keys, ways), []));

  expect(found).toEqual({
    lines: [["start"], ["left", "right"], ["under_left", "under_right"]],
    crossings: 0,
  });
});

test("what crosses nothing stands as the code has it, whatever its lines pass", () => {
  const ways = [...chain("a", "b", "c", "d", "e", "f"), ["d", "a"], ["f", "e"]] as Way[];

  expect(openedLines(family(["a", "b", "c", "d", "e", "f"], ways)).flat()).toEqual(Array.from("abcdef"));
});

test("phases keep the order of the code, and so do the steps of one", () => {
  const body = (key: string) =>
    branchWays.flatMap(([from, to], i) => (from === key ? `GO${i}: "${to}"` : [])).join(", ");
  const steps = branched.map((key) => `${key}: { on: { ${body(key)} } }`).join(", ");
  const phases = branched
    .map((key) => `${key}: { initial: 'x', states: { x: {} }, on: { ${body(key)} } }`)
    .join(", ");
  const nested = chartOf(`initial: 'phase', states: { phase: { states: { ${steps} } } }`);

  expect(openingArrangement(nested, NO_ARRANGEMENT)).toBe(NO_ARRANGEMENT);
  expect(openedLines(chartOf(`states: { ${phases} }`).root).flat()).toEqual(branched);
});

/** A chart of so many states, most ways of which lead on; each state is led to from one not far before it. */
function sparse(count: number, seed: number): { readonly keys: string[]; readonly ways: Way[] } {
  const draw = draws(seed);
  const random = (below: number) => draw.int(0, below - 1);
  const keys = Array.from({ length: count }, (_, i) => `s${i}`);
  const ways = new Map<string, Way>();
  const add = (from: number, to: number) => {
    const [a, b] = [keys[from], keys[to]];
    if (a !== undefined && b !== undefined && a !== b) ways.set(`${a} ${b}`, [a, b]);
  };
  for (let i = 1; i < count; i++) add(Math.max(0, i - 1 - random(Math.ceil(count / 3))), i);
  while (ways.size < count * 1.3) {
    const from = random(count);
    add(from, from + (random(5) === 0 ? -1 : 1) * (1 + random(Math.ceil(count / 2))));
  }
  return { keys, ways: [...ways.values()] };
}
const charts = [10, 14, 18, 22, 26, 30, 36, 42, 50, 60].map((count) => sparse(count, count));

test("drawn charts of ten to sixty states cross half as often as in the order of the code alone, with shorter lines", () => {
  const sums = { code: 0, now: 0, codeLength: 0, length: 0 };
  for (const [i, { keys, ways }] of charts.entries()) {
    const states = keys.map((key) => {
      const targets = ways.flatMap(([from, to], k) => (from === key ? `GO${k}: "${to}"` : []));
      return `${key}: { on: { ${targets.join(", ")} } }`;
    });
    const { chart, names } = subjectOf(
      `sparse-${i}`,
      `import { createMachine } from "xstate"; export const machine = createMachine({ id: "m", initial: "s0", states: { ${states.join(", ")} } });`,
      () => ({}),
    );
    const scene = sceneOf(chart, names("en"), { level: "map" });
    const codeOrder = { compounds: { "": { lines: inCode(keys, ways) } }, notes: [] };
    const [code, now] = [codeOrder, openingArrangement(chart, NO_ARRANGEMENT)].map((arrangement) =>
      drawPicture(scene, arrangement),
    ) as [Picture, Picture];
    sums.code += crossedIn(code, 1).crossed.length;
    sums.now += crossedIn(now, 1).crossed.length;
    sums.codeLength += lengthOf(code);
    sums.length += lengthOf(now);
  }

  expect(sums.code).toBeGreaterThan(100);
  expect(sums.now).toBeLessThan(sums.code / 2);
  expect(sums.length).toBeLessThan(sums.codeLength * 0.8);
});

const lengthOf = ({ routes }: ReturnType<typeof drawPicture>): number =>
  [...routes.values()].reduce(
    (sum, { points }) =>
      points
        .slice(1)
        .reduce((all, { x, y }, i) => all + Math.abs(x - points[i]!.x) + Math.abs(y - points[i]!.y), sum),
    0,
  );

const anyWays = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...NAMES)), { maxLength: 16 });

test("law: no line is crossed, or passes a state, more often than in the order of the code alone", () => {
  const random = fc.oneof(
    anyWays.map((ways) => ({ keys: NAMES, ways })),
    fc.tuple(fc.integer({ min: 8, max: 40 }), fc.nat(1e6)).map(([count, seed]) => sparse(count, seed)),
  );
  fc.assert(
    fc.property(random, ({ keys, ways }) => {
      const node = family(keys, ways);
      const between = siblingWays(node, []);
      const cost = (lines: Lines) => leastCrossed(lines, between).crossings + passesOf(lines, between);

      expect(cost(openedLines(node))).toBeLessThanOrEqual(cost(inCodeOrder(keys, between)));
    }),
    { numRuns: 60 },
  );
});

test("what a file arranges of a machine is all that is arranged", () => {
  const chart = chartOf(
    `states: { ${branched.map((key) => `${key}: { on: { ${branchWays.flatMap(([from, to], i) => (from === key ? `GO${i}: "${to}"` : [])).join(", ")} } }`).join(", ")} }`,
  );
  const file = { compounds: { b1: { lines: [] } }, notes: [] };

  expect(openingArrangement(chart, NO_ARRANGEMENT).compounds).toEqual({
    "": { lines: [["start"], ["a1", "b1", "c1"], ["a2", "b2", "c2"], ["a3", "b3", "c3"], ["end"]] },
  });
  expect(openingArrangement(chart, file)).toBe(file);
});

test("law: names have no say in the order", () => {
  fc.assert(
    fc.property(fc.integer({ min: 8, max: 40 }), fc.nat(1e6), (count, seed) => {
      const { keys, ways } = sparse(count, seed);
      const renamed = (key: string) => `z${count - Number(key.slice(1))}`;

      const found = openedLines(family(keys, ways));
      const after = openedLines(
        family(
          keys.map(renamed),
          ways.map(([from, to]) => [renamed(from), renamed(to)] as const),
        ),
      );

      expect(after).toEqual(found.map((line) => line.map(renamed)));
    }),
    { numRuns: 60 },
  );
});

test("one more transition moves at most three other states in 95 of 100 tries", () => {
  const draw = draws(24);
  let [few, tries] = [0, 0];
  for (const { keys, ways } of charts)
    for (let i = 0; i < 20; i++) {
      const [from, to] = [draw.pick(keys), draw.pick(keys)];
      if (from === to || ways.some(([a, b]) => a === from && b === to)) continue;
      const [before, after] = [ways, [...ways, [from, to] as const]].map((list) =>
        openedLines(family(keys, list)),
      ) as [Lines, Lines];
      tries++;
      if (movedStates(before, after) <= 3) few++;
    }

  expect(tries).toBeGreaterThan(150);
  expect(few / tries).toBeGreaterThanOrEqual(0.95);
});

/** How many states have to be left out for all others to stand as they stood to each other: before, behind or beside. */
function movedStates(before: Lines, after: Lines): number {
  const placesOf = (lines: Lines) =>
    new Map(lines.flatMap((line, i) => line.map((key, at) => [key, { line: i, at }] as const)));
  const [then, now] = [placesOf(before), placesOf(after)];
  const relation = (places: typeof then, a: string, b: string) => {
    const [p, q] = [places.get(a)!, places.get(b)!];
    return p.line === q.line ? Math.sign(p.at - q.at) : 2 * Math.sign(p.line - q.line);
  };
  const keys = [...then.keys()];
  const changed = new Map(
    keys.map((a) => [a, new Set(keys.filter((b) => relation(then, a, b) !== relation(now, a, b)))] as const),
  );
  for (let moved = 0; ; moved++) {
    const [worst] = [...changed].sort(([, a], [, b]) => b.size - a.size);
    if (!worst || worst[1].size === 0) return moved;
    changed.delete(worst[0]);
    for (const others of changed.values()) others.delete(worst[0]);
  }
}
