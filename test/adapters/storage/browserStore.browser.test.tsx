import { deleteDB } from "idb";
import { expect, test } from "vitest";
import { browserStore, type SeedGame } from "#adapters/storage/browserStore.ts";
import { openDrafts } from "#adapters/storage/drafts.ts";
import { shippedGames } from "#adapters/storage/shippedGames.ts";
import { storeContract } from "#test/adapters/storage/storeContract.ts";

const freshName = () => `turnwright-test-${crypto.randomUUID()}`;

storeContract("the browser's database", async () => {
  const name = freshName();
  return {
    store: await browserStore({ name }),
    elsewhere: await browserStore({ name }),
    close: async () => void deleteDB(name),
  };
});

const seed = (text: string): SeedGame[] => [{ id: "seeded", files: [{ name: "machine", text }] }];
const textOf = async (name: string, seeded: SeedGame[]) =>
  (await (await browserStore({ name, seed: seeded })).read("seeded"))[0]?.text;

test("a seed is there at the first start and follows a newer studio while nobody changed it", async () => {
  const name = freshName();

  expect(await textOf(name, seed("1"))).toBe("1");
  expect(await textOf(name, seed("2"))).toBe("2");

  const store = await browserStore({ name });
  const [file] = await store.read("seeded");
  await store.save("seeded", [{ name: "machine", text: "mine", base: file!.hash }]);
  expect(await textOf(name, seed("3"))).toBe("mine");
});

test("a seed that was removed does not come back", async () => {
  const name = freshName();
  await (await browserStore({ name, seed: seed("1") })).remove("seeded");

  const again = await browserStore({ name, seed: seed("2") });

  expect(await again.list()).toEqual([]);
});

test("the shipped games are the machines of this checkout with their rules and without imported documents", () => {
  const games = shippedGames();

  expect(games.length).toBeGreaterThan(0);
  for (const { id, files } of games) {
    expect(files.map((file) => file.name)).toContain("machine");
    expect(files.find((file) => file.name === "machine")?.text, id).toContain("createMachine");
  }
});

test("what another program put into the database by another name is not a game of ours", async () => {
  const one = await browserStore({ name: freshName() });
  const other = await browserStore({ name: freshName() });

  await one.create("only", [{ name: "machine", text: "1" }]);

  expect(await other.list()).toEqual([]);
});

test("a full or failing database takes a save back whole, whichever write fails, and says so", async () => {
  const real = IDBObjectStore.prototype.put;
  try {
    for (const failure of ["QuotaExceededError", "UnknownError", "DataError", "AbortError"])
      for (let failing = 0; failing < 3; failing++) {
        const store = await browserStore({ name: freshName() });
        const names = ["machine", "layout", "terms"];
        await store.create(
          "one",
          names.map((name) => ({ name, text: "old" })),
        );
        const changes = (await store.read("one")).map(({ name, hash }) => ({
          name,
          text: "new",
          base: hash,
        }));
        let made = 0;
        IDBObjectStore.prototype.put = function (...args) {
          if (made++ === failing) throw new DOMException("put in by the test", failure);
          return real.apply(this, args);
        };

        const saving = store.save("one", changes);

        await expect(saving).rejects.toMatchObject({ code: "disk" });
        IDBObjectStore.prototype.put = real;
        expect((await store.read("one")).map(({ text }) => text)).toEqual(["old", "old", "old"]);
        expect((await store.save("one", changes)).ok).toBe(true);
      }
  } finally {
    IDBObjectStore.prototype.put = real;
  }
});

const files = (text: string) => [{ name: "machine", text, base: "sha256:00" }];

test("a draft that a page left behind is there until it is dropped, its newest in place of older ones", async () => {
  const name = freshName();
  const gone = await openDrafts("here", name, "a page that was closed");
  const drafts = await openDrafts("here", name);

  await gone.saveDraft("one", { files: files("a"), at: 1 });
  await gone.saveDraft("one", { files: files("b"), at: 2 });
  const left = await drafts.leftDraft("one");
  await drafts.dropDraft("one", left?.page);

  expect(left).toEqual({ files: files("b"), at: 2, game: "one", page: "a page that was closed" });
  expect(await drafts.leftDraft("one")).toBeUndefined();
});

test("the work of pages that are alive is not left behind, and nobody writes over another's", async () => {
  const name = freshName();
  const here = await openDrafts("here", name);
  const gone = await openDrafts("here", name, "a page that was closed");

  await gone.saveDraft("one", { files: files("theirs"), at: 1 });
  await here.saveDraft("one", { files: files("mine"), at: 2 });
  await here.dropDraft("one");

  expect(await here.leftDraft("one")).toMatchObject({ files: files("theirs") });
  await here.saveDraft("one", { files: files("mine"), at: 3 });
  const beside = await openDrafts("here", name, "another page");
  expect(await beside.leftDraft("one")).toMatchObject({ files: files("theirs") });
});

test("drafts of games that are no more are found, and no others", async () => {
  const name = freshName();
  const here = await openDrafts("here", name);
  const gone = await openDrafts("here", name, "a page that was closed");
  const elsewhere = await openDrafts("there", name, "a page that was closed");
  await gone.saveDraft("one", { files: files("a"), at: 1 });
  await gone.saveDraft("two", { files: files("b"), at: 2 });
  await gone.saveDraft("three", { files: files("c"), at: 3 });
  await here.saveDraft("four", { files: files("mine"), at: 4 });
  await elsewhere.saveDraft("five", { files: files("d"), at: 5 });

  expect((await here.strayDrafts(["two"])).map(({ game }) => game)).toEqual(["three", "one"]);
  await here.dropDraft("three", "a page that was closed");
  expect((await here.strayDrafts(["two"])).map(({ game }) => game)).toEqual(["one"]);
  expect(await here.leftDraft("two")).toMatchObject({ files: files("b") });
});

test("what stands under a key with a date or bytes is no draft", async () => {
  const name = freshName();
  const here = await openDrafts("here", name);
  const gone = await openDrafts("here", name, "a page that was closed");
  for (const odd of [7, new Date(0), new Uint8Array(2)])
    await gone.saveDraft(odd as unknown as string, { files: files("a"), at: 1 });

  expect(await here.strayDrafts([])).toEqual([]);
});

test("drafts of two workspaces that were served at one address stay apart", async () => {
  const name = freshName();
  const gone = await openDrafts("here", name, "a page that was closed");
  await gone.saveDraft("one", { files: [], at: 1 });

  expect(await (await openDrafts("there", name)).leftDraft("one")).toBeUndefined();
});

test("when the data of the site is cleared under an open page, what is at work there can still be kept", async () => {
  const name = freshName();
  const store = await browserStore({ name });
  await store.create("coin", [{ name: "machine", text: "1" }]);
  const drafts = await openDrafts("here", `${name}-drafts`, "mine");
  const theirs = await openDrafts("here", `${name}-drafts`, "theirs");
  const files = [{ name: "machine", text: "2", base: null }];
  await drafts.saveDraft("coin", { files, at: 1 });

  await deleteDB(name);
  await deleteDB(`${name}-drafts`);

  await drafts.saveDraft("coin", { files, at: 2 });
  expect(await theirs.leftDraft("coin")).toMatchObject({ files, at: 2 });
  expect(await store.save("coin", files)).toMatchObject({ ok: true });
  expect((await store.read("coin"))[0]?.text).toBe("2");
});
