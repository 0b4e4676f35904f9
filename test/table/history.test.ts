import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { setup, assign } from "xstate";
import { expect, test } from "vitest";
import { createPlayer, type Outcome, type Player } from "#core/entries/play.ts";
import { randomSource } from "#core/simulate/randomSource.ts";
import { createTable, memoryStore, type LogEntry, type TableGame } from "#table/index.ts";
import { MAX_ENTRIES_PER_REPLAY, TableHistory } from "#table/TableHistory.ts";
import { tableGame } from "#test/table/games.ts";
import { TestGuest } from "#test/table/guest.ts";

// A table keeps few of its states. The other side of each law is a list that keeps them all.

/** A game that ends only when it is told to. Every card that is played stays on the pile, so that no two states are alike. */
const machine = setup({
  types: {
    context: {} as { seats: string[]; pile: number[] },
    events: {} as { type: "PLAY"; by: string; card: number } | { type: "END"; by: string },
  },
}).createMachine({
  context: { seats: ["P1", "P2"], pile: [] },
  initial: "one",
  states: {
    one: {
      on: {
        PLAY: {
          target: "two",
          actions: assign({ pile: ({ context, event }) => [...context.pile.slice(-9), event.card] }),
        },
        END: "over",
      },
    },
    two: { on: { PLAY: "one" }, after: { 500: "one" } },
    over: { type: "final" },
  },
});
const game = {
  machine,
  kit: { kit: 1, machine: "endless", spec: {}, clauses: {}, labels: {}, text: {}, words: {} },
} as unknown as TableGame;

/** A history of random entries, with steps back to anywhere, and every state that it went through. */
function randomHistory(player: Player, seed: number, length: number) {
  const random = randomSource(seed);
  const start = player.start({});
  const history = new TableHistory(player, start);
  const outcomes: Outcome[] = [start];
  // Short steps back in a row, as of votes, or long ones.
  const reach = random() < 0.5 ? 4 : length;
  while (history.n < length) {
    const draft = history.draft();
    const count = 1 + Math.floor(random() * 4);
    if (random() < 0.3) draft.add({ at: 0, undo: Math.max(0, history.n - Math.floor(random() * reach)) });
    else
      for (let i = 0; i < count; i++) {
        const by = ["P1", "P2", "chance"][Math.floor(random() * 3)]!;
        const card = Math.floor(random() * 1e9);
        draft.add({
          at: 0,
          ...(random() < 0.2 ? { advance: 250 } : { send: { type: "PLAY", by, card } }),
        } as LogEntry);
      }
    outcomes.push(...draft.outcomes);
    history.commit(draft);
  }
  return { history, outcomes, random };
}

test("each state that was dropped is played again from a checkpoint, by no more than so many entries", () => {
  let count = 0;
  const inner = createPlayer(machine, {});
  const player = {
    start: (input) => inner.start(input),
    send: (state, event) => (count++, inner.send(state, event)),
    advance: (state, ms) => (count++, inner.advance(state, ms)),
  } as Player;
  for (let seed = 1; seed <= 6; seed++) {
    const { history, outcomes, random } = randomHistory(player, seed, 8 * MAX_ENTRIES_PER_REPLAY);
    expect(outcomes).toHaveLength(history.n + 1);
    for (let n = 0; n <= history.n; n++) {
      count = 0;
      expect(history.at(n).state, `history ${seed}, state ${n}`).toEqual(outcomes[n]!.state);
      expect(count).toBeLessThan(MAX_ENTRIES_PER_REPLAY);
    }
    const from = Math.floor(random() * history.n);
    expect(history.since(from).map(({ state }) => state)).toEqual(
      outcomes.slice(from).map(({ state }) => state),
    );
    for (const n of [-1, history.n + 1, 0.5, NaN]) expect(() => history.at(n)).toThrow(RangeError);
  }
});

/** Frees the memory of all that nothing holds. What a WeakRef was made of, or gave, stays until the end of the job. */
async function collectGarbage(): Promise<void> {
  await new Promise((done) => setTimeout(done));
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

test("of the states of a long game those of the checkpoints stay in memory, and no others", async () => {
  const player = createPlayer(machine, {});
  const history = new TableHistory(player, player.start({}));
  const states: WeakRef<object>[] = [];
  const length = 40 * MAX_ENTRIES_PER_REPLAY;
  for (let i = 0; i < length; i++) {
    const draft = history.draft();
    states.push(new WeakRef(draft.add({ at: 0, send: { type: "PLAY", by: "P1", card: i } }).state));
    history.commit(draft);
  }
  await collectGarbage();
  const held = states.filter((state) => state.deref()).length;
  expect(held).toBe(length / MAX_ENTRIES_PER_REPLAY);
  expect(history.n).toBe(length);
});

test("states that were played again for a client are shared by the next ones, and do not stay in memory", async () => {
  let count = 0;
  const inner = createPlayer(machine, {});
  const player = {
    start: (input) => inner.start(input),
    send: (state, event) => (count++, inner.send(state, event)),
  } as Player;
  const history = new TableHistory(player, player.start({}));
  const length = 4 * MAX_ENTRIES_PER_REPLAY;
  for (let i = 0; i < length; i++) {
    const draft = history.draft();
    draft.add({ at: 0, send: { type: "PLAY", by: "P1", card: i } });
    history.commit(draft);
  }
  count = 0;
  const states = history.since(1).map(({ state }) => new WeakRef<object>(state));
  for (let from = 1; from < length; from++) expect(history.since(from)).toHaveLength(length - from + 1);
  expect(count).toBe(length - 1);

  await collectGarbage();

  // The latest state is the history's own.
  expect(states.filter((state) => state.deref())).toHaveLength(1);
  expect(history.since(1)).toHaveLength(length);
});

test.each([1, 2])(
  "who comes back at any point, after steps back too, holds what was there (random game %i)",
  async (seed) => {
    const vfCard = await tableGame("vf-card");
    const store = memoryStore();
    const table = await createTable(vfCard, { store, now: () => 0 });
    const player = createPlayer(vfCard.machine, vfCard.kit.spec, vfCard.derived);
    const guests = new Map(table.seats.map((seat) => [seat, new TestGuest(table, seat)]));
    const random = randomSource(seed);
    let [undos, rejoined] = [0, 0];
    while (table.n < 3 * MAX_ENTRIES_PER_REPLAY) {
      const event = player.random(table.outcome.state, Math.floor(random() * 1e9));
      const steps = !event ? 5 : random() < 0.05 ? Math.ceil(random() * 20) : 0;
      for (let i = 0; i < steps && (await guests.get("P1")!.ask({ undo: true }))["ok"]; i++, undos++)
        await guests.get("P2")!.ask({ undo: true });
      if (event && steps === 0) await guests.get(String(event["by"]))?.ask({ send: event });
      if (random() > 0.15) continue;
      for (const [seat, { states, state, n }] of guests) {
        const [first] = states.keys();
        const from = first! + Math.floor(random() * (n + 1 - first!));
        const back = new TestGuest(table, seat, { table: table.id, n: from, state: states.get(from) });
        expect(back.traffic.filter((text) => text.includes('"whole"'))).toEqual([]);
        expect(back.state, `${seat} from ${from} to ${n}`).toEqual(state);
        for (const [at, { may, ...seen }] of back.states) {
          const { may: _, ...live } = states.get(at)!;
          expect(seen).toEqual(live);
          // Whoever lost the connection again while coming back.
          if (at === from || at === n || random() > 0.05) continue;
          expect(may).toEqual([]);
          const once = new TestGuest(table, seat, { table: table.id, n: at, state: back.states.get(at) });
          expect(once.state).toEqual(state);
          rejoined++;
        }
        back.guest.leave();
      }
    }
    expect(undos).toBeGreaterThan(10);
    expect(rejoined).toBeGreaterThan(10);
    // The log, played from the start by somebody who keeps every state.
    const outcomes = [player.start({})];
    for (const entry of (await store.load())!.log)
      outcomes.push(
        "undo" in entry
          ? outcomes[entry.undo]!
          : player.send(outcomes.at(-1)!.state, (entry as Extract<LogEntry, { send: unknown }>).send),
      );
    expect(outcomes.at(-1)!.state).toEqual(table.outcome.state);
    for (const { states } of guests.values())
      for (const [n, { in: active, asks }] of states)
        expect([active, asks]).toEqual([outcomes[n]!.view.in, outcomes[n]!.view.asks]);
  },
  60_000,
);

test("the end of a game takes `may` away, whether or not the client had one", async () => {
  const table = await createTable(game, { store: memoryStore(), open: true, now: () => 0 });
  const guest = new TestGuest(table, "P1");
  expect(guest.state?.may).toEqual([]);
  const { may: _, ...bare } = guest.state!;
  await guest.ask({ send: { type: "END" } });
  for (const state of [guest.states.get(0)!, bare]) {
    const back = new TestGuest(table, "P1", { table: table.id, n: 0, state });
    expect(back.state).toEqual(guest.state);
    expect(back.state).toMatchObject({ status: "done" });
    expect(back.state).not.toHaveProperty("may");
  }
});

test("a log that steps back to where it never was is refused with the reason", async () => {
  const store = memoryStore();
  await createTable(game, { store, open: true });
  await store.append(0, [{ at: 0, undo: 7 }]);
  await expect(createTable(game, { store, open: true })).rejects.toThrow("no state after 7 entries");
});
