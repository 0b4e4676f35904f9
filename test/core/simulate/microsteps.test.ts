import { describe, expect, test } from "vitest";
import {
  and,
  assign,
  createActor,
  enqueueActions,
  getInitialMicrosteps,
  getMicrosteps,
  not,
  or,
  raise,
  stateIn,
  type AnyMachineSnapshot,
} from "xstate";
import type { Considered, GuardTrial, Microstep } from "#core/run/play/microstep.ts";
import { clausesIn, raisedIn } from "#core/run/play/microstep.ts";
import { PlayError, type PlayState } from "#core/run/play/play.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import { randomSource } from "#core/simulate/randomSource.ts";
import { EVENTS, guardCalls, madeMachine } from "#test/core/simulate/madeMachine.ts";
import { played, playerOf } from "#test/core/simulate/tools.ts";
import { patience } from "#test/support/patience.ts";

/** `LONG=1` takes 2,000 machines; an everyday run a part of them. */
const MACHINES = process.env["LONG"] ? 2_000 : 60;
const STEPS = 25;

type Bare = readonly (readonly [AnyMachineSnapshot, readonly { readonly type: string }[]])[];

const pathsOf = (snapshot: AnyMachineSnapshot): string =>
  snapshot._nodes
    .filter((node) => node.path.length > 0)
    .toSorted((a, b) => a.order - b.order)
    .map((node) => node.path.join("."))
    .join(" ");

/** One line a microstep: where it stands, and what XState was asked to do. */
/** Where the machine ends, a running actor stops its children; XState's pure functions leave that out. */
const bareLines = (steps: Bare): string[] =>
  steps.map(([snapshot, actions], i) => {
    const isEnd = i === steps.length - 1 && snapshot.status !== "active";
    const stopped = isEnd ? Object.values(snapshot.children).filter(Boolean) : [];
    const types = [...actions.map(({ type }) => type), ...stopped.map(() => "xstate.stopChild")];
    return `${pathsOf(snapshot)} | ${types.join(" ")}`;
  });
const ownLines = (steps: readonly Microstep[]): string[] =>
  steps.map((step) => `${step.in.join(" ")} | ${step.effects.map(({ type }) => type).join(" ")}`);

/** What guards were asked, as the trials tell it. */
const callsIn = (considered: readonly Considered[]): string[] =>
  considered.flatMap(({ guard }) => calls(guard));
const calls = (trial: GuardTrial | undefined): string[] =>
  !trial || trial.verdict === null || trial.sign === "in"
    ? []
    : trial.sign === "guard"
      ? [`${trial.name}:${trial.verdict}`]
      : trial.of.flatMap(calls);

/** Where the notes of a microstep do not fit each other. */
function faults(before: ReadonlySet<string>, step: Microstep): string[] {
  const out: string[] = [];
  const active = new Set(before);
  for (const state of step.exits) if (!active.delete(state)) out.push(`left ${state}, which was not active`);
  for (const { state } of step.entries) active.add(state);
  if ([...active].sort().join(" ") !== [...step.in].sort().join(" "))
    out.push(`${[...active].join(" ")} is not ${step.in.join(" ")}`);
  for (const { source, slot, index, event } of step.taken)
    if (
      !step.considered.some(
        (one) =>
          one.taken &&
          one.source === source &&
          one.slot === slot &&
          one.index === index &&
          one.event === event,
      )
    )
      out.push(`${source} ${slot} ${index} was taken and not asked`);
  if (step.considered.filter(({ taken }) => taken).length < step.taken.length)
    out.push("more taken than asked");
  if (step.considered.some(({ taken, verdict }) => taken && !verdict))
    out.push("a refused candidate was taken");
  return out;
}

interface Seen {
  readonly differences: string[];
  microsteps: number;
  readonly causes: Set<string>;
}

/** Plays a made machine, and beside it XState's own pure functions: microstep by microstep. */
function walk(seed: number, seen: Seen): void {
  try {
    walkOn(seed, seen);
  } catch (error) {
    // A wildcard may take the event of a state that is done, and finish it again: XState stops there, and so does the player.
    if (!(error instanceof Endless)) throw error;
    if (!error.player) seen.differences.push(`machine ${seed}: the player goes on where XState does not`);
  }
}

/** XState says that a step has no end. */
class Endless extends Error {
  readonly player: boolean;
  constructor(player: boolean) {
    super();
    this.player = player;
  }
}

/** What XState and the player make of a step; both, or neither, find that it has no end. */
function both<A, B>(theirs: () => A, own: () => B): [A, B] {
  let made: A;
  try {
    made = theirs();
  } catch (error) {
    if (!String(error).includes("Infinite loop")) throw error;
    let stopped = false;
    try {
      own();
    } catch (fault) {
      stopped = fault instanceof PlayError && fault.fault.message.includes("microsteps for one event");
    }
    throw new Endless(stopped);
  }
  return [made, own()];
}

function walkOn(seed: number, seen: Seen): void {
  const machine = madeMachine(seed);
  const player = createParsingPlayer(machine, {});
  const random = randomSource(seed + 1);
  // XState's pure functions make an actor for themselves, which works out the start: that is no part of the step.
  guardCalls.length = 0;
  createActor(machine);
  const aside = guardCalls.length;
  const noted = (steps: () => unknown): Bare => {
    guardCalls.length = 0;
    const made = steps() as Bare;
    asked = guardCalls.slice(aside);
    return made;
  };
  let asked: string[] = [];
  let [bare, outcome] = both(
    () => noted(() => getInitialMicrosteps(machine)),
    () => player.start({}),
  );
  let before: ReadonlySet<string> = new Set();
  /** A refused event leads nowhere: where it stands was looked at before. */
  let fresh = true;
  for (let i = 0; ; i++) {
    const at = `machine ${seed}, step ${i}`;
    const differ = (what: string, own: unknown, theirs: unknown) => {
      const [a, b] = [JSON.stringify(own), JSON.stringify(theirs)];
      if (a !== b) seen.differences.push(`${at}: ${what} ${a} instead of ${b}`);
    };
    const { microsteps, considered, view } = outcome;
    const snapshot = bare.at(-1)![0];
    differ("microsteps", ownLines(microsteps), bareLines(bare));
    differ("context", view.context, snapshot.context);
    differ("status", view.status, snapshot.status);
    differ(
      "guards",
      [...microsteps.flatMap((one) => callsIn(one.considered)), ...callsIn(considered)],
      asked,
    );
    differ("output", JSON.parse(JSON.stringify(microsteps)), microsteps);
    for (const one of fresh ? microsteps : []) {
      seen.differences.push(...faults(before, one).map((fault) => `${at}: ${fault}`));
      before = new Set(one.in);
      seen.causes.add(one.cause);
    }
    if (fresh) seen.microsteps += microsteps.length;
    fresh = true;
    if (i >= STEPS || view.status !== "active" || seen.differences.length > 5) return;
    const { state } = outcome;
    const due = state.timers.toSorted((a, b) => a.due - b.due)[0];
    if (due && random() < 0.3) {
      [bare, outcome] = both(
        () => noted(() => getMicrosteps(machine, snapshot as never, due.event as never)),
        () => firstDue(player, state, due.due),
      );
      continue;
    }
    const event = { type: EVENTS[Math.floor(random() * EVENTS.length)] ?? "A" };
    if (snapshot.can(event as never)) {
      [bare, outcome] = both(
        () => noted(() => getMicrosteps(machine, snapshot as never, event as never)),
        () => player.send(state, event),
      );
      continue;
    }
    guardCalls.length = 0;
    machine.getTransitionData(snapshot as never, event as never);
    const theirs = [...guardCalls];
    differ("guards of a refused event", callsIn(player.can(state, event).considered), theirs);
    const again = player.send(state, event);
    if (!again.refused) seen.differences.push(`${at}: ${event.type} was taken`);
    fresh = false;
  }
}

/** Lets time pass to the first event that is due, and no further; others that are due then come with it. */
const firstDue = (player: ReturnType<typeof createParsingPlayer>, state: PlayState, due: number) => {
  const [first, ...others] = state.timers.toSorted((a, b) => a.due - b.due);
  const timers = first ? [first, ...others.filter((timer) => timer.due > due)] : [];
  return player.advance({ ...state, timers }, due - state.clock);
};

test("the microsteps of made machines are XState's own", { timeout: patience(600_000) }, () => {
  const seen: Seen = { differences: [], microsteps: 0, causes: new Set() };

  for (let seed = 0; seed < MACHINES && seen.differences.length === 0; seed++) walk(seed, seen);

  expect(seen.differences).toEqual([]);
  expect(seen.microsteps).toBeGreaterThan(MACHINES * 20);
  expect([...seen.causes].sort()).toEqual(["always", "delay", "done", "event", "raised", "start"]);
});

describe("a microstep tells", () => {
  const game = {
    context: { n: 2, log: [] as string[] },
    initial: "a",
    states: {
      a: {
        entry: "greet",
        exit: "leave",
        meta: { clauses: ["A"] },
        on: {
          GO: [
            { guard: and(["big", stateIn("b")]), target: "b" },
            { guard: or([not("big"), "odd"]), target: "b", actions: "hit", meta: { clauses: ["T"] } },
          ],
        },
      },
      b: {
        meta: { clauses: ["B"] },
        initial: "c",
        entry: raise({ type: "ECHO" }),
        states: {
          c: { on: { ECHO: { target: "d" } } },
          d: { entry: "batch", always: { guard: "odd", target: "c" } },
        },
      },
    },
    on: { "*": { actions: "hit" } },
  };
  const how = {
    guards: {
      big: ({ context }: { context: { n: number } }) => context.n > 5,
      odd: ({ context }: { context: { n: number } }) => context.n % 2 === 1,
    },
    actions: {
      greet: () => undefined,
      leave: () => undefined,
      hit: assign({ n: ({ context }: { context: { n: number } }) => context.n + 2 }),
      note: assign({ log: (_: unknown, { text }: { text: string }) => [text] }),
      batch: enqueueActions(({ enqueue }) => {
        enqueue({ type: "note", params: { text: "in d" } } as never);
      }),
    },
  };

  test("candidates with guards and parts, exits, actions, entries, clauses, raised events and changes", () => {
    const player = playerOf(game, how as never);

    const { microsteps, considered } = played(player, "GO");

    expect(microsteps).toHaveLength(2);
    const [first, second] = microsteps as [Microstep, Microstep];
    expect(
      first.considered.map(({ source, index, verdict, taken }) => [source, index, verdict, taken]),
    ).toEqual([
      ["a", 0, false, false],
      ["a", 1, true, true],
    ]);
    expect(first.considered[0]?.guard).toEqual({
      sign: "and",
      verdict: false,
      of: [
        { sign: "guard", name: "big", verdict: false, of: [] },
        { sign: "in", name: "b", verdict: null, of: [] },
      ],
    });
    expect(first.considered[1]?.guard).toEqual({
      sign: "or",
      verdict: true,
      of: [
        { sign: "not", verdict: true, of: [{ sign: "guard", name: "big", verdict: false, of: [] }] },
        { sign: "guard", name: "odd", verdict: null, of: [] },
      ],
    });
    expect(first).toMatchObject({
      event: "GO",
      cause: "event",
      exits: ["a"],
      actions: [
        { name: "leave", at: "exit", state: "a" },
        { name: "hit", at: "transition", state: "a" },
        { name: "raise", at: "entry", state: "b" },
      ],
      entries: [
        { state: "b", clauses: ["B"] },
        { state: "b.c", clauses: [] },
      ],
      changes: [{ at: "n", before: 2, after: 4 }],
      in: ["b", "b.c"],
    });
    expect(raisedIn(first)).toEqual([{ type: "ECHO" }]);
    expect(clausesIn(first)).toEqual(["T", "B"]);
    expect(second).toMatchObject({
      event: "ECHO",
      cause: "raised",
      exits: ["b.c"],
      entries: [{ state: "b.d", clauses: [] }],
      actions: [
        { name: "batch", at: "entry", state: "b.d" },
        { name: "note", at: "enqueued", state: "b.d", params: { text: "in d" } },
      ],
      changes: [{ at: "log", before: [], after: ["in d"] }],
    });
    // Why it rests: what was asked last.
    expect(considered).toMatchObject([{ source: "b.d", slot: "always", verdict: false, taken: false }]);
  });

  test("parts of formulas, and what they read", () => {
    const code = {
      guards: {
        stated:
          "({ context, event }) => event.type === 'GO' && event.card?.length > 0 && isCount(event.n, context.most)",
      },
      consts: [{ name: "isCount", text: "(n, most) => n >= 0 && n <= most" }],
    };
    const player = playerOf(
      { context: { most: 3 }, initial: "a", states: { a: { on: { GO: { guard: "stated", target: "a" } } } } },
      {
        guards: {
          stated: (({ context, event }: { context: { most: number }; event: { card?: string; n: number } }) =>
            (event.card?.length ?? 0) > 0 && event.n >= 0 && event.n <= context.most) as never,
        },
      },
      { code },
    );
    const { state } = player.start({});

    const many = player.can(state, { type: "GO", card: "x", n: 7 });
    const nameless = player.can(state, { type: "GO", card: "", n: 1 });

    expect(many.considered[0]?.guard).toEqual({
      sign: "guard",
      name: "stated",
      verdict: false,
      of: [
        {
          sign: "and",
          verdict: false,
          of: [
            {
              sign: "formula",
              text: "|card| > 0",
              verdict: true,
              of: [],
              reads: [{ text: "|event.card|", value: 1 }],
              fields: ["card"],
            },
            {
              sign: "formula",
              text: "isCount(n, most)",
              verdict: false,
              reads: [
                { text: "event.n", value: 7 },
                { text: "context.most", value: 3 },
              ],
              fields: ["n"],
              of: [
                {
                  sign: "and",
                  verdict: false,
                  of: [
                    { sign: "formula", text: "n ≥ 0", verdict: true, of: [], fields: ["n"] },
                    { sign: "formula", text: "n ≤ most", verdict: false, of: [], fields: ["n"] },
                  ],
                },
              ],
            },
          ],
        },
      ],
    });
    expect(many.reasons).toEqual([
      { code: "guard", state: "a", event: "GO", index: 0, guard: "stated", fields: ["n"] },
    ]);
    expect(nameless.reasons[0]?.fields).toEqual(["card"]);
  });

  test("no parts of a formula that does not come to what the guard says", () => {
    const player = playerOf(
      { initial: "a", states: { a: { on: { GO: { guard: "no", target: "a" } } } } },
      { guards: { no: () => false } },
      { code: { guards: { no: "({ event }) => event.n > 1 || true" }, consts: [] } },
    );

    const { considered, reasons } = player.can(player.start({}).state, { type: "GO", n: 1 });

    expect(considered[0]?.guard).toEqual({ sign: "guard", name: "no", verdict: false, of: [] });
    expect(reasons[0]).not.toHaveProperty("fields");
  });
});

test("a guard that several candidates share is told once", () => {
  const player = playerOf(
    {
      initial: "a",
      states: {
        a: {
          on: {
            GO: [
              { guard: and(["mine", "even"]), target: "a" },
              { guard: and(["mine", "odd"]), target: "a" },
            ],
          },
        },
      },
    },
    { guards: { mine: () => false, even: () => true, odd: () => true } },
  );

  const { reasons } = player.can(player.start({}).state, { type: "GO" });

  expect(reasons).toEqual([{ code: "guard", state: "a", event: "GO", index: 0, guard: "mine" }]);
});
