import fc from "fast-check";
import { expect, test } from "vitest";
import type { StateNode, StatePath } from "#core/chart/chart.ts";
import { placeOf, places } from "#core/chart/places.ts";
import { gatheredTree, movedTree, prunedTree, renamedTree } from "#core/edit/follow/stateTree.ts";
import { readModule } from "#core/read/readModule.ts";

/** Keys that are easily taken for something else: none at all, one with a dot, one like a number. */
const KEYS = ["", "a", "b", "a.b", "1", "states"];

interface Tree {
  readonly [key: string]: Tree;
}
const tree = fc.letrec<{ states: Tree }>((tie) => ({
  states: fc.dictionary(fc.constantFrom(...KEYS), fc.oneof({ maxDepth: 2 }, fc.constant({}), tie("states")), {
    maxKeys: 4,
  }),
})).states;
const configOf = (states: Tree): object => ({
  states: Object.fromEntries(Object.entries(states).map(([key, inner]) => [key, configOf(inner)])),
});

const nodeAt = (root: StateNode, path: StatePath): StateNode | undefined =>
  path.reduce<StateNode | undefined>((node, key) => node?.children.find((child) => child.key === key), root);

test("each state is found in the new tree where it is said to be, and the root stays the root", () => {
  fc.assert(
    fc.property(tree, fc.nat(), fc.nat(), (states, one, two) => {
      const code = `import { createMachine } from "xstate"; createMachine(${JSON.stringify(configOf(states))});`;
      const [chart] = readModule(code).charts;
      if (!chart) expect.fail(code);
      const all = [...places(chart).values()];
      const inner = all.filter(({ path }) => path.length > 0);
      fc.pre(inner.length > 0);
      const { path, parent } = inner[one % inner.length] as (typeof inner)[number];
      const beside = parent?.node.children.map(({ key }) => key) ?? [];
      const gathered = beside.filter((key) => key === path.at(-1) || two % 2 === 0);
      const { root } = chart;
      const goal = all[two % all.length]?.path ?? [];
      const isInside = path.every((key, i) => goal[i] === key);
      const isTaken = placeOf(chart, [...goal, path.at(-1) ?? ""]) !== undefined;
      const trees = [
        renamedTree(root, path, "fresh"),
        gatheredTree(root, path.slice(0, -1), gathered, "fresh"),
        prunedTree(root, path),
        ...(isInside || isTaken ? [] : [movedTree(root, path, goal)]),
      ];

      for (const now of trees) {
        expect(now.follow([])).toEqual([]);
        const found = all.flatMap((place) => {
          const to = now.follow(place.path);
          if (to) expect(nodeAt(now.root, to), `${code} ${place.path.join("/")}`).toBeDefined();
          return to ? [JSON.stringify(to)] : [];
        });
        expect(new Set(found).size).toBe(found.length);
      }
    }),
    { numRuns: 500 },
  );
});
