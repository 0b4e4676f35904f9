import {
  assign,
  createActor,
  emit,
  fromPromise,
  raise,
  sendTo,
  setup,
  SimulatedClock,
  type InspectionEvent,
} from "xstate";
import { expect, test } from "vitest";
import { Inspection } from "#core/inspect/inspection.ts";
import { Recomputation } from "#core/inspect/recompute.ts";
import type { Session } from "#core/inspect/session.ts";
import { traceToScenario } from "#core/inspect/traceToScenario.ts";
import { replayScenario } from "#core/run/scenario/replay.ts";
import { playerAsk } from "#test/core/run/play/playerAsk.ts";
import { connectTo } from "#test/core/inspect/fakeSocket.ts";
import { statelyInspector } from "#test/core/inspect/wireMessages.ts";

/** Cards are shuffled by a promise; who waits too long loses the turn; a bell is rung now, and once more later. */
const table = setup({
  types: {
    context: {} as { deck: number[]; left: number; rung: number },
    events: {} as { type: string; count?: number },
  },
  actors: { shuffle: fromPromise(async () => [3, 2, 1]) },
  guards: { enough: ({ context, event }) => (event.count ?? 0) <= context.left },
}).createMachine({
  id: "table",
  context: { deck: [], left: 5, rung: 0 },
  initial: "shuffling",
  states: {
    shuffling: {
      invoke: {
        id: "shuffle",
        src: "shuffle",
        onDone: { target: "turn", actions: assign({ deck: ({ event }) => event.output }) },
      },
    },
    turn: {
      after: { 1000: "late" },
      on: {
        TAKE: {
          guard: "enough",
          actions: assign({ left: ({ context, event }) => context.left - (event.count ?? 0) }),
        },
        RING: {
          actions: [sendTo(({ self }) => self, { type: "DING" }), raise({ type: "DONG" }, { delay: 300 })],
        },
        DING: { actions: assign({ rung: ({ context }) => context.rung + 1 }) },
        DONG: { actions: assign({ rung: ({ context }) => context.rung + 10 }) },
        CHEER: { actions: emit({ type: "cheer" }) },
      },
    },
    late: { on: { BACK: "turn", END: "over" } },
    over: { type: "final" },
  },
  output: ({ context }) => context.left,
});

async function play(inspect: (event: InspectionEvent) => void): Promise<void> {
  const clock = new SimulatedClock();
  const actor = createActor(table, { inspect, clock }).start();
  await new Promise((done) => setTimeout(done, 0));
  actor.send({ type: "TAKE", count: 2 });
  actor.send({ type: "TAKE", count: 9 });
  actor.send({ type: "RING" });
  clock.increment(300);
  actor.send({ type: "CHEER" });
  actor.send({ type: "NOPE" });
  clock.increment(700);
  actor.send({ type: "BACK" });
  clock.increment(1000);
  actor.send({ type: "END" });
}

async function watched(wire: "stately" | "connect"): Promise<Session> {
  const seen = new Inspection();
  seen.open("a", { wire, origin: "", at: 0 });
  const send = (message: unknown) => void seen.receive("a", message, { origin: "", at: 0 });
  if (wire === "stately") {
    const [inspect, flush] = statelyInspector("socket", send);
    await play(inspect);
    flush();
  } else await play(connectTo(send).connection.inspect);
  return seen.session(seen.app("a")?.sessions[0] ?? "") as Session;
}

test.each(["stately", "connect"] as const)(
  "answers, timers and events that a machine sends itself are steps of a scenario (%s)",
  async (wire) => {
    const session = await watched(wire);
    const copy = new Recomputation(playerAsk(table));
    await copy.follow(session);
    expect(copy.findings).toEqual([]);

    const traced = traceToScenario(session, { title: {}, recomputed: copy.steps });
    if (!("scenario" in traced)) throw new Error(traced.impossible);
    const { scenario } = traced;

    expect(scenario.steps).toEqual([
      { expect: { in: ["shuffling"], context: { deck: [], left: 5, rung: 0 } } },
      {
        answer: { actor: "shuffle", value: [3, 2, 1] },
        expect: { in: ["turn"], context: { deck: [3, 2, 1] } },
      },
      { send: { type: "TAKE", count: 2 }, expect: { in: ["turn"], context: { left: 3 } } },
      { send: { type: "TAKE", count: 9 }, expect: { in: ["turn"], refused: true } },
      { send: { type: "RING" }, expect: { in: ["turn"], context: { rung: 1 } } },
      { advance: 300, expect: { in: ["turn"], context: { rung: 11 } } },
      { send: { type: "CHEER" }, expect: { in: ["turn"] } },
      { send: { type: "NOPE" }, expect: { in: ["turn"], refused: true } },
      { advance: 700, expect: { in: ["late"] } },
      { send: { type: "BACK" }, expect: { in: ["turn"] } },
      { advance: 1000, expect: { in: ["late"] } },
      { send: { type: "END" }, expect: { in: ["over"], status: "done", output: 3 } },
    ]);
    expect((await replayScenario(playerAsk(table), scenario, "")).divergence).toBeUndefined();
  },
);
