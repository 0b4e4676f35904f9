import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { FileText, Store, StoreEvent } from "#adapters/storage/store.ts";

/** A store with no games in it, and a second one over the same games as another page would have it. */
export interface StoreUnderTest {
  readonly store: Store;
  readonly elsewhere: Store;
  close(): Promise<void>;
}

const machine = "import { setup } from 'xstate';\r\nexport const machine = 1; // 手札\n";
const ruleset = `\uFEFF{\n  "format": 1, "id": "old-id",\n  "title": { "en": "Old", "ja": "旧" }, "machine": "machines/old-id.machine.ts", "extra": ["id"]\n}\n`;
const hashOfMachine = "sha256:ca9dabef21a7ef90adf2e525f0f3071c8bbd2c3fcacd19ef4938c84f41830e03";
const game = [
  { name: "machine", text: machine },
  { name: "ruleset", text: ruleset },
  { name: "text/zh-Hant", text: '{ "text": { "A-1": "抽牌" } }\n' },
  { name: "scenarios/first-turn", text: "{}" },
];

/** What every filling of `Store` does. The app relies on nothing else. */
export function storeContract(title: string, open: () => Promise<StoreUnderTest>): void {
  describe(title, () => {
    let at: StoreUnderTest;
    beforeEach(async () => {
      at = await open();
    });
    afterEach(() => at.close());

    const textsOf = (files: readonly FileText[]) =>
      Object.fromEntries(files.map(({ name, text }) => [name, text]));
    const hashOf = async (id: string, name: string) =>
      (await at.store.read(id)).find((file) => file.name === name)?.hash ?? null;
    const code = async (doing: Promise<unknown>) =>
      doing.then(
        () => "no error",
        (error: { code?: string }) => error.code,
      );

    test("a game is read back as it was made, byte order mark, CRLF and CJK included", async () => {
      await at.store.create("old-id", game);

      expect(textsOf(await at.store.read("old-id"))).toEqual(textsOf(game as unknown as FileText[]));
      expect(await hashOf("old-id", "machine")).toBe(hashOfMachine);
    });

    test("the list has id, title and hashes of each game", async () => {
      await at.store.create("old-id", game);
      await at.store.create("bare", [{ name: "machine", text: "1" }]);

      const list = await at.store.list();

      expect(list.map(({ id, title }) => ({ id, title }))).toEqual([
        { id: "bare", title: {} },
        { id: "old-id", title: { en: "Old", ja: "旧" } },
      ]);
      const read = (await at.store.read("old-id")).map(({ name, hash }) => ({ name, hash }));
      expect(list[1]?.files).toEqual(read);
    });

    test("a broken ruleset.json costs the title and not the game", async () => {
      await at.store.create("torn", [game[0]!, { name: "ruleset", text: '{ "title": ' }]);

      expect((await at.store.list()).map(({ id, title }) => ({ id, title }))).toEqual([
        { id: "torn", title: {} },
      ]);
    });

    test("a save of several files changes, makes and deletes them", async () => {
      await at.store.create("old-id", game);
      const base = new Map((await at.store.read("old-id")).map(({ name, hash }) => [name, hash]));

      const result = await at.store.save("old-id", [
        { name: "machine", text: "changed 🂡", base: base.get("machine")! },
        { name: "layout", text: "{}", base: null },
        { name: "scenarios/first-turn", text: null, base: base.get("scenarios/first-turn")! },
      ]);

      const after = await at.store.read("old-id");
      expect(textsOf(after)).toEqual({
        machine: "changed 🂡",
        layout: "{}",
        ruleset,
        "text/zh-Hant": game[2]!.text,
      });
      const saved = after.filter(({ name }) => name === "machine" || name === "layout");
      expect(result).toEqual({ ok: true, files: saved.map(({ name, hash }) => ({ name, hash })) });
    });

    test("a stale save writes nothing and says what is there, so both versions are kept", async () => {
      await at.store.create("old-id", game);
      const base = await hashOf("old-id", "machine");
      await at.elsewhere.save("old-id", [{ name: "machine", text: "theirs", base }]);

      const result = await at.store.save("old-id", [
        { name: "layout", text: "mine", base: null },
        { name: "machine", text: "mine", base },
      ]);

      const theirs = { name: "machine", text: "theirs", hash: await hashOf("old-id", "machine") };
      expect(result).toEqual({ ok: false, code: "stale", theirs: [theirs] });
      expect(textsOf(await at.store.read("old-id"))).toEqual({
        ...textsOf(game as unknown as FileText[]),
        machine: "theirs",
      });
    });

    test("a file that someone removed or made is stale, with nothing or their text there", async () => {
      await at.store.create("old-id", game);
      const base = await hashOf("old-id", "scenarios/first-turn");
      await at.elsewhere.save("old-id", [
        { name: "scenarios/first-turn", text: null, base },
        { name: "terms", text: "theirs", base: null },
      ]);

      const result = await at.store.save("old-id", [
        { name: "scenarios/first-turn", text: "mine", base },
        { name: "terms", text: "mine", base: null },
      ]);

      expect(result).toEqual({
        ok: false,
        code: "stale",
        theirs: [
          { name: "scenarios/first-turn", text: null, hash: null },
          { name: "terms", text: "theirs", hash: await hashOf("old-id", "terms") },
        ],
      });
    });

    test("saving again what is already there succeeds, as after an answer that was lost", async () => {
      await at.store.create("old-id", game);
      const change = { name: "machine", text: "new", base: await hashOf("old-id", "machine") };

      const first = await at.store.save("old-id", [change]);
      const again = await at.store.save("old-id", [change]);

      expect(first.ok).toBe(true);
      expect(again).toEqual(first);
    });

    test("of two saves at once from one version exactly one is taken, and the other is told what it missed", async () => {
      await at.store.create("one", [{ name: "machine", text: "0" }]);

      for (let round = 0; round < 25; round++) {
        const base = await hashOf("one", "machine");
        const mine = [{ name: "machine", text: `mine ${round}`, base }];
        const theirs = [{ name: "machine", text: `theirs ${round}`, base }];

        const results = await Promise.all([at.store.save("one", mine), at.elsewhere.save("one", theirs)]);

        const winner = results[0].ok ? mine : theirs;
        const loser = results.find((result) => !result.ok);
        expect(results.filter((result) => result.ok).length, `round ${round}`).toBe(1);
        expect(loser).toMatchObject({ theirs: [{ text: winner[0]!.text }] });
        expect(textsOf(await at.store.read("one"))).toEqual({ machine: winner[0]!.text });
      }
    });

    test("a renamed game keeps every byte but id and machine of ruleset.json", async () => {
      await at.store.create("old-id", game);

      await at.store.rename("old-id", "new-id");

      expect((await at.store.list()).map(({ id }) => id)).toEqual(["new-id"]);
      expect(textsOf(await at.store.read("new-id"))).toEqual({
        ...textsOf(game as unknown as FileText[]),
        ruleset: ruleset.replace('"old-id"', '"new-id"').replace("machines/old-id.", "machines/new-id."),
      });
      expect(await code(at.store.read("old-id"))).toBe("not-found");
    });

    test("a duplicate has the same files under its own id, and the original stays", async () => {
      await at.store.create("old-id", game);

      await at.store.duplicate("old-id", "second");

      expect(textsOf(await at.store.read("old-id"))).toEqual(textsOf(game as unknown as FileText[]));
      const copy = textsOf(await at.store.read("second"));
      expect(JSON.parse(copy["ruleset"]!.slice(1))).toMatchObject({
        id: "second",
        machine: "machines/second.machine.ts",
      });
      expect(copy["machine"]).toBe(machine);
    });

    test("a removed game is gone, and its id is free again", async () => {
      await at.store.create("old-id", game);

      await at.store.remove("old-id");

      expect(await at.store.list()).toEqual([]);
      expect(await code(at.store.read("old-id"))).toBe("not-found");
      await at.store.create("old-id", game);
    });

    test("an id that is taken is refused, and neither game changes", async () => {
      await at.store.create("one", game);
      await at.store.create("two", [{ name: "machine", text: "2" }]);

      expect(await code(at.store.create("two", game))).toBe("exists");
      expect(await code(at.store.rename("one", "two"))).toBe("exists");
      expect(await code(at.store.duplicate("one", "two"))).toBe("exists");
      expect(textsOf(await at.store.read("two"))).toEqual({ machine: "2" });
      expect((await at.store.read("one")).length).toBe(4);
    });

    test("names and texts that no disk should see are refused with their reason", async () => {
      await at.store.create("one", game);
      const save = (name: string, text = "x") => at.store.save("one", [{ name, text, base: null }]);

      expect(await code(save("../one"))).toBe("bad-name");
      expect(await code(save("source/rules"))).toBe("bad-name");
      expect(await code(save("scenarios/A"))).toBe("bad-name");
      expect(await code(at.store.read("../one"))).toBe("bad-name");
      expect(await code(at.store.rename("one", "machines/two"))).toBe("bad-name");
      expect(await code(at.store.rename("one", "con"))).toBe("bad-name");
      expect(await code(at.store.duplicate("one", "lpt1"))).toBe("bad-name");
      expect(await code(at.store.create("nul", game))).toBe("bad-name");
      expect(await code(save("layout", "half a pair \ud83c"))).toBe("refused");
      expect(await code(save("layout", "x".repeat(8 * 1024 * 1024 + 1)))).toBe("too-large");
      expect(await code(at.store.create("two", [{ name: "layout", text: "{}" }]))).toBe("refused");
      expect(await code(at.store.save("gone", [{ name: "layout", text: "{}", base: null }]))).toBe(
        "not-found",
      );
      expect((await at.store.list()).map(({ id }) => id)).toEqual(["one"]);
    });

    test("a change made elsewhere arrives, our own never", async () => {
      await at.store.create("one", game);
      const events: StoreEvent[] = [];
      const stop = at.store.watch((event) => events.push(event));
      await waitUntilWatching(at, events);
      events.length = 0;

      await at.store.save("one", [{ name: "machine", text: "mine", base: await hashOf("one", "machine") }]);
      await at.elsewhere.save("one", [
        { name: "layout", text: "theirs", base: null },
        { name: "scenarios/first-turn", text: null, base: await hashOf("one", "scenarios/first-turn") },
      ]);
      await vi.waitUntil(() => events.length > 0, { timeout: 10_000 });
      await pause(400);

      const files = [{ name: "layout", hash: await hashOf("one", "layout") }];
      expect(events).toEqual([{ game: "one", files, removed: ["scenarios/first-turn"] }]);
      stop();
      await at.elsewhere.remove("one");
      await pause(300);
      expect(events.length).toBe(1);
    });
  });
}

/** Watching takes a moment to begin; a change elsewhere is repeated until the first is heard. */
async function waitUntilWatching(at: StoreUnderTest, events: readonly StoreEvent[]): Promise<void> {
  await at.elsewhere.create("probe", [{ name: "machine", text: "0" }]);
  for (let n = 1; events.length === 0; n++) {
    if (n > 100) throw new Error("No change made elsewhere was heard within 10 s");
    const base = (await at.elsewhere.read("probe"))[0]!.hash;
    await at.elsewhere.save("probe", [{ name: "machine", text: String(n), base }]);
    await pause(100);
  }
  await pause(400);
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
