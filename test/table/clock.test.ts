import { assign, setup } from "xstate";
import { expect, test } from "vitest";
import { createPlayer, PlayError } from "#core/entries/play.ts";
import { createTable, memoryStore, type TableGame } from "#table/index.ts";
import { TableHistory } from "#table/TableHistory.ts";
import { TestGuest } from "#test/table/guest.ts";

const machine = setup({
  types: {
    context: {} as { seats: string[]; seconds: number; played: number },
    events: {} as { type: "PLAY"; by: string } | { type: "SPIN"; by: string },
  },
}).createMachine({
  context: { seats: ["P1", "P2"], seconds: 0, played: 0 },
  initial: "turn",
  on: { PLAY: { actions: assign({ played: ({ context }) => context.played + 1 }) }, SPIN: ".spin" },
  states: {
    turn: {
      after: {
        1000: {
          target: "turn",
          reenter: true,
          actions: assign({ seconds: ({ context }) => context.seconds + 1 }),
        },
      },
    },
    spin: { after: { 0: { target: "spin", reenter: true } } },
  },
});
const game = {
  machine,
  kit: {
    kit: 1,
    machine: "clock",
    spec: {},
    view: { format: 1, view: { seats: "everyone", seconds: "everyone", played: "everyone" } },
    clauses: {},
    labels: {},
    text: {},
    words: {},
  },
} as unknown as TableGame;
const HOUR = 3_600_000;

test.each([HOUR, 24 * HOUR, 365 * 24 * HOUR, 1e15])(
  "a table whose clock went on by %d ms takes events and ticks, and is the same when it is loaded again",
  async (ms) => {
    let now = 1_000;
    const store = memoryStore();
    const table = await createTable(game, { store, now: () => now });
    const guest = new TestGuest(table, "P1");
    const seconds = () => table.outcome.view.context["seconds"] as number;
    expect(await guest.ask({ send: { type: "PLAY" } })).toMatchObject({ ok: true });

    now += ms;
    expect(table.dueIn()).toBe(0);
    expect(await table.tick()).toBeUndefined();
    expect(seconds()).toBeGreaterThan(500);
    expect(seconds()).toBeLessThanOrEqual(1_000);
    expect(table.dueIn()).toBeGreaterThan(0);

    const before = seconds();
    now += ms;
    expect(await guest.ask({ send: { type: "PLAY" } })).toMatchObject({ ok: true });
    expect(seconds()).toBeGreaterThan(before);
    now -= 2 * ms;
    expect(await guest.ask({ send: { type: "PLAY" } })).toMatchObject({ ok: true });
    now += 2_500;
    expect(await table.tick()).toBeUndefined();

    const again = await createTable(game, { store, now: () => now });
    expect(again.outcome.view.context).toEqual(table.outcome.view.context);
  },
);

test("time that an entry of the log asks for passes as a whole or not at all", async () => {
  const player = createPlayer(machine, {});
  const history = new TableHistory(player, player.start({}));
  const tooLong = { at: 0, advance: HOUR };
  const draft = history.draft();

  expect(() => draft.add(tooLong)).toThrow(PlayError);
  expect(draft.n).toBe(0);
  expect(draft.pass(0, HOUR).state.clock).toBeLessThan(HOUR);

  const store = memoryStore();
  await createTable(game, { store, now: () => 0 });
  await store.append(0, [tooLong]);
  await expect(createTable(game, { store, now: () => 0 })).rejects.toThrow(PlayError);
});

test("delays of one moment that never end are a fault, and nothing has changed", async () => {
  let now = 0;
  const table = await createTable(game, { store: memoryStore(), now: () => now });
  const guest = new TestGuest(table, "P1");
  expect(await guest.ask({ send: { type: "SPIN" } })).toMatchObject({ ok: true });
  const { n } = table;
  now += 10;
  expect(await table.tick()).toMatchObject({ code: "fault" });
  expect(table.n).toBe(n);
});
