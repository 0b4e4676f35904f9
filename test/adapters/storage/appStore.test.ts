import { expect, test } from "vitest";
import { foreignCopies } from "#adapters/storage/foreignCopies.ts";
import { appStore } from "#adapters/storage/appStore.ts";
import type { BroughtStore } from "#adapters/storage/broughtStore.ts";
import type { InspectorCall, InspectorDoor } from "#core/project/inspectWire.ts";
import { StoreError, type NewFile, type Store, type StoreEvent } from "#core/project/store.ts";

/** A store in memory, as far as it is asked here; `said` lists what was called. */
function memory(name: string, games: Record<string, NewFile[]>) {
  const said: string[] = [];
  const listeners = new Set<(event: StoreEvent) => void>();
  const store = {
    list: async () =>
      Object.keys(games).map((id) => ({
        id,
        title: {},
        files: [],
        place: name,
        path: id,
        ...(name === "brought" || id.startsWith("found") ? { foreign: true } : {}),
      })),
    read: async (game: string) => (games[game] ?? []).map((file) => ({ ...file, hash: "h" })),
    create: async (game: string, files: NewFile[]) => void (games[game] = files),
    remove: async (game: string) => void delete games[game],
    save: async (game: string) => (said.push(`save ${game}`), { ok: true, files: [] }),
    duplicate: async (game: string, to: string) => {
      said.push(`duplicate ${game} ${to}`);
      if (to in games) throw new StoreError("exists", to);
      games[to] = games[game] ?? [];
    },
    rename: async (game: string, to: string) => {
      games[to] = games[game] ?? [];
      delete games[game];
    },
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
function open(
  mainGames: Record<string, NewFile[]>,
  broughtGames: Record<string, NewFile[]> = {},
  inspector?: InspectorDoor,
) {
  const main = memory("main", mainGames);
  const brought = memory("brought", broughtGames);
  let opened = 0;
  let before = Object.keys(broughtGames).length > 0;
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  };
  const openAgain = () =>
    appStore(
      inspector ? { ...main.store, inspector } : main.store,
      async () => (opened++, brought.store),
      { get: () => before, set: () => (before = true) },
      foreignCopies(
        () => storage,
        () => "here",
      ),
    );
  const store = openAgain();
  return { store, openAgain, main, brought, opened: () => opened };
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

const foreignOf = async ({ list }: Store) =>
  (await list()).flatMap(({ id, foreign }) => (foreign ? id : [])).toSorted();

test("a copy of a foreign game is foreign too, also after a reload, until the person lets it run", async () => {
  const { store, openAgain } = open({ "found-door": machine, mine: machine }, { lamp: machine });

  await store.duplicate("found-door", "my-door");
  await store.duplicate("lamp", "my-lamp");
  await store.duplicate("mine", "mine-too");
  expect(await foreignOf(store)).toEqual(["found-door", "lamp", "my-door", "my-lamp"]);
  expect(await foreignOf(openAgain())).toEqual(["found-door", "lamp", "my-door", "my-lamp"]);

  store.ownGames("my-door");
  expect(await foreignOf(openAgain())).toEqual(["found-door", "lamp", "my-lamp"]);
});

test("it stays so under another name and in a copy of the copy; what is made anew under that name is the person's", async () => {
  const { store } = open({ "found-door": machine });
  await store.duplicate("found-door", "one");

  await store.duplicate("one", "two");
  await store.rename("one", "three");
  expect(await foreignOf(store)).toEqual(["found-door", "three", "two"]);

  await store.create("one", machine);
  await store.remove("two");
  await store.create("two", machine);
  expect(await foreignOf(store)).toEqual(["found-door", "three"]);
});

test("a copy that was not made leaves the game of that name as it is", async () => {
  const { store } = open({ "found-door": machine, mine: machine });

  await expect(store.duplicate("found-door", "mine")).rejects.toMatchObject({ code: "exists" });

  expect(await foreignOf(store)).toEqual(["found-door"]);
});

test("where nothing can be kept it lasts as long as the page", () => {
  const copies = foreignCopies(
    () => {
      throw new Error("denied");
    },
    () => "",
  );

  copies.add("a");
  expect([copies.has("a"), copies.has("b")]).toEqual([true, false]);
  copies.drop("a");
  expect(copies.has("a")).toBe(false);
});

test("a page of the inspector that is joined is told which games are copies of foreign ones, others are asked nothing more", async () => {
  const asked: InspectorCall[] = [];
  const door: InspectorDoor = {
    ask: async (call) => (asked.push(call), null),
    watch: () => () => undefined,
  };
  const { store } = open({ own: machine }, { lamp: [{ name: "machine", text: "brought" }] }, door);
  await store.duplicate("lamp", "my-lamp");
  await store.inspector?.ask({ do: "join", code: "123456" });
  store.ownGames("my-lamp");
  await store.inspector?.ask({ do: "join", code: "123456" });
  await store.inspector?.ask({ do: "look" });

  expect(asked).toEqual([
    { do: "join", code: "123456", foreign: ["my-lamp"] },
    { do: "join", code: "123456", foreign: [] },
    { do: "look" },
  ]);
});
