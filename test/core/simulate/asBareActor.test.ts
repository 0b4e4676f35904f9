import { expect, test } from "vitest";
import { assign, createMachine, raise, setup, type AnyStateMachine } from "xstate";
import type { PlayEvent, PlayState } from "#core/run/play/play.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import { randomSource } from "#core/simulate/randomSource.ts";
import { BareActor } from "#test/core/simulate/bareActor.ts";
import { haikyuSpec } from "#test/core/simulate/haikyu.ts";
import { machine as haikyu } from "../../../machines/haikyu-break.machine.ts";
import { patience } from "#test/support/patience.ts";

/** `npm run test:long` walks 200 times 300 events through the shipped game, an everyday run a part of that. */
const WALKS = process.env["LONG"] ? 200 : 8;
const EVENTS = 300;
const LONG_MS = patience(1_200_000);

/** An event that may well be illegal: a move of some type with a field changed, a type of nowhere. */
type Odd = (random: () => number) => PlayEvent;

interface Walk {
  readonly differences: string[];
  readonly taken: number;
  readonly refused: number;
  readonly seen: ReadonlySet<string>;
}

/** Plays events by chance, legal and illegal, on the player and on a bare actor side by side, and notes where the two differ. */
function walk(machine: AnyStateMachine, spec: PlaySpec, seed: number, events: number, odd: Odd): Walk {
  const random = randomSource(seed);
  const player = createParsingPlayer(machine, spec);
  const differences: string[] = [];
  const seen = new Set<string>();
  let taken = 0;
  let refused = 0;
  let outcome = player.start({});
  let bare = new BareActor(machine, spec);
  const types = Object.keys(spec.moves?.moves ?? {});
  for (let i = 0; i < events && differences.length < 5; i++) {
    const at = `walk ${seed}, event ${i}`;
    const { view } = outcome;
    for (const path of view.in) seen.add(path);
    if (String(view.in) !== String(bare.in)) differences.push(`${at}: in ${view.in} | ${bare.in}`);
    if (JSON.stringify(view.context) !== JSON.stringify(bare.context))
      differences.push(`${at}: context ${JSON.stringify(view.context)} | ${JSON.stringify(bare.context)}`);
    if (view.status !== bare.snapshot.status)
      differences.push(`${at}: status ${view.status} | ${bare.snapshot.status}`);
    for (const type of types) {
      const mine = view.enabled.find((one) => one.type === type);
      if (
        view.status === "active" &&
        bare.accepts(type, view.asks, {}, mine?.example) !== (mine !== undefined)
      )
        differences.push(`${at}: ${type} is ${mine ? "" : "not "}enabled in ${view.in}`);
    }
    const move =
      view.status === "active" ? player.random(outcome.state, Math.floor(random() * 2 ** 32)) : null;
    if (!move && random() < 0.5) {
      bare.stop();
      bare = new BareActor(machine, spec);
      outcome = player.start({});
      continue;
    }
    const event = !move || random() < 0.25 ? odd(random) : move;
    const after = player.send(outcome.state, event);
    if (after.reasons.some(({ code }) => code === "payload")) {
      // The player checks types, which the machine leaves to it: this event never reaches the machine.
      refused++;
    } else if (view.status !== "active") {
      if (!after.refused) differences.push(`${at}: ${event.type} was taken after the end`);
    } else {
      const can = bare.can(event);
      if (after.refused === can) differences.push(`${at}: ${JSON.stringify(event)} can: ${can}`);
      if (can) taken++;
      else refused++;
      bare.send(event);
    }
    if (after.refused && JSON.stringify(after.state) !== JSON.stringify(outcome.state))
      differences.push(`${at}: a refused ${event.type} changed the state`);
    outcome = after;
  }
  bare.stop();
  return { differences, taken, refused, seen };
}

const fields = ["by", "points", "name", "skill", "choice", "cards", "count", "player", "owner", "amount"];
const values = [
  "P1",
  "P2",
  "table",
  "chance",
  "",
  "Aoi",
  "take",
  "receive",
  0,
  1,
  3,
  7,
  -1,
  null,
  true,
  [],
  [1],
];
const pick = <T>(list: readonly T[], random: () => number): T =>
  list[Math.floor(random() * list.length)] as T;

/** Events of the volleyball game with one or two fields made up. */
const oddHaikyu: Odd = (random) => {
  const type = pick([...Object.keys(haikyuSpec.moves?.moves ?? {}), "NOPE"], random);
  const known = haikyuSpec.events?.find((one) => one.type === type)?.fields ?? [];
  const event: Record<string, PlayEvent[string]> = { type, by: pick(["P1", "P2", "table"], random) };
  for (const field of known)
    if (field.name !== "by" && field.name !== "type" && !field.optional)
      event[field.name] = pick(values, random);
  if (random() < 0.2) event[pick(fields, random)] = pick(values, random);
  return event as PlayEvent;
};

test("random walks through the volleyball game go as in a bare actor", { timeout: LONG_MS }, () => {
  const walks = Array.from({ length: WALKS }, (_, seed) =>
    walk(haikyu as unknown as AnyStateMachine, haikyuSpec, seed, EVENTS, oddHaikyu),
  );

  expect(walks.flatMap((one) => one.differences)).toEqual([]);
  expect(walks.reduce((sum, one) => sum + one.taken, 0)).toBeGreaterThan(WALKS * EVENTS * 0.5);
  expect(walks.reduce((sum, one) => sum + one.refused, 0)).toBeGreaterThan(WALKS * EVENTS * 0.1);
  expect(new Set(walks.flatMap((one) => [...one.seen])).size).toBeGreaterThan(30);
});

/** Two regions that share an event, an event that one of them forbids, one that leaves both. */
const parallel = createMachine({
  id: "parallel",
  context: { n: 0 },
  type: "parallel",
  on: { UP: { actions: assign({ n: ({ context }) => (context as { n: number }).n + 1 }) }, LEAVE: ".left" },
  states: {
    left: {
      initial: "a",
      states: {
        a: { on: { GO: "b", BOTH: "b", UP: {} } },
        b: { on: { GO: "a", SWAP: "#parallel.right.y" } },
      },
    },
    right: {
      initial: "x",
      states: {
        x: {
          on: {
            BOTH: "y",
            SWAP: { target: "#parallel.left.a", guard: ({ context }) => context.n % 2 === 0 },
          },
        },
        y: { on: { BOTH: "x" }, initial: "deep", states: { deep: { on: { GO: "deeper" } }, deeper: {} } },
      },
    },
    idle: {},
  },
});

/** Shallow and deep history, gone into from outside and from within. */
const history = createMachine({
  id: "history",
  initial: "off",
  states: {
    off: { on: { ON: "on", BACK: "on.last", DEEP: "on.deepest" } },
    on: {
      initial: "one",
      on: { OFF: "off", BACK: ".last" },
      states: {
        one: { on: { NEXT: "two" } },
        two: {
          initial: "p",
          on: { NEXT: "one" },
          states: { p: { on: { IN: "q" } }, q: { on: { IN: "p" } } },
        },
        last: { type: "history", target: "two" },
        deepest: { type: "history", history: "deep", target: "two.q" },
      },
    },
  },
});

/** Wildcards, forbidden events, guards in order, candidates that do nothing. */
const wildcards = createMachine({
  id: "wildcards",
  context: { n: 0 },
  initial: "a",
  on: { "*": { actions: assign({ n: ({ context }) => (context as { n: number }).n + 100 }) } },
  states: {
    a: {
      on: {
        "card.*": "b",
        "card.play": [{ guard: ({ context }) => context.n > 300, target: "c" }, {}],
        "card.play.face": "c",
        NOTHING: undefined,
      },
    },
    b: { on: { "card.*": { guard: ({ event }) => event.type !== "card.draw", target: "a" }, "*": "c" } },
    c: { on: { card: "a", "card.play.*": { target: "b", reenter: true } } },
  },
});

/** Final states, `onDone`, output, automatic states and raised events. */
const finals = setup({
  types: {} as { context: { round: number; log: string[] } },
  actions: {
    note: assign({ log: ({ context }, params: { text: string }) => [...context.log, params.text].slice(-5) }),
  },
}).createMachine({
  id: "finals",
  context: { round: 0, log: [] },
  initial: "play",
  output: ({ context }) => ({ rounds: context.round }),
  states: {
    play: {
      type: "parallel",
      entry: { type: "note", params: { text: "in" } },
      exit: { type: "note", params: { text: "out" } },
      onDone: { target: "score", actions: { type: "note", params: { text: "both" } } },
      states: {
        one: { initial: "busy", states: { busy: { on: { ONE: "ready" } }, ready: { type: "final" } } },
        two: {
          initial: "busy",
          states: {
            busy: { on: { TWO: { actions: raise({ type: "ECHO" }) }, ECHO: "ready" } },
            ready: { type: "final" },
          },
        },
      },
    },
    score: {
      entry: assign({ round: ({ context }) => context.round + 1 }),
      always: [{ guard: ({ context }) => context.round >= 4, target: "over" }, { target: "play" }],
    },
    over: { type: "final" },
  },
});

const charts: [string, AnyStateMachine, string[]][] = [
  ["parallel regions", parallel, ["UP", "LEAVE", "GO", "BOTH", "SWAP", "NOPE"]],
  ["history", history, ["ON", "OFF", "BACK", "DEEP", "NEXT", "IN", "NOPE"]],
  [
    "wildcards",
    wildcards,
    ["card", "card.draw", "card.play", "card.play.face", "card.play.x.y", "cards", "NOTHING", "X"],
  ],
  ["final states", finals as unknown as AnyStateMachine, ["ONE", "TWO", "ECHO", "NOPE"]],
];

test.each(charts)("random walks through %s go as in a bare actor", (_, machine, types) => {
  const spec = plainSpec(types);

  const walks = Array.from({ length: 12 }, (_x, seed) =>
    walk(machine, spec, seed, 100, (random) => ({ type: pick(types, random) })),
  );

  expect(walks.flatMap((one) => one.differences)).toEqual([]);
  expect(walks.reduce((sum, one) => sum + one.taken, 0)).toBeGreaterThan(200);
});

/** One spec for charts whose events carry nothing. */
const plainSpec = (types: readonly string[]): PlaySpec => ({
  events: types.map((type) => ({ type, fields: [] })),
  moves: { format: 1, moves: Object.fromEntries(types.map((type) => [type, [{}]])) },
});

test.each([
  ["the volleyball game", haikyu as unknown as AnyStateMachine, haikyuSpec] as const,
  ...charts.map(([name, machine, types]) => [name, machine, plainSpec(types)] as const),
])("saved and restored at every step, %s goes as if it were not", (_, machine, spec) => {
  const player = createParsingPlayer(machine, spec);
  const random = randomSource(11);
  let kept = player.start({});
  let carried = JSON.stringify(kept.state);
  let steps = 0;

  for (let i = 0; i < 60; i++) {
    const event = player.random(kept.state, Math.floor(random() * 2 ** 32));
    if (!event) {
      kept = player.start({});
      carried = JSON.stringify(kept.state);
      continue;
    }
    kept = player.send(kept.state, event);
    // Each time a player that knows nothing but the saved text, as another process would.
    const other = createParsingPlayer(machine, spec);
    const restored = other.restore(JSON.parse(carried) as PlayState);
    const moved = other.send(restored.state, event);
    carried = JSON.stringify(moved.state);
    expect(carried).toBe(JSON.stringify(kept.state));
    expect(moved.view).toEqual(kept.view);
    expect(moved.microsteps).toEqual(kept.microsteps);
    steps++;
  }

  expect(steps).toBeGreaterThan(40);
});
