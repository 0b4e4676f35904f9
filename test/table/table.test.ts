import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPlayer } from "#core/entries/play.ts";
import { replayScenario } from "#core/run/scenario/replay.ts";
import { createTable, memoryStore, type Table, type TableGame } from "#table/index.ts";
import { turnwright } from "#test/support/commandLine.ts";
import { gameIds, tableGame, type GameId } from "#test/table/games.ts";
import { TestGuest } from "#test/table/guest.ts";

/** Plays at random, as the seats; every message is a message of a client. @returns how many were accepted */
export async function playOn(
  table: Table,
  guests: Map<string, TestGuest>,
  game: TableGame,
  steps: number,
  seed: number,
) {
  const player = createPlayer(game.machine, game.kit.spec, game.derived);
  let accepted = 0;
  for (let i = 0; i < steps && table.outcome.view.status === "active"; i++) {
    const event = player.random(table.outcome.state, seed * 1_000 + i);
    if (!event) break;
    const guest = guests.get(String(event["by"]));
    const refused = guest ? (await guest.ask({ send: event }))["refused"] : await table.act(event as never);
    expect(refused).toBeUndefined();
    accepted++;
  }
  return accepted;
}

export const seated = (table: Table) =>
  new Map(table.seats.map((seat) => [seat, new TestGuest(table, seat)] as const));

test.each(gameIds)(
  "the log of %s is a scenario that leads to the same state, and a restarted table goes on",
  async (id: GameId) => {
    const game = await tableGame(id);
    const store = memoryStore();
    const table = await createTable(game, { store });
    const guests = seated(table);
    await playOn(table, guests, game, 25, 7);
    expect(table.n).toBeGreaterThan(15);

    const player = createPlayer(game.machine, game.kit.spec, game.derived);
    const ask = async (request: { do: string } & Record<string, unknown>) =>
      (request.do === "start"
        ? player.start(request["input"] as never)
        : request.do === "send"
          ? player.send(request["state"] as never, request["event"] as never)
          : player.advance(request["state"] as never, request["ms"] as number)) as never;
    const replayed = await replayScenario(ask as never, table.scenario() as never, "");
    expect(replayed.divergence).toBeUndefined();
    expect(replayed.run?.steps.at(-1)?.outcome.state).toEqual(table.outcome.state);

    const folder = await mkdtemp(join(tmpdir(), "turnwright-table-"));
    const file = join(folder, "table.json");
    await writeFile(file, JSON.stringify(table.scenario()));
    const { code, out } = await turnwright(["play", id, "--scenario", file], { cwd: process.cwd() });
    await rm(folder, { recursive: true });
    expect([code, out]).toEqual([0, expect.stringContaining("ok") as string]);

    const again = await createTable(game, { store });
    expect(again.outcome.state).toEqual(table.outcome.state);
    expect(again.seats.map((seat) => again.keyOf(seat))).toEqual(
      table.seats.map((seat) => table.keyOf(seat)),
    );
    // Who was at the table before comes back with the last number, and holds the same as one that is new.
    for (const [seat, { table: name, n, state, states }] of guests) {
      for (const missed of [0, 1, 3]) {
        const back = new TestGuest(again, seat, {
          table: name,
          n: n - missed,
          state: states.get(n - missed),
        });
        expect(back.traffic).toHaveLength(1 + missed);
        expect(back.state).toEqual(state);
      }
      const fresh = new TestGuest(again, seat);
      expect(fresh.state).toEqual(state);
    }
  },
);
