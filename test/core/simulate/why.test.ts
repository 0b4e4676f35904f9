import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { and, assign, type AnyStateMachine } from "xstate";
import { readModule } from "#core/read/readModule.ts";
import type { Moves } from "#core/ruleset/ruleset.ts";
import { transitionIdOf, type Considered } from "#core/run/play/microstep.ts";
import { PlayError, type PlayEvent } from "#core/run/play/play.ts";
import { playSpecOf } from "#core/run/play/playSpec.ts";
import type { WhyAnswer } from "#core/run/play/why.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import type { Player } from "#core/simulate/player.ts";
import { randomSource } from "#core/simulate/randomSource.ts";
import { EVENTS, madeMachine } from "#test/core/simulate/madeMachine.ts";
import { playerOf } from "#test/core/simulate/tools.ts";

/** The candidates that were asked, level by level, as a microstep tells them. */
const askedIn = ({ levels }: WhyAnswer): unknown[] =>
  levels
    .flatMap(({ candidates }) => candidates)
    .filter(({ asked }) => asked)
    .map((one) => [transitionIdOf(one as Considered), one.verdict, one.taken, one.guard ?? null]);
const consideredIn = (considered: readonly Considered[]): unknown[] =>
  considered.map((one) => [transitionIdOf(one), one.verdict, one.taken, one.guard ?? null]);

/** Compares a `why` with what a real send does; gives what differs. */
function differs(player: Player, state: Parameters<Player["send"]>[0], event: PlayEvent): string[] {
  const answer = player.why(state, event);
  const can = player.can(state, event);
  const found: string[] = [];
  const at = JSON.stringify(event);
  if (answer.fault) {
    let failed = false;
    try {
      player.send(state, event);
    } catch (error) {
      failed = error instanceof PlayError;
    }
    return failed ? [] : [`${at}: told to fail, and does not`];
  }
  if (answer.enabled !== can.can) found.push(`${at}: enabled ${answer.enabled}, can ${can.can}`);
  if (JSON.stringify(answer.reasons) !== JSON.stringify(can.reasons)) found.push(`${at}: other reasons`);
  const theirs = can.can ? (player.send(state, event).microsteps[0]?.considered ?? []) : can.considered;
  // An event that is refused for its payload reaches no guard when it is sent.
  if (!can.can && can.reasons.some(({ code }) => code !== "guard" && code !== "not-here")) return found;
  const [own, sent] = [askedIn(answer), consideredIn(theirs)];
  if (JSON.stringify(own) !== JSON.stringify(sent))
    found.push(`${at}: ${JSON.stringify(own)} instead of ${JSON.stringify(sent)}`);
  return found;
}

test("why agrees with what a send does, in made machines", { timeout: 120_000 }, () => {
  const found: string[] = [];
  let asked = 0;
  for (let seed = 0; seed < 60; seed++) {
    const player = createParsingPlayer(madeMachine(seed), {});
    const random = randomSource(seed);
    try {
      let outcome = player.start({});
      for (let i = 0; i < 12 && outcome.view.status === "active"; i++) {
        for (const type of [...EVENTS, "d", "nowhere"]) {
          found.push(...differs(player, outcome.state, { type }).map((one) => `machine ${seed}: ${one}`));
          asked++;
        }
        const type = EVENTS[Math.floor(random() * EVENTS.length)] ?? "A";
        outcome = player.send(outcome.state, { type });
      }
    } catch (error) {
      // Some made machines go round without end.
      if (!(error instanceof PlayError)) throw error;
    }
  }

  expect(found).toEqual([]);
  expect(asked).toBeGreaterThan(2_000);
});

const root = new URL("../../../", import.meta.url);
const games = readdirSync(new URL("machines/", root)).flatMap(
  (file) => /^(.*)\.machine\.ts$/.exec(file)?.[1] ?? [],
);

test.each(games)("why agrees with what a send does, in %s", { timeout: 120_000 }, async (id) => {
  const { charts, consts } = readModule(readFileSync(new URL(`machines/${id}.machine.ts`, root), "utf8"));
  const moves = JSON.parse(readFileSync(new URL(`rulesets/${id}/moves.json`, root), "utf8")) as Moves;
  const { machine } = (await import(`../../../machines/${id}.machine.ts`)) as { machine: AnyStateMachine };
  const player = createParsingPlayer(machine, playSpecOf(charts[0]!, consts, moves));
  const found: string[] = [];
  let outcome = player.start({});
  for (let i = 0; i < 25 && outcome.view.status === "active"; i++) {
    for (const { type } of charts[0]?.events ?? [])
      for (const by of ["P1", "P2", "nobody"]) {
        const payload = player.moves(outcome.state, { type })[0]?.example ?? { type };
        found.push(...differs(player, outcome.state, { ...payload, by }));
      }
    const event = player.random(outcome.state, i);
    if (!event) break;
    outcome = player.send(outcome.state, event);
  }

  expect(found).toEqual([]);
});

describe("why tells", () => {
  const isEven = ({ context }: { context: { n: number } }) => context.n % 2 === 0;
  const game = {
    type: "parallel",
    context: { n: 2 },
    on: { GO: { guard: "even", target: ".left.a" }, "*": { actions: "inc" } },
    states: {
      left: {
        initial: "a",
        on: { GO: "left.b" },
        states: {
          a: {
            on: { GO: [{ guard: and(["even", "big"]), target: "b" }, { guard: "even", target: "b" }, "a"] },
          },
          b: {},
        },
      },
      right: {
        initial: "x",
        states: { x: { on: { OTHER: "y" } }, y: { on: { GO: "x", SHUT: {} } } },
      },
    },
  };
  const how = {
    guards: { even: isEven as never, big: (() => false) as never },
    actions: { inc: assign({ n: ({ context }: { context: { n: number } }) => context.n + 1 }) as never },
  };
  const player = playerOf(game, how);
  const { state } = player.start({});

  test("candidates level by level from the innermost out, with what is not asked and what stands before it", () => {
    const { enabled, levels } = player.why(state, { type: "GO" });

    expect(enabled).toBe(true);
    expect(levels.map(({ state: at, region }) => [at, region])).toEqual([
      ["left.a", "left"],
      ["left", "left"],
      ["", undefined],
    ]);
    expect(
      levels.map(({ candidates }) => candidates.map(({ asked, verdict, taken }) => [asked, verdict, taken])),
    ).toEqual([
      [
        [true, false, false],
        [true, true, true],
        [false, null, false],
      ],
      [[false, null, false]],
      [
        [false, null, false],
        [false, null, false],
      ],
    ]);
    expect(levels[0]?.candidates[2]?.behind).toEqual(["left.a|on|GO|1"]);
    expect(levels[2]?.candidates[0]).toMatchObject({
      behind: ["left.a|on|GO|1"],
      guard: { sign: "guard", name: "even", verdict: null },
    });
    expect(levels[0]?.candidates[0]?.guard).toMatchObject({
      sign: "and",
      of: [
        { name: "even", verdict: true },
        { name: "big", verdict: false },
      ],
    });
  });

  test("where else an event could be handled", () => {
    expect(player.why(state, { type: "GO" }).elsewhere).toEqual(["right.y"]);
    // What only forbids an event does not handle it.
    expect(player.why(state, { type: "SHUT" }).elsewhere).toEqual([]);
  });

  test("an event that nothing is called after, and one that only XState may send", () => {
    const closed = playerOf({ initial: "a", states: { a: { on: { GO: "a" } } } });
    const { state: here } = closed.start({});

    expect(closed.why(here, { type: "NOPE" })).toMatchObject({
      enabled: false,
      levels: [],
      reasons: [{ code: "unknown-event" }],
    });
    expect(closed.why(here, { type: "xstate.stop" })).toMatchObject({
      enabled: false,
      reasons: [{ code: "reserved" }],
    });
  });

  test("faults of the payload, and beside them what the guards say", () => {
    const spec = {
      events: [{ type: "GO", fields: [{ name: "n", type: { kind: "number" as const }, optional: false }] }],
    };
    const typed = playerOf(game, how, spec);

    const answer = typed.why(typed.start({}).state, { type: "GO", n: "two" });

    expect(answer.enabled).toBe(false);
    expect(answer.reasons).toMatchObject([{ code: "payload", faults: [{ at: "n", code: "type" }] }]);
    expect(answer.levels[0]?.candidates[1]).toMatchObject({ asked: true, verdict: true });
  });

  test("that a transition of another region won over one that held", () => {
    const conflict = playerOf({
      type: "parallel",
      states: {
        one: { initial: "a", states: { a: { on: { GO: "#out" } } } },
        two: { initial: "b", states: { b: { on: { GO: "#out" } } } },
        out: { id: "out" },
      },
    });

    const { levels } = conflict.why(conflict.start({}).state, { type: "GO" });

    expect(levels.map(({ candidates }) => candidates.map(({ taken, behind }) => [taken, behind]))).toEqual([
      [[true, undefined]],
      [[false, ["one.a|on|GO|0"]]],
    ]);
  });

  test("the guard that fails for it, without failing itself", () => {
    const broken = playerOf(
      { initial: "a", states: { a: { on: { GO: { guard: "broken", target: "a" } } } } },
      {
        guards: {
          broken: ((_: unknown) => {
            throw new Error("no hand");
          }) as never,
        },
      },
    );

    expect(broken.why(broken.start({}).state, { type: "GO" })).toMatchObject({
      enabled: false,
      fault: { code: "machine-error", guard: "broken", message: "no hand" },
      levels: [{ state: "a" }],
    });
  });
});
