import { describe, expect, test } from "vitest";
import { gameChart } from "#core/analyze/check.ts";
import { places } from "#core/chart/places.ts";
import { readFresh } from "#core/read/readFresh.ts";
import { rulesetFiles } from "#test/machines/support/rulesetFiles.ts";
import { blocksOf, isWithin } from "#test/machines/ways/blocks.ts";
import { boundPairs, callsOf, returnsOf } from "#test/machines/ways/calledPhase.ts";
import { games, goldenOf } from "#test/machines/ways/golden.ts";
import {
  anyTimeOfChart,
  insideOfChart,
  waysOfChart,
  type PlainWay,
} from "#test/machines/ways/waysOfChart.ts";

const sorted = (lines: readonly string[]) => lines.toSorted();
const wayText = ({ from, to, via = [], rows = [], into = [] }: PlainWay) =>
  `${from} (${rows.join(" ")}) -> ${to} (${into.join(" ")}) via ${via.join(" ")}`;

describe.each(games)("what follows what in %s", (game) => {
  const { source, json } = rulesetFiles(game);
  const chart = gameChart(readFresh(source))!;
  const golden = goldenOf(game);
  const { called } = golden;
  const blocks = blocksOf(chart);
  const isRow = (id: string) => places(chart).get(id)?.node.children.length === 0;

  test("the ways by the rules are the ways of the machine", () => {
    const ways = waysOfChart(chart, called);

    const byTheRules = golden.ways.filter(({ differs }) => differs === undefined);
    expect(sorted(ways.map(wayText))).toEqual(sorted(byTheRules.map(wayText)));
  });

  test("what the rules allow at any time is what the compounds take", () => {
    const found = anyTimeOfChart(chart, called);

    const text = ({ at, event, to }: { at: string; event: string; to: string | null }) =>
      `${at} ${event} -> ${to}`;
    expect(sorted(found.map(text))).toEqual(
      sorted(golden.anyTime.map(({ at, event, to, via }) => text({ at, event, to: via?.[0] ?? to }))),
    );
  });

  test("what is called at any time goes on where a pair says", () => {
    const calls = golden.anyTime.filter(({ via }) => via);

    const lost = calls.filter(({ at, to, via }) => {
      const pairs = called.find(({ state }) => state === via?.[0])?.pairs ?? [];
      return !pairs.some(
        ([caller, next]) => isWithin(caller, at) && (to === null ? caller === next : blocks.of(next) === to),
      );
    });
    expect(lost).toEqual([]);
  });

  test("every way into a called phase has its pairs, and every way out its pair or exit", () => {
    for (const phase of called) {
      const calls = [...new Set(callsOf(chart, phase).map((link) => link.source))];
      const callers = [...new Set(phase.pairs.map(([caller]) => caller))];
      expect(calls.filter((id) => !callers.some((caller) => isWithin(caller, id)))).toEqual([]);
      expect(callers.filter((caller) => !calls.some((id) => isWithin(caller, id)))).toEqual([]);

      const returns = [...new Set(returnsOf(chart, phase).map((link) => link.target))];
      const next = phase.pairs.map(([, to]) => to);
      const exits = phase.exits.map(({ to }) => to);
      const leadsTo = returns.map((id) => blocks.of(blocks.starts(id)[0]!)!);
      expect(returns.filter((id, i) => !next.includes(id) && !exits.includes(leadsTo[i]!))).toEqual([]);
      expect(next.filter((id) => !returns.includes(id))).toEqual([]);
      expect(exits.filter((to) => !leadsTo.includes(to))).toEqual([]);
    }
  });

  test("callers go on where the machine noted it, but for the pairs that say why", () => {
    for (const phase of called) {
      const bound = boundPairs(chart, phase);
      const given = phase.pairs.filter(([, , because]) => because === undefined);
      expect(sorted(bound.filter(([id]) => isRow(id)).map((pair) => pair.join(" -> ")))).toEqual(
        sorted(given.map((pair) => pair.join(" -> "))),
      );

      const unmet = bound.filter(
        ([outer, to]) => !phase.pairs.some(([caller, next]) => isWithin(caller, outer) && next === to),
      );
      expect(unmet).toEqual([]);
    }
  });

  test("exits are reached from blocks that call", () => {
    const callers = called.flatMap(({ pairs }) => pairs.map(([caller]) => caller));

    const from = called.flatMap(({ exits }) => exits.flatMap((exit) => exit.from));
    expect(from.filter((id) => !callers.some((row) => blocks.of(row) === id))).toEqual([]);
  });

  test("the rows of each card stand in the order of play", () => {
    const cards = [...places(chart)].filter(
      ([id, { node }]) => node.children.length > 0 && blocks.of(id) === id,
    );

    expect(golden.steps).toEqual(
      Object.fromEntries(cards.map(([id, { node }]) => [id, node.children.map(({ key }) => key)])),
    );
  });

  test("inside a card rows follow each other as the rules say", () => {
    const byCard = (inside: Readonly<Record<string, readonly (readonly [string, string])[]>>) =>
      Object.fromEntries(
        Object.entries(inside).map(([card, pairs]) => [card, sorted(pairs.map((pair) => pair.join(" > ")))]),
      );

    expect(byCard(insideOfChart(chart, called))).toEqual(byCard(golden.inside));
  });

  test("the game ends only from where the rules end it", () => {
    const finals = chart.root.children.filter(({ type }) => type === "final").map(({ key }) => key);
    const exits = called.flatMap(({ state, exits }) => exits.map(({ to }) => ({ from: state, to })));
    const leading = [
      ...golden.ways,
      ...exits,
      ...golden.anyTime.flatMap(({ at, to }) => (to === null ? [] : [{ from: at, to }])),
    ].map(({ from, to }) => `${from} -> ${to}`);
    const ends = golden.ends.map(({ from, to }) => `${from} -> ${to}`);

    expect(ends.filter((end) => !leading.includes(end))).toEqual([]);
    expect(
      [...new Set(leading)].filter(
        (one) => finals.some((key) => one.endsWith(` -> ${key}`)) && !ends.includes(one),
      ),
    ).toEqual([]);
  });

  test("clauses are cited by their ids, and the ways stand in the order of the rules", () => {
    const known: string[] = json("clauses.json").clauses.map(({ id }: { id: string }) => id);
    const readings: string[] = json("readings.json").readings.map(({ id }: { id: string }) => id);
    const exits = called.flatMap((phase) => phase.exits);

    const cited = [...golden.ways, ...golden.anyTime, ...exits, ...golden.differs].flatMap(
      (one) => one.clauses,
    );
    expect(cited.filter((id) => !known.includes(id))).toEqual([]);
    expect(golden.ways.flatMap(({ reading = [] }) => reading).filter((id) => !readings.includes(id))).toEqual(
      [],
    );
    const firsts = golden.ways.map(({ clauses }) => known.indexOf(clauses[0]!));
    expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
  });
});
