import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setup } from "xstate";
import { expect, test } from "vitest";
import type { SeatView } from "#core/entries/kit.ts";
import { createTable, fileStore, memoryStore, type TableGame, type TableStore } from "#table/index.ts";
import { applyPatch, patchBetween } from "#table/jsonPatch.ts";
import { gameIds, tableGame } from "#test/table/games.ts";
import { TestGuest } from "#test/table/guest.ts";

const seatsOf = (table: { seats: readonly string[] }) => table.seats as [string, string];

test.each(gameIds)("%s: no forged or broken message is accepted, and none changes anything", async (id) => {
  const game = await tableGame(id);
  const table = await createTable(game, { store: memoryStore() });
  const [one, two] = seatsOf(table);
  const guest = new TestGuest(table, one);
  const watcher = new TestGuest(table, null);
  const { state } = table.outcome;
  const n = table.n;
  const events = game.kit.spec.events!.map(({ type }) => type);
  const broken: unknown[] = [
    "",
    "{",
    "[]",
    "null",
    '"x"',
    "{}",
    '{"send":1}',
    '{"send":{}}',
    '{"send":{"type":1}}',
    '{"undo":1}',
    '{"send":{"type":"x"},"undo":true}',
    '{"join":"P1"}',
    "x".repeat(70_000),
    '{"send":{"type":"xstate.init"}}',
    '{"send":{"type":"*"}}',
    '{"send":{"type":"NO_SUCH"}}',
    '{"undo":true,"by":"P2"}',
    undefined,
    7,
  ];
  for (const by of [two, "chance", "table", 1, null, {}, ["P1"]])
    for (const type of events) broken.push(JSON.stringify({ id: 1, send: { type, by } }));
  // Events of chance and the table, sent as if they were a seat's.
  for (const { type, fields } of game.kit.spec.events!) {
    const by = fields.find(({ name }) => name === "by")?.type;
    if (by?.kind === "literal") broken.push(JSON.stringify({ id: 1, send: { type } }));
  }
  for (const text of broken) {
    const before = guest.traffic.length;
    await guest.guest.receive(text);
    expect(guest.traffic.length).toBe(before + 1);
    expect(JSON.parse(guest.traffic.at(-1)!), String(text)).toMatchObject({
      refused: { code: expect.stringMatching(/malformed|forged|rules|nothing-to-undo/) as string },
    });
  }
  for (const type of events) {
    const answer = await watcher.ask({ send: { type, by: one } });
    expect(answer).toMatchObject({ refused: { code: "spectator" } });
  }
  expect(table.n).toBe(n);
  expect(table.outcome.state).toBe(state);
  expect(() => table.join({ key: `${table.keyOf(one)}x`, send: () => {} })).toThrow(RangeError);
  expect(() => table.join({ key: "", send: () => {} })).toThrow(RangeError);
});

/** Two seats, a card that only its owner sees, and a turn that ends by itself after a minute. */
const machine = setup({
  types: {
    context: {} as { seats: string[]; players: { id: string; card: string }[] },
    events: {} as { type: "PASS"; by: string },
  },
}).createMachine({
  context: {
    seats: ["P1", "P2"],
    players: [
      { id: "P1", card: "ace" },
      { id: "P2", card: "king" },
    ],
  },
  initial: "first",
  states: {
    first: {
      on: { PASS: { guard: ({ event }) => event.by === "P1", target: "second" } },
      after: { 60_000: "second" },
    },
    second: { on: { PASS: "first" } },
  },
});
const view: SeatView = {
  format: 1,
  owners: { players: "id" },
  view: { seats: "everyone", "players.id": "everyone", "players.card": "owner" },
};
const small = {
  machine,
  kit: { kit: 1, machine: "small", spec: {}, view, clauses: {}, labels: {}, text: {}, words: {} },
} as TableGame;

test("delays fire by the clock that is given, and the log replays them", async () => {
  let time = 1_000;
  const store = memoryStore();
  const table = await createTable(small, { store, now: () => time });
  const guest = new TestGuest(table, "P2");
  await new TestGuest(table, "P1").ask({ send: { type: "PASS" } });
  await guest.ask({ send: { type: "PASS" } });
  expect(table.dueIn()).toBe(60_000);
  time += 59_999;
  await table.tick();
  expect([guest.state?.in, table.dueIn()]).toEqual([["first"], 1]);
  const restarted = await createTable(small, { store, now: () => time });
  time += 1;
  await restarted.tick();
  expect(restarted.outcome.view.in).toEqual(["second"]);
  expect(restarted.scenario().steps.at(-2)).toEqual({ advance: 60_000 });
  expect(guest.state?.context["players"]).toEqual([{ id: "P1" }, { id: "P2", card: "king" }]);
});

test("a step back needs the votes of all seats; it is a restore in the scenario", async () => {
  const table = await createTable(small, { store: memoryStore(), now: () => 0 });
  const [one, two] = ["P1", "P2"].map((seat) => new TestGuest(table, seat)) as [TestGuest, TestGuest];
  expect(await one.ask({ undo: true })).toMatchObject({ refused: { code: "nothing-to-undo" } });
  await one.ask({ send: { type: "PASS" } });
  await one.ask({ undo: true });
  expect(two.traffic.at(-1)).toBe('{"undo":{"agreed":["P1"]}}');
  await two.ask({ undo: false });
  await two.ask({ undo: true });
  expect(table.n).toBe(1);
  await one.ask({ undo: true });
  expect([table.n, one.state?.in, two.state?.in]).toEqual([2, ["first"], ["first"]]);
  expect(table.scenario().steps.slice(0, 3)).toEqual([
    { save: "after-0" },
    { send: { type: "PASS", by: "P1" } },
    { restore: "after-0" },
  ]);
});

test("a move that could not be stored is not accepted, and the table stops", async () => {
  const store: TableStore = { ...memoryStore(), append: () => Promise.reject(new Error("disk full")) };
  const errors: unknown[] = [];
  const table = await createTable(small, { store, now: () => 0, onError: (error) => errors.push(error) });
  const guest = new TestGuest(table, "P1");
  expect(await guest.ask({ send: { type: "PASS" } })).toMatchObject({ refused: { code: "stopped" } });
  expect(await guest.ask({ send: { type: "PASS" } })).toMatchObject({ refused: { code: "stopped" } });
  expect([table.n, guest.state?.in, errors.length]).toEqual([0, ["first"], 1]);
});

test("a file store drops a line that a crash cut off, and refuses one that is no entry", async () => {
  const folder = await mkdtemp(join(tmpdir(), "turnwright-store-"));
  try {
    const table = await createTable(small, { store: fileStore(folder), now: () => 0 });
    await new TestGuest(table, "P1").ask({ send: { type: "PASS" } });
    const log = join(folder, "log.jsonl");
    const text = await readFile(log, "utf8");
    await writeFile(log, `${text}{"at":0,"se`);
    const again = await createTable(small, { store: fileStore(folder), now: () => 0 });
    expect([again.n, again.outcome.view.in]).toEqual([1, ["second"]]);
    await new TestGuest(again, "P2").ask({ send: { type: "PASS" } });
    expect((await readFile(log, "utf8")).trim().split("\n")).toHaveLength(2);
    await writeFile(log, `nonsense\n`);
    await expect(createTable(small, { store: fileStore(folder) })).rejects.toThrow("line 1");
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a game that does not say who sees what is not opened unless asked to", async () => {
  const { view: _, ...kit } = small.kit;
  await expect(createTable({ ...small, kit }, { store: memoryStore() })).rejects.toThrow("view.json");
  const open = await createTable({ ...small, kit }, { store: memoryStore(), open: true, now: () => 0 });
  expect(new TestGuest(open, null).state?.context).toEqual(open.outcome.view.context);
});

test("a patch leads from the one value to the other", () => {
  const pairs = [
    [
      { a: 1, "b/~c": [1, 2] },
      { a: null, "b/~c": [1, 3], d: {} },
    ],
    [{ a: [1] }, { a: [1, 2] }],
    [{ a: { b: 1 } }, { a: [1] }],
    [{ a: { b: 1 } }, {}],
    [[{ a: 1 }], [{ a: 2 }]],
    [1, { a: 1 }],
  ] as const;
  for (const [before, after] of pairs) expect(applyPatch(before, patchBetween(before, after))).toEqual(after);
  expect(patchBetween({ a: { b: [1, 2] } }, { a: { b: [1, 3] } })).toEqual([
    { op: "replace", path: "/a/b/1", value: 3 },
  ]);
  expect(() => applyPatch({}, [{ op: "replace", path: "/a", value: 1 }])).toThrow("/a");
});

test.each(gameIds)("%s: no answer is much longer than what a client may send", async (id) => {
  const game = await tableGame(id);
  const guest = new TestGuest(await createTable(game, { store: memoryStore() }), "P1");
  const bulks = ["x".repeat(50_000), Array(12_000).fill("a"), Array(12_000).fill({})] as const;
  for (const { type, fields } of game.kit.spec.events!)
    for (const name of [...fields.map((field) => field.name), "noSuch"].filter((field) => field !== "by"))
      for (const bulk of bulks)
        for (const kind of ["send", "moves"]) {
          const before = guest.traffic.length;
          const text = JSON.stringify({ id: 1, [kind]: { type, [name]: bulk } });
          await guest.guest.receive(text);
          expect(guest.traffic.slice(before).join("").length).toBeLessThan(2 * text.length);
        }
});
