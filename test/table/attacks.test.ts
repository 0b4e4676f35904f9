import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setup } from "xstate";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTable, fileStore, memoryStore, type TableGame, type TableStore } from "#table/index.ts";
import { TestGuest } from "#test/table/guest.ts";

const THROWN = new TypeError("no such card");
const isKing = ({ event }: { event: { card?: unknown } }) => {
  if (event.card === "joker") throw THROWN;
  return event.card === "king";
};
const machine = setup({ types: { events: {} as { type: "PLAY"; by: string; card?: string } } }).createMachine(
  {
    context: { seats: ["P1", "P2"], played: 0 },
    initial: "turn",
    states: {
      turn: { on: { PLAY: [{ guard: isKing as never, target: "turn", reenter: true }, { target: "next" }] } },
      next: { on: { PLAY: "turn" } },
    },
  },
);
const game = {
  machine,
  kit: {
    kit: 1,
    machine: "attacked",
    spec: {},
    view: { format: 1, view: { seats: "everyone", played: "everyone" } },
    clauses: {},
    labels: {},
    text: {},
    words: {},
  },
} as unknown as TableGame;
const play = { send: { type: "PLAY" } };

let folder = "";
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "turnwright-attacks-"))));
afterEach(() => rm(folder, { recursive: true }));

test("of two tables that are begun in one folder at once, one is opened, and its keys are the stored ones", async () => {
  for (let i = 0; i < 20; i++) {
    const place = join(folder, String(i));
    const begun = await Promise.allSettled(
      [1, 2, 3].map(() => createTable(game, { store: fileStore(place), now: () => 0 })),
    );
    const [opened, ...more] = begun.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    // One that loads after another was begun goes on with that.
    expect(more.every(({ id }) => id === opened!.id)).toBe(true);
    for (const one of begun)
      if (one.status === "rejected") expect(String(one.reason)).toContain("another table was begun");
    const again = await createTable(game, { store: fileStore(place) });
    expect(again.seatOf(opened!.keyOf("P1"))).toBe("P1");
  }
});

test("a table whose log another table has written to stops, and what the other has stored stays", async () => {
  const one = await createTable(game, { store: fileStore(folder), now: () => 0 });
  await new TestGuest(one, "P1").ask(play);
  const two = await createTable(game, { store: fileStore(folder), now: () => 0 });
  expect(await new TestGuest(two, "P2").ask(play)).toMatchObject({ ok: true, n: 2 });
  const stored = await readFile(join(folder, "log.jsonl"), "utf8");

  expect(await new TestGuest(one, "P1").ask(play)).toMatchObject({ refused: { code: "stopped" } });
  expect(await readFile(join(folder, "log.jsonl"), "utf8")).toBe(stored);
  expect(await new TestGuest(two, "P1").ask(play)).toMatchObject({ ok: true, n: 3 });
});

test.each([null, 1, {}, [], ["x"], "", true].map((key) => ({ key })))(
  "$key is the key of no seat",
  async ({ key }) => {
    const table = await createTable(game, { store: memoryStore() });
    expect(() => table.join({ key: key as string, send: () => {} })).toThrow(RangeError);
  },
);

test("what a client's connection rejects with goes to onError, and the others are served", async () => {
  const errors: unknown[] = [];
  const table = await createTable(game, { store: memoryStore(), onError: (error) => errors.push(error) });
  const broken = new Error("connection reset");
  table.join({ send: () => Promise.reject(broken) });
  table.join({
    send: () => {
      throw broken;
    },
  });
  expect(await new TestGuest(table, "P1").ask(play)).toMatchObject({ ok: true });
  await new Promise((done) => setTimeout(done));
  expect(new Set(errors)).toEqual(new Set([broken]));
});

test("a guard that throws for what a seat sends changes nothing, and is no end of the server", async () => {
  const errors: unknown[] = [];
  const table = await createTable(game, { store: memoryStore(), onError: (error) => errors.push(error) });
  const guest = new TestGuest(table, "P1");
  const joker = { type: "PLAY", card: "joker" };
  expect(await guest.ask({ send: joker })).toMatchObject({ refused: { code: "fault" } });
  expect(await guest.ask({ moves: joker })).toMatchObject({ moves: [] });
  expect([table.n, errors.length]).toEqual([0, 1]);
  expect(await guest.ask(play)).toMatchObject({ ok: true });
});

test("while the store hangs, a client that goes on sending is refused, and what waits is answered later", async () => {
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  const inner = memoryStore();
  const store: TableStore = {
    ...inner,
    append: async (from, entries) => {
      await held;
      await inner.append(from, entries);
    },
  };
  const table = await createTable(game, { store, now: () => 0 });
  const guest = new TestGuest(table, "P1");
  const answers = Array.from({ length: 1_000 }, (_, id) =>
    guest.guest.receive(JSON.stringify({ id, ...play })),
  );
  const busy = guest.traffic.filter((text) => text.includes('"busy"'));
  expect(busy).toHaveLength(744);
  expect(JSON.parse(busy[0]!)).toMatchObject({ re: 256 });
  release();
  await Promise.all(answers);
  expect(table.n).toBe(256);
  expect(await guest.ask(play)).toMatchObject({ ok: true, n: 257 });
});
