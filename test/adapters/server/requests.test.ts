import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ask as askAt, tryRequests, type Answer, type Asked } from "#test/support/requestMatrix.ts";
import { serve, type Serving } from "#adapters/server/serve.ts";
import type { Store } from "#core/project/store.ts";

const share = process.env["LONG"] ? 1 : 1 / 8;
let dir: string;
let serving: Serving;
let port: number;
/** Every call that reached the store. */
const reached: string[] = [];
const store: Store = {
  list: async () => (reached.push("list"), []),
  read: async () => (reached.push("read"), []),
  save: async () => (reached.push("save"), { ok: true, files: [] }),
  create: async () => void reached.push("create"),
  rename: async () => void reached.push("rename"),
  duplicate: async () => void reached.push("duplicate"),
  remove: async () => void reached.push("remove"),
  siblings: async () => [],
  others: async () => [],
  watch: () => () => undefined,
};

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "turnwright-requests-"));
  await writeFile(join(dir, "index.html"), "<!doctype html><html><head><title>t</title></head></html>");
  await writeFile(join(dir, "app.js"), "1");
  serving = await serve({ store, place: dir, studioDir: dir, port: 0 });
  port = Number(new URL(serving.url).port);
});
afterAll(async () => {
  await serving.close();
  await rm(dir, { recursive: true });
});
beforeEach(() => {
  reached.length = 0;
});

const ask = (asked: Asked): Promise<Answer> => askAt(port, asked);

/** Bytes as they are, over a bare socket. */
const raw = (text: string): Promise<string> =>
  new Promise((done) => {
    let said = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.setTimeout(1500, () => socket.destroy());
    socket.on("data", (part: Buffer) => (said += part.toString()));
    socket.on("error", () => undefined);
    socket.on("close", () => done(said));
  });

test("only our own page with this start's token reaches the store, of every mix of method, Host, Origin, type and token", async () => {
  const { tried, allowed, accepted, faults } = await tryRequests(port, serving.token, share);

  expect(faults).toEqual([]);
  expect(tried).toBeGreaterThan(1000);
  expect(allowed).toBe(9);
  expect(accepted).toBe(allowed);
  // A removal asks for the names first, so that other pages can be told.
  expect(reached.filter((call) => call === "remove").length).toBe(allowed);
  expect(reached.filter((call) => call !== "remove" && call !== "list")).toEqual([]);
}, 300_000);

test("no verb reaches the store without the token", async () => {
  for (const verb of [
    "session",
    "list",
    "read",
    "save",
    "create",
    "rename",
    "duplicate",
    "remove",
    "events",
    "nothing",
  ]) {
    const headers = {
      host: `127.0.0.1:${port}`,
      origin: `http://127.0.0.1:${port}`,
      "content-type": "application/json",
    };
    const { status } = await ask({
      method: "POST",
      path: `/api/${verb}`,
      headers,
      body: '{"game":"one","to":"two","files":[],"changes":[]}',
    });
    expect(status, verb).toBe(403);
  }
  expect(reached).toEqual([]);
});

test("odd requests over a bare socket change nothing", async () => {
  const host = `127.0.0.1:${port}`;
  const body = '{"game":"one"}';
  const rest = `content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`;
  const right = `origin: http://${host}\r\nx-turnwright-token: ${serving.token}\r\n`;
  const wrong = `origin: http://${host}\r\nx-turnwright-token: nothing\r\n`;
  const requests = [
    `POST /api/remove HTTP/1.1\r\nhost: ${host}\r\nhost: evil.example\r\n${right}${rest}`,
    `POST /api/remove HTTP/1.1\r\nhost: evil.example\r\nhost: ${host}\r\n${right}${rest}`,
    `POST /api/remove HTTP/1.0\r\n${right}${rest}`,
    `POST /api/remove HTTP/1.1\r\n${right}${rest}`,
    `POST /api/remove HTTP/1.1\r\nhost:\r\n${right}${rest}`,
    `POST /api/remove HTTP/1.1\r\nhost: ${host}\r\n${right}${wrong}${rest}`,
    `POST /api/remove HTTP/1.1\r\nhost: ${host}\r\n${wrong}${right}${rest}`,
    `POST http://${host}/api/remove HTTP/1.1\r\nhost: ${host}\r\n${right}${rest}`,
    `POST //api/remove HTTP/1.1\r\nhost: ${host}\r\n${right}${rest}`,
    `POST /api/../api/remove HTTP/1.1\r\nhost: ${host}\r\n${right}${rest}`,
    `POST /%61pi/remove HTTP/1.1\r\nhost: ${host}\r\n${right}${rest}`,
    `POST /api/remove?x#y HTTP/1.1\r\nhost: ${host}\r\n${right}${rest}`,
    `POST /API/remove HTTP/1.1\r\nhost: ${host}\r\n${right}${rest}`,
    `POST /api/remove\0 HTTP/1.1\r\nhost: ${host}\r\n${right}${rest}`,
    `POST /api/remove HTTP/1.1\r\nhost: ${host}\r\n x-folded: 1\r\n${wrong}${rest}`,
    `POST /api/list HTTP/1.1\r\nhost: ${host}\r\n${wrong}transfer-encoding: chunked\r\ncontent-length: 5\r\ncontent-type: application/json\r\n\r\n0\r\n\r\nPOST /api/remove HTTP/1.1\r\n`,
    `GET /api/remove?game=one&token=${serving.token} HTTP/1.1\r\nhost: ${host}\r\n${right}connection: close\r\n\r\n`,
    `CONNECT ${host} HTTP/1.1\r\nhost: ${host}\r\n${right}\r\n`,
    `GET /api/events HTTP/1.1\r\nhost: ${host}\r\nupgrade: websocket\r\nconnection: upgrade\r\n${right}\r\n`,
  ];

  for (const text of requests)
    expect(await raw(text), text).not.toMatch(/^HTTP\/1\.1 200[^]*application\/json/);

  expect(reached).toEqual([]);
  const asUsual = `POST /api/remove HTTP/1.1\r\nhost: ${host}\r\n${right}${rest}`;
  expect(await raw(asUsual)).toMatch(/^HTTP\/1\.1 200/);
  expect(reached).toContain("remove");
});

const ours = () => ({
  host: `127.0.0.1:${port}`,
  origin: `http://127.0.0.1:${port}`,
  "content-type": "application/json",
  "x-turnwright-token": serving.token,
});

test("a body of another form is refused before the store sees it", async () => {
  const bodies = [
    "",
    "[]",
    "null",
    '"x"',
    "{",
    '{"game":1}',
    '{"game":"one","changes":{}}',
    '{"game":"one","changes":[{"name":"machine"}]}',
    '{"__proto__":{"game":"one","changes":[]}}',
    "\xff",
  ];
  for (const body of bodies) {
    const { status } = await ask({ method: "POST", path: "/api/save", headers: ours(), body });
    expect(status, body).toBe(422);
  }
  expect(reached).toEqual([]);
});

test("a body above 48 MB is refused by its length and by its bytes", async () => {
  const said = await ask({
    method: "POST",
    path: "/api/save",
    headers: { ...ours(), "content-length": String(50 * 1024 * 1024) },
  }).catch((error: Error) => error.message);
  const counted = await ask({
    method: "POST",
    path: "/api/save",
    headers: { ...ours(), "transfer-encoding": "chunked" },
    body: " ".repeat(49 * 1024 * 1024),
  }).catch((error: NodeJS.ErrnoException) => error.code);

  expect(said).toMatchObject({ status: 413 });
  // The rest is not read: the sender may see the end of the line before it sees the answer.
  expect(["ECONNRESET", "EPIPE", 413]).toContain(typeof counted === "object" ? counted.status : counted);
  expect(reached).toEqual([]);
});

test("the page is not kept, not framed and under a policy; its files are under the same guard", async () => {
  const page = await ask({ method: "GET", path: "/", headers: { host: `localhost:${port}` } });
  const file = await ask({ method: "GET", path: "/app.js", headers: { host: `localhost:${port}` } });
  const foreign = await ask({ method: "GET", path: "/", headers: { host: "evil.example" } });
  const missing = await ask({
    method: "GET",
    path: "/../../etc/passwd.txt",
    headers: { host: `localhost:${port}` },
  });

  expect(page.body).toContain(`<meta name="turnwright-server"`);
  expect(page.headers).toMatchObject({
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
  expect(page.headers["content-security-policy"]).toContain("default-src 'self'; script-src 'self'");
  expect(page.headers["content-security-policy"]).not.toContain("script-src 'self' 'unsafe-inline'");
  expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(file).toMatchObject({ status: 200, body: "1" });
  expect(file.headers["x-content-type-options"]).toBe("nosniff");
  expect(foreign.status).toBe(403);
  expect(missing.status).toBe(404);
});

test("no document and no asset carries the token or the key, however it is asked for", async () => {
  const hosts = [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, "evil.example"];
  const kinds = [undefined, "document", "iframe", "script", "empty"];
  const paths = ["/", "/index.html", "/app.js", "/inspect", "/inspect/", "/one/rules", "/nothing.js", "/api"];
  for (const method of ["GET", "HEAD", "POST"])
    for (const path of paths)
      for (const host of hosts)
        for (const kind of kinds) {
          const headers = { host, ...(kind === undefined ? {} : { "sec-fetch-dest": kind }) };
          const answer = await ask({ method, path, headers });
          const said = JSON.stringify(answer);
          expect(said, `${method} ${path}`).not.toContain(serving.token);
          expect(said, `${method} ${path}`).not.toContain(serving.key);
          expect(answer.headers["set-cookie"], path).toBeUndefined();
        }
});

test("the studio is one page: other addresses, the inspector's too, are not there", async () => {
  for (const path of ["/inspect", "/inspect/", "/inspect?x", "/one/rules", "/machines"]) {
    const { status, body } = await ask({ method: "GET", path, headers: { host: `localhost:${port}` } });
    expect(status, path).toBe(404);
    expect(body, path).not.toContain("<html");
  }
});

test("the key is exchanged for the token, by our own page only, and opens nothing else", async () => {
  const headers = {
    host: `127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    "content-type": "application/json",
  };
  const call = (verb: string, more: Readonly<Record<string, string>>) =>
    ask({ method: "POST", path: `/api/${verb}`, headers: { ...headers, ...more }, body: "{}" });
  const key = { "x-turnwright-key": serving.key };

  const given = await call("session", key);
  const again = await call("session", key);

  expect(JSON.parse(given.body)).toMatchObject({ token: serving.token });
  expect(again.status).toBe(200);
  expect((await call("session", {})).status).toBe(403);
  expect((await call("session", { "x-turnwright-key": serving.token })).status).toBe(403);
  expect((await call("session", { "x-turnwright-token": serving.token })).status).toBe(403);
  expect((await call("session", { ...key, origin: `http://127.0.0.1:${port + 1}` })).status).toBe(403);
  expect((await call("list", key)).status).toBe(403);
  expect((await call("list", { "x-turnwright-token": serving.key })).status).toBe(403);
  expect(reached).toEqual([]);
});

test("two starts have two tokens and two ports", async () => {
  const other = await serve({ store, place: dir, studioDir: dir, port });

  expect(other.url).not.toBe(serving.url);
  expect(other.token).not.toBe(serving.token);
  expect(other.key).not.toBe(serving.key);
  expect(new Set([other.token, other.key, serving.token, serving.key]).size).toBe(4);
  expect([other.token.length, other.key.length]).toEqual([43, 43]);
  await other.close();
});

test("a studio that is not built is told with what to do", async () => {
  await expect(serve({ store, place: dir, studioDir: join(dir, "none"), port: 0 })).rejects.toThrow(
    /npm run build/,
  );
});
