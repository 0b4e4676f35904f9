import { describe, expect, test } from "vitest";
import type { AnyStateMachine } from "xstate";
import { gameChart } from "#core/analyze/check.ts";
import { places } from "#core/chart/places.ts";
import { readFresh } from "#core/read/readFresh.ts";
import { replay } from "#test/machines/support/replay.ts";
import { rulesetFiles } from "#test/machines/support/rulesetFiles.ts";
import { blocksOf } from "#test/machines/ways/blocks.ts";
import { games, goldenOf } from "#test/machines/ways/golden.ts";
import { Trail } from "#test/machines/ways/Trail.ts";

/** What follows what when the scenarios of a game are played, apart from how its chart is read. */
async function playedIn(game: string) {
  const { machine } = (await import(`../../../machines/${game}.machine.ts`)) as { machine: AnyStateMachine };
  const { scenarios, source } = rulesetFiles(game);
  const golden = goldenOf(game);
  const trail = new Trail(
    machine,
    golden.called.map(({ state }) => state),
  );
  const faults = scenarios.map(([, scenario]) => replay(machine, scenario, trail));
  const chart = gameChart(readFresh(source))!;
  const blocks = blocksOf(chart);
  const steps = trail.trod.map(({ row, to, via }) => ({
    row,
    next: to,
    from: blocks.of(row)!,
    to: blocks.of(to)!,
    via,
  }));
  /** A history row stands for the row that was left. */
  const arrivesAt = (next: string, row: string) =>
    next === row || (places(chart).get(next)?.node.type === "history" && blocks.of(next) === blocks.of(row));
  return { golden, steps, arrivesAt, faults: faults.filter((one) => one !== undefined) };
}

const wayText = ({ from, to, via = [] }: { from: string; to: string; via?: readonly string[] }) =>
  [from, to, ...via].join(" ");

describe.each(games)("when %s is played", async (game) => {
  const { golden, steps, arrivesAt, faults } = await playedIn(game);
  const exits = golden.called.flatMap(({ state, exits }) => exits.map((exit) => ({ ...exit, state })));
  const isExit = ({ from, to, via }: (typeof steps)[number]) =>
    exits.some((exit) => exit.state === via.at(-1) && exit.to === to && exit.from.includes(from));
  const ways = new Set(golden.ways.map(wayText));

  test("play goes no other way than the rules say", () => {
    const strange = steps.filter((one) => one.from !== one.to && !ways.has(wayText(one)) && !isExit(one));

    expect(faults).toEqual([]);
    expect(strange).toEqual([]);
  });

  test("play goes every way of the rules", () => {
    const gone = new Set(steps.map(wayText));

    expect([...ways].filter((way) => !gone.has(way))).toEqual([]);
  });

  test("play comes back to a block from a called phase where a pair says", () => {
    const pairs = golden.called.flatMap(({ state, pairs }) =>
      pairs.map(([caller, next]) => ({ state, caller, next })),
    );

    const strange = steps
      .filter((one) => one.from === one.to && one.via.length > 0 && !isExit(one))
      .filter(
        ({ row, next, via }) =>
          !pairs.some((one) => one.state === via.at(-1) && one.caller === row && arrivesAt(one.next, next)),
      );
    expect(strange.map(({ row, next, via }) => `${row} -> ${next} via ${via.join(" ")}`)).toEqual([]);
  });

  test("play goes every step inside a card, and no other", () => {
    const pairs = Object.entries(golden.inside)
      .filter(([card]) => !golden.called.some(({ state }) => state === card))
      .flatMap(([card, list]) =>
        list.map(([row, next]) => ({ row: `${card}.${row}`, next: `${card}.${next}` })),
      );
    const gone = steps.filter(({ from, to }) => from === to);
    const isGone = (pair: (typeof pairs)[number], one: (typeof gone)[number]) =>
      one.row === pair.row && arrivesAt(pair.next, one.next);

    expect(pairs.filter((pair) => !gone.some((one) => isGone(pair, one)))).toEqual([]);
    const inCards = gone.filter(({ row, next }) => row !== next);
    expect(inCards.filter((one) => !pairs.some((pair) => isGone(pair, one)))).toEqual([]);
  });

  test("every exit of a called phase is taken from somewhere", () => {
    const untaken = exits.filter(
      (exit) =>
        !steps.some(
          ({ from, to, via }) => exit.state === via.at(-1) && exit.to === to && exit.from.includes(from),
        ),
    );

    expect(untaken).toEqual([]);
  });
});
