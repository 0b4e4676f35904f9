import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AnyStateMachine } from "xstate";
import { gameChart } from "#core/analyze/check.ts";
import { readModule } from "#core/read/readModule.ts";
import { coverable, coverageTotals } from "#core/run/debugging/coverable.ts";
import {
  COVERAGE_KINDS,
  coverageOf,
  NO_COVERAGE,
  unite,
  type Coverage,
  type ObservedStep,
} from "#core/run/debugging/coverage.ts";
import type { Outcome, PlayState } from "#core/run/play/play.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import type { Player } from "#core/simulate/player.ts";
import { shippedGame } from "#test/cli/play/tools.ts";
import { machineFrom } from "#test/core/run/play/machineFrom.ts";

const modules = import.meta.glob("../../../../machines/*.machine.ts");
const games = Object.keys(modules).map((path) => /([\w-]+)\.machine\.ts$/.exec(path)?.[1] ?? "");
const machineOf = async (game: string) =>
  ((await modules[`../../../../machines/${game}.machine.ts`]!()) as { machine: AnyStateMachine }).machine;

const text = `import { and, assign, not, or, setup } from "xstate";
export const machine = setup({
  types: {} as { context: { n: number }; events: { type: "GO"; by: string } | { type: "ADD"; amount: number } | { type: "NEVER" } },
  guards: {
    isMine: ({ context, event }) => event.type === "GO" && event.by === "P1" && (context.n > 2 || context.n === 0),
    isSmall: ({ context }) => context.n < 5,
    both: and(["isMine", not("isBig")]),
    isBig: ({ context }) => context.n >= 9,
  },
}).createMachine({
  id: "small", context: { n: 0 }, initial: "a",
  states: {
    a: { meta: { clauses: ["C-1"] }, on: {
      GO: [{ guard: "both", target: "b", meta: { clauses: ["C-2"] } }, { guard: or(["isBig", ({ context }) => context.n > 3]), target: "a" }],
      ADD: { guard: "isSmall", actions: assign({ n: ({ context, event }) => context.n + event.amount }) },
    } },
    b: { always: { guard: ({ context }) => context.n > 0 && context.n < 3, target: "c" } },
    c: { meta: { clauses: ["C-3"] }, type: "final" },
    h: { type: "history" },
  },
});
`;
const { chart, ask } = machineFrom(text);

async function play(sent: readonly object[]): Promise<Outcome[]> {
  const all = [await ask({ do: "start", input: {} })];
  for (const event of sent)
    all.push(await ask({ do: "send", state: all.at(-1)!.state, event: event as never }));
  return all;
}
const ids = (kind: keyof Coverage) => coverable(chart).flatMap((one) => (one.kind === kind ? [one.id] : []));

test("what there is to cover comes from the chart, guards with the parts of their and and or", () => {
  expect(ids("states")).toEqual(["a", "b", "c"]);
  expect(ids("transitions")).toEqual(["a|on|GO|0", "a|on|GO|1", "a|on|ADD|0", "b|always||0"]);
  expect(ids("events")).toEqual(["GO", "ADD", "NEVER"]);
  expect(ids("clauses")).toEqual(["C-1", "C-2", "C-3"]);
  const parts = coverable(chart).filter(({ kind, verdict }) => kind === "guards" && verdict);
  expect(parts.map(({ id, part }) => `${id.replace("=true", "")} ${part?.text ?? ""}`.trim())).toEqual([
    "a|on|GO|0#",
    "a|on|GO|0#0 isMine",
    "a|on|GO|0#0.0 by = “P1”",
    "a|on|GO|0#0.1 n > 2 ∨ n = 0",
    "a|on|GO|0#0.1.0 n > 2",
    "a|on|GO|0#0.1.1 n = 0",
    "a|on|GO|0#1 not(isBig)",
    "a|on|GO|1#",
    "a|on|GO|1#0 isBig",
    "a|on|GO|1#1 n > 3",
    "a|on|ADD|0#",
    "b|always||0#",
    "b|always||0#0 n > 0",
    "b|always||0#1 n < 3",
  ]);
});

test("a play covers what it was in, what it took and what its guards came to, refusals too", async () => {
  const covered = coverageOf(
    await play([
      { type: "GO", by: "P2" },
      { type: "GO", by: "P1" },
    ]),
  );

  expect([...covered.states]).toEqual(["a", "b"]);
  expect([...covered.transitions]).toEqual(["a|on|GO|0"]);
  expect([...covered.events]).toEqual(["GO"]);
  expect([...covered.clauses].toSorted()).toEqual(["C-1", "C-2"]);
  expect([...covered.guards].toSorted()).toEqual(
    [
      "a|on|GO|0#=false",
      "a|on|GO|0#0=false",
      "a|on|GO|0#0.0=false",
      "a|on|GO|1#=false",
      "a|on|GO|1#0=false",
      "a|on|GO|1#1=false",
      "a|on|GO|0#=true",
      "a|on|GO|0#0=true",
      "a|on|GO|0#0.0=true",
      "a|on|GO|0#0.1=true",
      "a|on|GO|0#0.1.0=false",
      "a|on|GO|0#0.1.1=true",
      "a|on|GO|0#1=true",
      "b|always||0#=false",
      "b|always||0#0=false",
    ].toSorted(),
  );
  expect(coverageTotals(coverable(chart), covered)).toEqual({
    states: { covered: 2, of: 3 },
    transitions: { covered: 1, of: 4 },
    guards: { covered: 15, of: 28 },
    events: { covered: 1, of: 3 },
    clauses: { covered: 2, of: 3 },
  });
});

test("without a step nothing is covered", () => {
  expect(coverageOf([])).toEqual(NO_COVERAGE);
  expect(unite([])).toEqual(NO_COVERAGE);
});

const plain = (coverage: Coverage) =>
  Object.fromEntries(COVERAGE_KINDS.map((kind) => [kind, [...coverage[kind]].toSorted()]));

test("the union of coverages is the coverage of the union", async () => {
  const told = await play([
    { type: "ADD", amount: 4 },
    { type: "GO", by: "P2" },
    { type: "ADD", amount: 3 },
    { type: "ADD", amount: 3 },
    { type: "GO", by: "P1" },
  ]);
  const some = fc.subarray(told);
  fc.assert(
    fc.property(fc.array(some, { maxLength: 4 }), (parts) => {
      const apart = plain(unite(parts.map(coverageOf)));
      expect(apart).toEqual(plain(coverageOf(parts.flat())));
      expect(plain(unite([unite(parts.map(coverageOf)), unite([])]))).toEqual(apart);
    }),
  );
});

/** What a scenario tells, without a look at what else could be done at each step. */
function* toldOf(player: Player, { input = {}, steps }: Scenario): Generator<ObservedStep> {
  const saved = new Map<string, PlayState>();
  let now = player.start(input);
  yield now;
  for (const { send, advance, save, restore } of steps) {
    if (save !== undefined) saved.set(save, now.state);
    if (restore !== undefined) now = player.restore(saved.get(restore)!);
    if (advance !== undefined) yield (now = player.advance(now.state, advance));
    if (send) yield (now = player.send(now.state, send));
  }
}

describe("all that a game's scenarios cover is among what its chart has", () => {
  test.each(games)("%s", async (game) => {
    const { moduleText, spec, scenarios } = shippedGame(game);
    const own = gameChart(readModule(moduleText))!;
    const player = createParsingPlayer(await machineOf(game), spec);
    const covered = coverageOf(scenarios.flatMap(({ scenario }) => [...toldOf(player, scenario)]));
    const all = coverable(own);
    for (const kind of COVERAGE_KINDS) {
      const known = new Set(all.flatMap((one) => (one.kind === kind ? [one.id] : [])));
      expect([kind, [...covered[kind]].filter((id) => !known.has(id))]).toEqual([kind, []]);
    }
    const totals = coverageTotals(all, covered);
    expect(totals.states.covered / totals.states.of).toBeGreaterThan(0.9);
    expect(totals.guards.covered).toBeGreaterThan(totals.guards.of / 2);
  });
});
