import { expect, test } from "vitest";
import { appStore } from "#adapters/storage/appStore.ts";
import type { BroughtStore } from "#adapters/storage/broughtStore.ts";
import type { NewFile, Store, StoreEvent } from "#core/project/store.ts";

/** A store in memory, as far as it is asked here; `said` lists what was called. */
function memory(name: string, games: Record<string, NewFile[]>) {
  const said: string[] = [];
  const listeners = new Set<(event: StoreEvent) => void>();
  const store = {
    list: async () => Object.keys(games).map((id) => ({ id, title: {}, files: [], place: name, path: id })),
    read: async (game: string) => (games[game] ?? []).map((file) => ({ ...file, hash: "h" })),
    create: async (game: string, files: NewFile[]) => void (games[game] = files),
    remove: async (game: string) => void delete games[game],
    save: async (game: string) => (said.push(`save ${game}`), { ok: true, files: [] }),
    duplicate: async (game: string, to: string) => void said.push(`duplicate ${game} ${to}`),
    watch: (listener: (event: StoreEvent) => void) => (
      listeners.add(listener),
      () => listeners.delete(listener)
    ),
    bring: async (_: unknown, isTaken: (id: string) => boolean) => {
      const id = isTaken("lamp") ? "lamp-2" : "lamp";
      games[id] = [{ name: "machine", text: "brought" }];
      return { games: [id], others: [] };
    },
  };
  const change = (game: string) => {
    for (const listener of listeners) listener({ game, files: [], removed: [] });
  };
  return { store: store as unknown as Store & BroughtStore, games, said, change };
}
function open(mainGames: Record<string, NewFile[]>, broughtGames: Record<string, NewFile[]> = {}) {
  const main = memory("main", mainGames);
  const brought = memory("brought", broughtGames);
  let opened = 0;
  let before = Object.keys(broughtGames).length > 0;
  const store = appStore(main.store, async () => (opened++, brought.store), {
    get: () => before,
    set: () => (before = true),
  });
  return { store, main, brought, opened: () => opened };
}
const machine = [{ name: "machine", text: "own" }];
const what = { files: [] };

test("while nothing was ever brought its store is not even opened", async () => {
  const { store, opened } = open({ lamp: machine });

  expect((await store.list()).map(({ id }) => id)).toEqual(["lamp"]);
  expect((await store.read("lamp"))[0]?.text).toBe("own");

  expect(opened()).toBe(0);
});

test("what is brought gets an id that no game has, and is listed, read and saved where it is kept", async () => {
  const { store, main, brought } = open({ lamp: machine });

  expect((await store.bring(what)).games).toEqual(["lamp-2"]);
  await store.save("lamp-2", []);
  await store.save("lamp", []);

  expect((await store.list()).map(({ id, place }) => [id, place])).toEqual([
    ["lamp", "main"],
    ["lamp-2", "brought"],
  ]);
  expect((await store.read("lamp-2"))[0]?.text).toBe("brought");
  expect([main.said, brought.said]).toEqual([["save lamp"], ["save lamp-2"]]);
});

test("what was brought before is found by its id, also before anybody lists it", async () => {
  const { store } = open({}, { lamp: [{ name: "machine", text: "brought" }] });

  expect((await store.read("lamp"))[0]?.text).toBe("brought");
});

test("a copy of what was brought goes into the workspace", async () => {
  const { store, main } = open({}, { lamp: [{ name: "machine", text: "brought" }] });

  await store.duplicate("lamp", "my-lamp");

  expect(main.games["my-lamp"]).toEqual([{ name: "machine", text: "brought" }]);
});

test("changes of both are heard until one stops listening", async () => {
  const { store, main, brought } = open({ door: machine });
  const heard: string[] = [];
  const stop = store.watch(({ game }) => heard.push(game));
  await store.bring(what);

  main.change("door");
  brought.change("lamp");
  stop();
  brought.change("lamp");

  expect(heard).toEqual(["door", "lamp"]);
});
