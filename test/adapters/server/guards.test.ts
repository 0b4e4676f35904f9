import { once } from "node:events";
import { mkdtemp, readdir, readlink, rm, writeFile } from "node:fs/promises";
import { IncomingMessage, request, ServerResponse } from "node:http";
import { connect, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Failure, TellFailure } from "#core/diagnostic/failure.ts";
import type { Store, StoreEvent } from "#core/project/store.ts";
import { heartbeat } from "#core/project/wire.ts";
import { eventLines } from "#adapters/server/eventLines.ts";
import { MAX_CONNECTIONS } from "#adapters/server/listen.ts";
import { serve, type Serving } from "#adapters/server/serve.ts";

let dir: string;
let serving: Serving;
let port: number;
let told: Failure[];
let watcher: { readonly changed: (event: StoreEvent) => void; readonly failed?: TellFailure | undefined };
let list: Store["list"];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "turnwright-guards-"));
  await writeFile(join(dir, "index.html"), "<!doctype html><html><head><title>t</title></head></html>");
  await writeFile(join(dir, "app.js"), "0123456789");
  told = [];
  list = async () => [];
  await start();
});
const start = async () => {
  const store: Store = {
    list: () => list(),
    read: async () => [],
    save: async () => ({ ok: true, files: [] }),
    create: async () => undefined,
    rename: async () => undefined,
    duplicate: async () => undefined,
    remove: async () => undefined,
    siblings: async () => [],
    others: async () => [],
    watch(changed, failed) {
      watcher = { changed, failed };
      return () => undefined;
    },
  };
  serving = await serve({ store, place: dir, studioDir: dir, port: 0, failed: (one) => told.push(one) });
  port = Number(new URL(serving.url).port);
};
afterEach(async () => {
  vi.useRealTimers();
  await serving.close();
  await rm(dir, { recursive: true, force: true });
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}, at = port): Promise<string> =>
  new Promise((done) => {
    const sent = request({ host: "127.0.0.1", port: at, path, headers }, (response) => {
      let text = "";
      response.on("data", (part: Buffer) => (text += part.toString()));
      response.on("error", () => done("broken off"));
      response.on("end", () => done(`${response.statusCode} ${text}`));
    });
    sent.on("error", () => done("broken off"));
    sent.end();
  });

const call = (verb: string, body: unknown): Promise<IncomingMessage> =>
  new Promise((done, fail) => {
    const headers = {
      "content-type": "application/json",
      "sec-fetch-site": "none",
      "x-turnwright-token": serving.token,
    };
    const sent = request({ host: "127.0.0.1", port, path: `/api/${verb}`, method: "POST", headers }, done);
    sent.on("error", fail);
    sent.end(JSON.stringify(body));
  });

test.each([
  "bytes=5-2",
  "bytes=9-9",
  "bytes=-1",
  "bytes=x-y",
  "bytes=99-",
  "bytes=1e9-1",
  "nonsense",
  "bytes=5-2,1-0",
])("a range that is none does not end the studio: %s", async (range) => {
  const inspector = Number(new URL(serving.inspector.url).port);
  await get("/app.js", { range });
  await get("/app.js", { range }, inspector);

  expect(await get("/app.js")).toBe("200 0123456789");
  expect(await get("/app.js", {}, inspector)).toBe("200 0123456789");
});

test("a page that leaves in the middle of a call is no fault of ours", async () => {
  const half = connect(port, "127.0.0.1");
  const headers = [`Host: 127.0.0.1:${port}`, "Content-Type: application/json", "Sec-Fetch-Site: none"];
  const secret = `X-Turnwright-Token: ${serving.token}`;
  half.write(
    `POST /api/read HTTP/1.1\r\n${[...headers, secret, "Content-Length: 100"].join("\r\n")}\r\n\r\n{"game":`,
  );
  await once(half, "ready");
  const isGone = new Promise((done) => half.once("close", done));
  await get("/app.js");
  half.destroy();
  await isGone;
  // What was asked for later is answered when the server has heard of it.
  for (let i = 0; i < 3; i++) await get("/app.js");

  expect(told).toEqual([]);
});

test("a file of the studio that is gone is not found, and is told", async () => {
  await rm(join(dir, "app.js"));

  expect(await get("/app.js")).toMatch(/^404/);
  expect(await get("/")).toMatch(/^200/);
  expect(told).toEqual([{ place: "served", message: expect.stringContaining("ENOENT") as string }]);
});

test("the page of the studio that is gone is a failed answer, and is told", async () => {
  await rm(join(dir, "index.html"));

  expect(await get("/")).toMatch(/^500/);
  expect(told).toEqual([{ place: "served", message: expect.stringContaining("ENOENT") as string }]);
});

test.each<[string, unknown]>([
  ["an error", new TypeError("x is not a function")],
  [
    "an object that throws when it is asked for its text",
    {
      toString: 1,
      toJSON: () => {
        throw new Error("no");
      },
    },
  ],
  ["nothing", undefined],
])("a call that meets a fault of ours is answered, and told: %s", async (_, thrown) => {
  list = () => Promise.reject(thrown as Error);

  const answer = await call("list", {});
  answer.resume();

  expect(answer.statusCode).toBe(507);
  expect(told).toMatchObject([{ place: "call" }]);
});

test("what a person is refused is no fault of ours, and is not told", async () => {
  const answer = await call("read", { game: 5 });
  answer.resume();

  expect(answer.statusCode).toBe(422);
  expect(told).toEqual([]);
});

test("pages hear what failed on the server", async () => {
  const line = await call("events", {});
  const lines: string[] = [];
  line.on("data", (part: Buffer) => lines.push(...part.toString().split("\n")));
  watcher.failed?.({ place: "files", message: "too many open files" });

  await vi.waitFor(() =>
    expect(lines).toContain('{"failure":{"place":"files","message":"too many open files"}}'),
  );
  expect(told).toEqual([{ place: "files", message: "too many open files" }]);
  line.destroy();
});

/** A page that listens for news and reads none of it. */
const deafPage = (): Promise<Socket> =>
  new Promise((done) => {
    const head = [
      "POST /api/events HTTP/1.1",
      `host: 127.0.0.1:${port}`,
      "content-type: application/json",
      "sec-fetch-site: none",
      `x-turnwright-token: ${serving.token}`,
      "content-length: 2",
    ];
    const socket = connect(port, "127.0.0.1", () => socket.write(`${head.join("\r\n")}\r\n\r\n{}`));
    socket.once("data", () => done(socket.pause()));
  });

test("a page that reads nothing, and gives way to others, does not end the studio at the next heartbeat", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await serving.close();
  await start();
  const deaf = await deafPage();
  // More than the system keeps of what nobody reads.
  const removed = Array.from({ length: 20_000 }, (_, i) => `${i} ${"x".repeat(300)}`);
  watcher.changed({ game: "a", files: [], removed });
  const lines = await Promise.all(Array.from({ length: 100 }, () => call("events", {})));

  vi.advanceTimersByTime(heartbeat);
  await new Promise((done) => setTimeout(done, 100));

  expect(await get("/")).toMatch(/^200/);
  expect(told).toEqual([]);
  deaf.destroy();
  for (const line of lines) line.destroy();
});

test("a page that reads nothing does not have the news pile up", async () => {
  const deaf = await deafPage();
  const closed = new Promise((done) => deaf.once("close", done));
  const removed = Array.from({ length: 20_000 }, (_, i) => `${i} ${"x".repeat(300)}`);
  for (let i = 0; i < 8; i++) watcher.changed({ game: "a", files: [], removed });

  deaf.resume();
  await closed;
});

/** A connection that says something and reads none of what comes. @returns once all was said */
const mute = (at: number, says: string): Promise<Socket> =>
  new Promise((done) => {
    const socket = connect({ port: at, host: "127.0.0.1", allowHalfOpen: true }, () => {
      socket.pause();
      socket.write(says, () => done(socket));
    });
    socket.on("error", () => done(socket));
  });
/** More than the system keeps of what nobody reads. */
const LARGE = 16 * 1024 * 1024;
const getOf = (path: string, at: number) => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${at}\r\n\r\n`;

/** How often the large file is open, where the system tells. */
const largeFilesOpen = async () => {
  const open = await readdir("/proc/self/fd").catch(() => []);
  const paths = open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ""));
  return (await Promise.all(paths)).filter((path) => path.includes("large.js")).length;
};

/** Ports of the studio and of the inspector that is served beside it. */
const ports = () => [port, Number(new URL(serving.inspector.url).port)];

test.skipIf(process.platform !== "linux")(
  "an answer that is broken off, or given up, leaves no file open",
  async () => {
    await writeFile(join(dir, "large.js"), "x".repeat(LARGE));
    await serving.close();
    await start();

    const sockets: Socket[] = [];
    for (const at of ports())
      for (let i = 0; i < 20; i++) sockets.push(await mute(at, getOf("/large.js", at)));
    await vi.waitFor(async () => expect(await largeFilesOpen()).toBe(40));
    for (const socket of sockets) socket.destroy();

    await vi.waitFor(async () => expect(await largeFilesOpen()).toBe(0));
    expect(told).toEqual([]);
  },
);

const upgradeOf = (path: string, at: number) =>
  getOf(path, at).replace(
    /\r\n\r\n$/,
    "\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
  );

test.skipIf(process.platform !== "linux").each<[string, (at: number) => string]>([
  ["files", (at) => getOf("/large.js", at).repeat(500)],
  ["pages", (at) => getOf("/large.js", at) + (getOf("/", at) + getOf("/inspect", at)).repeat(500)],
  ["refusals", (at) => getOf("/large.js", at) + getOf("/none", at + 1).repeat(500)],
  ["an upgrade", (at) => getOf("/large.js", at) + upgradeOf("/app", at)],
  ["a refused upgrade", (at) => getOf("/large.js", at) + upgradeOf("/none", at)],
])(
  "who asks for more before it was answered is hung up on, and nothing is kept of it: %s",
  async (_, says) => {
    await writeFile(join(dir, "large.js"), "x".repeat(LARGE));
    await serving.close();
    await start();

    for (const at of ports()) {
      const sockets = await Promise.all(Array.from({ length: 20 }, () => mute(at, says(at))));
      let most = 0;
      for (let i = 0; i < 10; i++) {
        most = Math.max(most, await largeFilesOpen());
        await get("/app.js", {}, at);
      }
      expect(most).toBeLessThanOrEqual(sockets.length);
      for (const socket of sockets) socket.destroy();
      await vi.waitFor(async () => expect(await largeFilesOpen()).toBe(0));
      expect(await get("/app.js", {}, at)).toBe("200 0123456789");
    }
    expect(told).toEqual([]);
  },
);

test.each(["", "GET / HTTP/1.1\r\nhost: ", "large", "upgrade"])(
  "connections that are held open keep nobody out, and are bounded: %j",
  async (what) => {
    await writeFile(join(dir, "large.js"), "x".repeat(LARGE));
    await serving.close();
    await start();
    const page = await call("events", {});
    const lines: string[] = [];
    page.on("data", (part: Buffer) => lines.push(part.toString()));
    const sockets = new Set<Socket>();

    for (const at of ports()) {
      const upgrade = getOf("/other", at).replace(
        /\r\n\r\n$/,
        "\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
      );
      const says = what === "large" ? getOf("/large.js", at) : what === "upgrade" ? upgrade : what;
      for (let i = 0; i < MAX_CONNECTIONS + 40; i++) {
        const socket = await mute(at, says);
        sockets.add(socket.once("end", () => sockets.delete(socket)));
      }
      expect(await get("/app.js", {}, at)).toBe("200 0123456789");
    }

    const bound = ports().length * MAX_CONNECTIONS;
    // Whoever is being sent much would have to read all of it to learn that its line has ended: there the files that are open tell.
    if (what !== "large") for (const socket of sockets) socket.resume();
    const held = async () => (what === "large" ? await largeFilesOpen() : sockets.size);
    await vi.waitFor(async () => expect(await held()).toBeLessThanOrEqual(bound), { timeout: 10_000 });
    watcher.failed?.({ place: "files", message: "still heard" });
    await vi.waitFor(() => expect(lines.join()).toContain("still heard"));
    page.destroy();
    for (const socket of sockets) socket.destroy();
  },
);

test("who is refused an upgrade, and does not hang up, is hung up on", async () => {
  const at = ports()[1] ?? 0;
  const socket = await mute(
    at,
    getOf("/app", at).replace(
      "\r\nhost",
      "\r\nconnection: upgrade\r\nupgrade: websocket\r\norigin: http://evil.example\r\nhost",
    ),
  );
  let text = "";
  socket.on("data", (part: Buffer) => (text += part.toString()));
  const reset = new Promise((done) => socket.once("end", done));
  socket.resume();
  await reset;

  // Our half stays open: what is written into it is answered by the system with a reset once the other side has closed.
  await vi.waitFor(
    async () => {
      socket.write("x");
      await new Promise((done) => setTimeout(done, 50));
      expect(socket.destroyed).toBe(true);
    },
    { timeout: 5_000 },
  );
  expect(text).toMatch(/^HTTP\/1\.1 403/);
});

test("news are not written to a page that has left, though nobody heard it leave", () => {
  const lines = eventLines();
  const responses = ["end", "destroy"].map((how) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    lines.add(response, how);
    if (how === "end") response.end();
    else response.destroy();
    return response;
  });
  const late = new ServerResponse(new IncomingMessage(new Socket())).destroy();
  lines.add(late, "late");
  const errors: unknown[] = [];
  for (const response of [...responses, late]) {
    response.on("error", (error) => errors.push(error));
    vi.spyOn(response, "write");
  }

  lines.tell({ inspector: true });
  lines.close();

  for (const response of [...responses, late]) expect(response.write).not.toHaveBeenCalled();
  expect(errors).toEqual([]);
});
