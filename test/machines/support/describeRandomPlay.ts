import { beforeAll, describe, expect, test } from "vitest";
import type { AnyStateNode } from "xstate";
import type { GameFiles } from "#test/machines/support/gameTest.ts";
import { GOOD_END, MOVE_LEFT, playRandomly, SHAPE_KEPT } from "#test/machines/support/playRandomly.ts";
import { patience } from "#test/support/patience.ts";

/** `LONG=1` plays a game two thousand times; every day it is played a few times. */
const LONG = process.env["LONG"] !== undefined;
const PLAYS = LONG ? 2000 : 30;

export function describeRandomPlay<C, I extends object>(game: GameFiles<C, I>): void {
  const { machine, moves, play, nodes, ends } = game;

  describe(`in ${PLAYS} random plays under changing readings`, () => {
    const titles = [...Object.keys(play.invariants), SHAPE_KEPT, MOVE_LEFT, GOOD_END];
    /** Where something did not hold, by what was to hold. */
    const broken: Record<string, string[]> = Object.fromEntries(titles.map((title) => [title, []]));
    const reached = new Set<AnyStateNode>();
    const endings = new Set<string>();
    let longest = 0;

    beforeAll(() => {
      for (let seed = 1; seed <= PLAYS; seed++) {
        const played = playRandomly(machine, moves, play, {
          seed,
          broken: (title, where) => broken[title]!.push(where) > 20,
          reached: (node) => reached.add(node),
        });
        for (const ending of played.endings) endings.add(ending);
        longest = Math.max(longest, played.turns);
      }
    }, patience(1_200_000));

    test.each(titles)("%s", (title) => expect(broken[title]).toEqual([]));
    test.runIf(LONG)("every state is reached", () => {
      const found = new Set([...reached].map((node) => node.path.join(".")));

      expect(nodes.filter((n) => !n.history && !found.has(n.path)).map((n) => n.path)).toEqual([]);
    });
    test.runIf(LONG)(`the game ends ${ends.how}`, () => {
      for (const ending of ends.ways) expect(endings).toContain(ending);
      expect(longest).toBeGreaterThan(ends.turns ?? -1);
    });
  });
}
