import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openWorkspace } from "#adapters/disk/workspace.ts";
import { serve } from "#adapters/server/serve.ts";
import { serverStore } from "#adapters/storage/serverStore.ts";
import type { StoreEvent } from "#adapters/storage/store.ts";
import { storeContract } from "#test/adapters/storage/storeContract.ts";

/** A page's fetch: the browser adds the page's origin to each POST. */
const fetchFrom =
  (url: string): typeof fetch =>
  (input, init) =>
    fetch(input, {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), origin: url.replace(/\/$/, "") },
    });

async function serveFresh(port = 0) {
  const root = await mkdtemp(join(tmpdir(), "turnwright-server-"));
  await writeFile(join(root, "index.html"), "<!doctype html><head></head>");
  const workspace = await openWorkspace(root);
  const serving = await serve({ store: workspace, place: root, studioDir: root, port });
  const page = (token = serving.token) =>
    serverStore({ token: () => token, base: serving.url.replace(/\/$/, ""), fetch: fetchFrom(serving.url) });
  const close = async () => {
    await serving.close();
    await workspace.close();
    await rm(root, { recursive: true });
  };
  return { root, workspace, serving, page, close };
}

storeContract("the loopback server, two pages", async () => {
  const { page, close } = await serveFresh();
  return { store: page(), elsewhere: page(), close };
});

storeContract("the loopback server and another program on its folder", async () => {
  const { page, close, root } = await serveFresh();
  const elsewhere = await openWorkspace(root);
  return {
    store: page(),
    elsewhere,
    async close() {
      await elsewhere.close();
      await close();
    },
  };
});

test("a page with the token of an earlier start, or with none, is told to bring the key", async () => {
  const { page, serving, close } = await serveFresh();
  const without = serverStore({ token: () => undefined, base: serving.url.replace(/\/$/, "") });

  await expect(page("x".repeat(43)).list()).rejects.toMatchObject({ code: "locked" });
  await expect(without.list()).rejects.toMatchObject({ code: "locked" });
  await close();
});

test("after the server was started anew a page goes on with the token that another page brought", async () => {
  const { serving, close } = await serveFresh();
  let kept = "x".repeat(43);
  const base = serving.url.replace(/\/$/, "");
  const store = serverStore({ token: () => kept, base, fetch: fetchFrom(serving.url) });
  await expect(store.list()).rejects.toMatchObject({ code: "locked" });

  kept = serving.token;

  expect(await store.list()).toEqual([]);
  await close();
});

test("a server that is gone is unreachable", async () => {
  const { page, close } = await serveFresh();
  const store = page();
  await close();

  await expect(store.list()).rejects.toMatchObject({ code: "unreachable" });
});

test("what changed while the line was down is told when it is up again", async () => {
  const { root, serving, workspace, close } = await serveFresh();
  await workspace.create("one", [{ name: "machine", text: "1" }]);
  let down = false;
  const lines: AbortController[] = [];
  const realFetch = fetchFrom(serving.url);
  const flaky: typeof fetch = (input, init) => {
    if (down) return Promise.reject(new TypeError("no network"));
    const cut = new AbortController();
    if (String(input).endsWith("events")) lines.push(cut);
    return realFetch(input, { ...init, signal: cut.signal });
  };
  const store = serverStore({
    token: () => serving.token,
    base: serving.url.replace(/\/$/, ""),
    fetch: flaky,
  });
  await store.list();
  const events: StoreEvent[] = [];
  const stop = store.watch((event) => events.push(event));
  await until(() => lines.length > 0);
  await pause(200);

  down = true;
  lines[0]!.abort();
  await writeFile(join(root, "machines/one.machine.ts"), "2");
  await pause(400);
  down = false;
  await until(() => events.length > 0);

  expect(events.map(({ game, files }) => [game, files.map(({ name }) => name)])).toEqual([
    ["one", ["machine"]],
  ]);
  stop();
  await close();
});

async function until(true_: () => boolean): Promise<void> {
  for (let n = 0; !true_(); n++) {
    if (n > 400) throw new Error("Waited 10 s in vain");
    await pause(25);
  }
}
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

test("a page hears that the server takes it no more, and that it does again", async () => {
  const { serving, close } = await serveFresh();
  let token = serving.token;
  const base = serving.url.replace(/\/$/, "");
  const store = serverStore({ token: () => token, base, fetch: fetchFrom(serving.url) });
  const heard: boolean[] = [];
  store.access.watch(() => heard.push(store.access.isLocked()));

  await store.list();
  token = "x".repeat(43);
  await expect(store.list()).rejects.toMatchObject({ code: "locked" });
  await expect(store.inspector.ask({ do: "look" })).rejects.toMatchObject({ code: "locked" });
  token = serving.token;
  await store.list();
  await close();

  expect(heard).toEqual([true, false]);
});
