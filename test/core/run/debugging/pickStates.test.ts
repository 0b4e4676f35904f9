import fc from "fast-check";
import { expect, test } from "vitest";
import type { AnyStateNode } from "xstate";
import { pickState } from "#core/run/debugging/pickStates.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import { madeMachine } from "#test/core/simulate/madeMachine.ts";

const regions = new Set(["p"]);
const pick = (...paths: string[]) =>
  paths.reduce<string[]>((picks, path) => pickState(picks, path, (one) => regions.has(one)), []);

test("states of two regions are chosen together, of one state the last", () => {
  expect(pick("p.a.x", "p.b.y")).toEqual(["p.a.x", "p.b.y"]);
  expect(pick("p.a.x", "p.a.z", "p.b.y")).toEqual(["p.a.z", "p.b.y"]);
  expect(pick("p.a.x", "q")).toEqual(["q"]);
});

test("a state takes the place of what was chosen inside and around it", () => {
  expect(pick("p.a", "p.a.x")).toEqual(["p.a.x"]);
  expect(pick("p.a.x", "p.b.y", "p.a")).toEqual(["p.b.y", "p.a"]);
  expect(pick("p.a.x", "p.b.y", "p")).toEqual(["p"]);
});

test("whatever is chosen, one after the other, the machine can be in all of it at once", () => {
  fc.assert(
    fc.property(fc.nat(400), fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), (seed, choices) => {
      const machine = madeMachine(seed);
      const nodes: AnyStateNode[] = [];
      const visit = (node: AnyStateNode) => {
        for (const child of Object.values(node.states as Record<string, AnyStateNode>)) {
          if (child.type !== "history") nodes.push(child);
          visit(child);
        }
      };
      visit(machine.root);
      const parallel = new Set(
        [machine.root, ...nodes].filter(({ type }) => type === "parallel").map((node) => node.path.join(".")),
      );
      let picks: string[] = [];
      for (const choice of choices)
        picks = pickState(picks, nodes[choice % nodes.length]!.path.join("."), (path) => parallel.has(path));

      const player = createParsingPlayer(machine, {});
      const { view } = player.edit(player.start({}).state, { in: picks });

      expect(view.in).toEqual(expect.arrayContaining(picks));
    }),
    { numRuns: 60 },
  );
});
