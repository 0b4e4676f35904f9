import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createActor, SimulatedClock, type AnyStateMachine } from "xstate";
import { readModule } from "#core/read/readModule.ts";
import type { Moves } from "#core/ruleset/ruleset.ts";
import type { PlayEvent, PlayState } from "#core/run/play/play.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import { randomSource } from "#core/simulate/randomSource.ts";
import { oddGame } from "#test/core/simulate/charts.ts";
import { machine as haikyu } from "../../../machines/haikyu-break.machine.ts";
import { patience } from "#test/support/patience.ts";

const root = new URL("../../../", import.meta.url);
const text = (path: string) => readFileSync(new URL(path, root), "utf8");

/** All active paths of a state value, ancestors included. */
const paths = (value: unknown, above = ""): string[] =>
  typeof value === "string"
    ? [above + value]
    : Object.entries(value as object).flatMap(([key, child]) => [
        above + key,
        ...paths(child, `${above}${key}.`),
      ]);

const seats = ["P1", "P2", "chance", "table", "nobody"];

/** Any event of a type, legal or not, that fits the type: values from here and there, and now and then from nowhere. */
function anyEvent(moves: Moves, types: readonly string[], random: () => number): PlayEvent {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const type = pick(types);
  const event: Record<string, unknown> = { type, by: pick(seats) };
  for (const [name, field] of Object.entries(pick(moves.moves[type] ?? [{}]).fields ?? {})) {
    if (field.values) event[name] = pick(field.values);
    else if (field.range) event[name] = Math.floor(random() * 12) - 2;
    else {
      const list = field.each ?? field.subset ?? field.order;
      const items = Array.isArray(list) ? list : ["P1", "Aoi", "x"];
      event[name] = field.each === undefined ? items.filter(() => random() < 0.3) : pick(items);
    }
  }
  return event as PlayEvent;
}

interface Walk {
  readonly machine: AnyStateMachine;
  readonly moves: Moves;
  readonly types: readonly string[];
  readonly input: (random: () => number) => Record<string, never>;
  readonly waits: boolean;
}

/** Walks player and actor side by side; gives the number of events, refused events and automatic steps. */
function walk({ machine, moves, types, input, waits }: Walk, seed: number, length: number) {
  const random = randomSource(seed);
  const player = createParsingPlayer(machine, { moves });
  const seen = { sent: 0, refused: 0, waited: 0, games: 0 };
  let clock = new SimulatedClock();
  const begin = () => {
    seen.games++;
    const given = input(random);
    clock = new SimulatedClock();
    const actor = createActor(machine, { input: given, clock } as never);
    actor.subscribe({ error: () => undefined });
    return { actor: actor.start(), outcome: player.start(given) };
  };
  let { actor, outcome } = begin();
  for (let i = 0; i < length; i++) {
    if (outcome.view.status !== "active") ({ actor, outcome } = begin());
    const state: PlayState = outcome.state;
    if (waits && random() < 0.1) {
      const ms = Math.floor(random() * 700);
      clock.increment(ms);
      outcome = player.advance(state, ms);
      seen.waited++;
    } else {
      const event =
        (random() < 0.6 && player.random(state, seed * 1000 + i)) || anyEvent(moves, types, random);
      const can = actor.getSnapshot().can(event as never);
      actor.send(event as never);
      outcome = player.send(state, event);
      seen.sent++;
      if (outcome.refused) {
        seen.refused++;
        expect(outcome.state).toBe(state);
        expect(outcome.reasons.length).toBeGreaterThan(0);
      }
      expect(outcome.refused, JSON.stringify(event)).toBe(!can);
    }
    const snapshot = actor.getSnapshot();
    const where = `seed ${seed}, event ${i}`;
    const active = new Set(paths(snapshot.value));
    expect(outcome.view.in.length, where).toBe(active.size);
    expect(
      outcome.view.in.every((path) => active.has(path)),
      where,
    ).toBe(true);
    expect(JSON.stringify(outcome.view.context), where).toBe(JSON.stringify(snapshot.context));
    expect(outcome.view.status, where).toBe(snapshot.status);
    if (snapshot.status !== "active") continue;
    const probe = anyEvent(moves, types, random);
    expect(player.can(outcome.state, probe).can, JSON.stringify(probe)).toBe(snapshot.can(probe as never));
    // Each type that can be played has an example that the actor takes too.
    if (i % 10 === 0)
      for (const move of outcome.view.enabled) expect(snapshot.can(move.example as never), where).toBe(true);
  }
  return seen;
}

const total = (walks: readonly ReturnType<typeof walk>[], what: keyof ReturnType<typeof walk>) =>
  walks.reduce((sum, one) => sum + one[what], 0);

/** `LONG=1` takes the whole way: 200 walks of 300 events in each game. */
const WALKS = process.env["LONG"] ? 200 : 20;

const games = readdirSync(new URL("machines/", root))
  .flatMap((file) => /^(.*)\.machine\.ts$/.exec(file)?.[1] ?? [])
  .filter((id) => existsSync(new URL(`rulesets/${id}/moves.json`, root)));

describe("a player and a bare actor go the same way", () => {
  test.each(games)("through random walks in %s", { timeout: patience(600_000) }, async (id) => {
    const moves = JSON.parse(text(`rulesets/${id}/moves.json`)) as Moves;
    const chart = readModule(text(`machines/${id}.machine.ts`)).charts[0];
    const types = (chart?.events ?? []).map(({ type }) => type);
    const { machine } = (await import(`../../../machines/${id}.machine.ts`)) as { machine: AnyStateMachine };

    const walks = Array.from({ length: WALKS }, (_, seed) =>
      walk({ machine, moves, types, input: () => ({}), waits: false }, seed, 300),
    );

    expect(total(walks, "sent")).toBe(WALKS * 300);
    expect(total(walks, "refused")).toBeGreaterThan(WALKS * 30);
  });

  test("through regions, history, delays, wildcards and forbidden events", { timeout: 120_000 }, () => {
    const moves: Moves = {
      format: 1,
      moves: { ADD: [{ fields: { points: { range: [0, 10] } } }], PAUSE: [{ weight: 0.2 }] },
    };
    const types = [
      "ADD",
      "PAUSE",
      "RESUME",
      "FLIP",
      "LEAVE",
      "NUDGE",
      "END",
      "shout.loud",
      "shout.soft",
      "shout",
      "?",
    ];

    const walks = Array.from({ length: WALKS }, (_, seed) =>
      walk(
        {
          machine: oddGame.provide({}),
          moves,
          types,
          input: (random) => ({ points: Math.floor(random() * 4) }) as never,
          waits: true,
        },
        seed,
        200,
      ),
    );

    expect(total(walks, "waited")).toBeGreaterThan(WALKS * 10);
    expect(total(walks, "games")).toBeGreaterThan(WALKS);
    expect(total(walks, "refused")).toBeGreaterThan(WALKS * 20);
  });
});

test("a play that is saved and taken up after every step goes the same way", () => {
  const moves = JSON.parse(text("rulesets/haikyu-break/moves.json")) as Moves;
  const straight = createParsingPlayer(haikyu, { moves });
  for (let seed = 0; seed < 5; seed++) {
    let one = straight.start({});
    let other = straight.start({});
    for (let i = 0; i < 150 && one.view.status === "active"; i++) {
      const event = straight.random(one.state, seed * 1000 + i);
      if (!event) break;
      // A player of its own for every step: nothing but the text of the state goes over.
      const fresh = createParsingPlayer(haikyu, { moves });
      one = straight.send(one.state, event);
      other = fresh.send(fresh.restore(JSON.parse(JSON.stringify(other.state)) as PlayState).state, event);

      expect(JSON.parse(JSON.stringify(other))).toEqual(JSON.parse(JSON.stringify(one)));
    }
  }
});
