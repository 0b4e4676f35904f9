import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import WebSocket, { WebSocketServer } from "ws";
import {
  maxMessageBytes,
  maxTraceChars,
  type AppStage,
  type FromPage,
  type FromRelay,
  type InspectorNews,
} from "#core/project/inspectWire.ts";
import type { Store } from "#core/project/store.ts";
import { serve, type Serving } from "#adapters/server/serve.ts";
import { tryHandshakes } from "#test/support/inspector/upgradeMatrix.ts";

let dir: string;
let serving: Serving;
/** Of the inspector: `http://127.0.0.1:PORT`. */
let origin: string;
let key: string;
const open: WebSocket[] = [];
/** Calls that would change something. */
const written: string[] = [];
const store: Store = {
  list: async () => [{ id: "lamp", title: {}, files: [], place: "", path: "machines/lamp.machine.ts" }],
  read: async (game) =>
    game === "lamp" ? [{ name: "machine", text: "export {}", hash: "x" }] : Promise.reject(new Error("no")),
  save: async () => (written.push("save"), { ok: true, files: [] }),
  create: async () => void written.push("create"),
  rename: async () => void written.push("rename"),
  duplicate: async () => void written.push("duplicate"),
  remove: async () => void written.push("remove"),
  siblings: async () => [],
  others: async () => [],
  watch: () => () => undefined,
};

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "turnwright-inspector-"));
  await writeFile(join(dir, "index.html"), "<!doctype html><html><head><title>studio</title></head></html>");
  await writeFile(
    join(dir, "inspect.html"),
    "<!doctype html><html><head><title>inspector</title></head></html>",
  );
  await writeFile(join(dir, "app.js"), "1");
});
afterAll(() => rm(dir, { recursive: true }));
beforeEach(async () => {
  serving = await serve({ store, place: dir, studioDir: dir, port: 0 });
  origin = new URL(serving.inspector.url).origin;
  key = /#key=([\w-]+)/.exec(serving.inspector.address)?.[1] ?? "";
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  await serving.close();
  expect(written).toEqual([]);
});

/** A WebSocket that is open, or the status or code with which it was turned away. */
const dial = (path: string, headers: Readonly<Record<string, string>> = {}, at = origin) =>
  new Promise<WebSocket | number>((done) => {
    const socket = new WebSocket(`${at.replace("http", "ws")}${path}`, { headers, perMessageDeflate: false });
    open.push(socket);
    socket.on("open", () => done(socket));
    socket.on("unexpected-response", (_asked, answer) => done(answer.statusCode ?? 0));
    socket.on("error", () => done(0));
  });
const app = async (path = "/app", headers = {}): Promise<WebSocket> => {
  const socket = await dial(path, headers);
  if (typeof socket === "number") throw new Error(`The app was turned away: ${socket}`);
  return socket;
};

/** By which an app introduces itself. */
const introduction = (name: string) =>
  JSON.stringify({ type: "turnwright.app", version: 1, run: name, n: 0, name, allows: [] });

class Page {
  readonly said: FromRelay[] = [];
  readonly socket: WebSocket;
  /** @param approves whether the person at it says yes to every app that asks */
  constructor(socket: WebSocket, approves: boolean) {
    this.socket = socket;
    socket.on("message", (data) => {
      const what = JSON.parse(String(data)) as FromRelay;
      if (approves && what.t === "open") {
        if (what.stage === "waiting") this.ask({ t: "approve", app: what.app });
        // All that it said follows.
        const earlier = this.said.filter((one) => one.t !== "hello" && "app" in one && one.app === what.app);
        for (const one of earlier) this.said.splice(this.said.indexOf(one), 1);
      }
      this.said.push(what);
    });
  }
  ask(what: FromPage): void {
    this.socket.send(JSON.stringify(what));
  }
  of<T extends FromRelay["t"]>(t: T): (FromRelay & { t: T })[] {
    return this.said.filter((one): one is FromRelay & { t: T } => one.t === t);
  }
  async until<T extends FromRelay["t"]>(t: T, count = 1): Promise<FromRelay & { t: T }> {
    await expect.poll(() => this.of(t).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
    return this.of(t).at(-1) as FromRelay & { t: T };
  }
}
/** A page of the inspector. @param hello with which key it says hello */
const page = async (hello: string | null = key, approves = true): Promise<Page> => {
  const socket = await dial("/page", { origin });
  if (typeof socket === "number") throw new Error(`The page was turned away: ${socket}`);
  const made = new Page(socket, approves);
  made.ask({ t: "hello", ...(hello === null ? {} : { key: hello }) });
  await made.until("hello");
  return made;
};

/** The studio, which has the token, asks. */
const studio = async (body: object, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await fetch(`${serving.url}api/inspect`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-turnwright-token": serving.token,
      origin: new URL(serving.url).origin,
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, news: (await answer.json()) as InspectorNews };
};

const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((done, fail) => {
    const asked = request(url, { headers }, (answer) => {
      let body = "";
      answer.on("data", (part: Buffer) => (body += part.toString()));
      answer.on("end", () => done({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
    });
    asked.on("error", fail).end();
  });

test("the inspector has an origin of its own, a policy of its own, and nothing of the studio's", async () => {
  const shown = await get(`${origin}/inspect`);
  const [noEnding, studioHere, indexHere, api, asset, root, foreign] = await Promise.all([
    get(`${origin}/index`),
    get(`${origin}/index.html`),
    get(`${origin}/anything/`),
    get(`${origin}/api/list`),
    get(`${origin}/app.js`),
    get(`${origin}/`),
    get(`${origin}/inspect`, { host: "evil.example" }),
  ]);

  expect(new URL(serving.url).origin).not.toBe(origin);
  expect(shown.body).toContain("inspector");
  expect(shown.headers).not.toHaveProperty("cross-origin-opener-policy");
  expect(shown.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(shown.headers["content-security-policy"]).toContain(
    `connect-src 'self' ws://${new URL(origin).host};`,
  );
  expect([noEnding.status, studioHere.status, indexHere.status, api.status]).toEqual([404, 404, 404, 404]);
  expect(asset).toMatchObject({ status: 200, body: "1" });
  expect(root).toMatchObject({ status: 302, headers: { location: "/inspect" } });
  expect(foreign.status).toBe(403);
  for (const secret of [serving.token, serving.key, key])
    expect(JSON.stringify([shown, studioHere, asset, root])).not.toContain(secret);
  for (const path of ["inspect", "inspect.html"])
    expect((await get(`${serving.url}${path}`)).status, path).toBe(404);
});

test("law: however an address is encoded, at either port it is answered as its plain form, a page under its policy", async () => {
  const atBoth = (path: string) =>
    Promise.all([origin, new URL(serving.url).origin].map((at) => get(at + path)));
  const summary = (answers: Awaited<ReturnType<typeof atBoth>>) =>
    answers.map(({ status, headers, body }) => [
      status,
      headers["content-security-policy"],
      headers["location"],
      body,
    ]);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("/", "/index.html", "/inspect", "/inspect.html", "/app.js", "/index", "/nothing.html"),
      fc.infiniteStream(fc.constantFrom("plain", "lower", "upper")),
      fc.constantFrom("", "?x", "#x"),
      async (route, forms, behind) => {
        const encoded = route.replace(/[^/]/g, (char) => {
          const form = forms.next().value;
          const hex = `%${char.charCodeAt(0).toString(16)}`;
          return form === "plain" ? char : form === "lower" ? hex : hex.toUpperCase();
        });
        const answers = summary(await atBoth(encoded + behind));
        expect(answers, encoded).toEqual(summary(await atBoth(route)));
        const [inspector, studio] = answers;
        expect(inspector?.[0] === 200 && String(inspector[3]).includes("studio")).toBe(false);
        expect(studio?.[0] === 200 && String(studio[3]).includes("inspector")).toBe(false);
        for (const [status, policy, , body] of answers)
          if (status === 200 && String(body).includes("<html"))
            expect(policy).toContain("frame-ancestors 'none'");
      },
    ),
    { numRuns: 100 },
  );
});

test("pages of this computer that were named may frame it, and no others", async () => {
  const frames = ["http://localhost:5173", "https://evil.example"];
  const other = await serve({ store, place: dir, studioDir: dir, port: 0, frames });

  const { headers } = await get(other.inspector.url);
  await other.close();

  expect(headers["content-security-policy"]).toMatch(/frame-ancestors http:\/\/localhost:5173$/);
});

test("an app is taken from a program or a page of this computer; a page that looks on from our own origin alone", async () => {
  const port = new URL(origin).port;
  const apps: readonly [Readonly<Record<string, string>>, boolean][] = [
    [{}, true],
    [{ origin: "http://localhost:5173" }, true],
    [{ origin: "https://127.0.0.1" }, true],
    [{ origin: "http://[::1]:3000" }, true],
    [{ origin: "null" }, false],
    [{ origin: "https://evil.example" }, false],
    [{ origin: "http://localhost.evil.example" }, false],
    [{ origin: "http://127.0.0.1.nip.io:80" }, false],
    [{ origin: "http://127.0.0.1:80@evil.example" }, false],
    [{ origin: "file://" }, false],
    [{ host: "evil.example" }, false],
    [{ host: `evil.example:${port}` }, false],
  ];
  for (const path of ["/app", "/"])
    for (const [headers, may] of apps)
      expect(typeof (await dial(path, headers)) === "object", `${path} ${JSON.stringify(headers)}`).toBe(may);

  const lookers: readonly [Readonly<Record<string, string>>, boolean][] = [
    [{ origin }, true],
    [{ origin: `http://localhost:${port}`, host: `localhost:${port}` }, true],
    [{}, false],
    [{ origin: new URL(serving.url).origin }, false],
    [{ origin: `http://localhost:${port}` }, false],
    [{ origin: `https://127.0.0.1:${port}` }, false],
    [{ origin: "http://localhost:5173" }, false],
    [{ origin: "null" }, false],
  ];
  for (const [headers, may] of lookers)
    expect(typeof (await dial("/page", headers)) === "object", JSON.stringify(headers)).toBe(may);
  expect(await dial("/other")).toBe(403);
  expect(await dial("/app", {}, new URL(serving.url).origin)).not.toBeTypeOf("object");
}, 60_000);

test("of every mix of Host, Origin and path the handshakes that may succeed do, and no others", async () => {
  const share = process.env["LONG"] ? 1 : 1 / 20;
  const [port, studioPort] = [origin, serving.url].map((url) => Number(new URL(url).port)) as [
    number,
    number,
  ];

  const { tried, allowed, faults } = await tryHandshakes(port, studioPort, { share, seed: 0 });

  expect(faults).toEqual([]);
  expect(tried).toBeGreaterThan(200);
  expect(allowed).toBeGreaterThan(2);
}, 120_000);

test("what an app says comes to the page as it was said, also what it said before, and the page may answer", async () => {
  const first = await app("/app", { origin: "http://localhost:5173" });
  first.send(introduction("one"));
  const looking = await page();
  await looking.until("message");
  first.send("no JSON at all");
  const told = await looking.until("message", 2);

  const heard = once(first, "message");
  looking.ask({ t: "send", app: told.app, text: "back" });

  expect(looking.of("open")).toMatchObject([
    { t: "open", app: told.app, stage: "shown", way: "in", origin: "http://localhost:5173" },
  ]);
  expect(looking.of("message").map(({ text }) => text)).toEqual([introduction("one"), "no JSON at all"]);
  expect(String((await heard)[0])).toBe("back");
  first.close();
  expect(await looking.until("closed")).toMatchObject({ app: told.app });
});

test("a page without the key hears nothing and can do nothing, but ask to be joined", async () => {
  const telling = await app();
  telling.send(introduction("secret move"));
  let heard = 0;
  telling.on("message", () => heard++);

  const strangers = [
    await page(null),
    await page("x".repeat(43)),
    await page(serving.token),
    await page(serving.key),
  ];
  for (const stranger of strangers) {
    stranger.ask({ t: "send", app: 1, text: "x" });
    stranger.ask({ t: "leave", app: 1 });
    stranger.ask({ t: "library" });
    stranger.ask({ t: "game", game: "lamp" });
    stranger.ask({ t: "reach", at: "127.0.0.1:9" });
    stranger.ask({ t: "hand", trace: { game: "lamp", scenario: "{}" } });
    stranger.ask({ t: "pair" });
    await stranger.until("pairing");
  }

  for (const { said } of strangers)
    expect(said.map(({ t }) => t).toSorted()).toEqual(["handed", "hello", "pairing"]);
  expect(strangers.flatMap((one) => one.of("hello")).some(({ looks }) => looks)).toBe(false);
  expect(strangers.flatMap((one) => one.of("handed")).every(({ state }) => state === "full")).toBe(true);
  expect(heard).toBe(0);
  expect(telling.readyState).toBe(WebSocket.OPEN);
  expect((await studio({ do: "look" })).news.traces).toEqual([]);
});

test("a page that says something else than pages say is let go", async () => {
  for (const said of [
    "{",
    "null",
    "[]",
    '{"t":"eval"}',
    '{"t":"send","app":"1"}',
    '{"t":"toString"}',
    '{"t":{"toString":1}}',
    '{"t":["hello"]}',
    '{"t":"hello","key":{"toString":1}}',
    '{"t":"hand","trace":{}}',
    '{"t":"hand","trace":{"game":"lamp","machine":1,"scenario":"{}"}}',
  ]) {
    const socket = await dial("/page", { origin });
    if (typeof socket === "number") throw new Error("not open");
    const closed = once(socket, "close");
    socket.send(said);
    expect((await closed)[0], said).toBe(1008);
  }
});

test("a message that is too large ends its app's line, is told, and hurts nobody else", async () => {
  const looking = await page();
  const [large, other] = [await app(), await app()];
  await looking.until("open", 2);
  const ended = once(large, "close");

  large.send("x".repeat(maxMessageBytes + 1));

  expect((await ended)[0]).toBe(1009);
  expect((await looking.until("closed")).code).toBe(1009);
  other.send(introduction("still here"));
  expect((await looking.until("message")).text).toBe(introduction("still here"));
});

test("30,000 messages at once, three apps: each message is told or counted, and a quiet app loses none", async () => {
  const looking = await page();
  const [flood, binary, quiet] = [await app(), await app(), await app()];
  for (const one of [flood, binary, quiet]) one.send(introduction("quiet"));
  const isShown = ({ stage }: { readonly stage: AppStage }) => stage === "shown";
  await expect.poll(() => looking.of("open").filter(isShown).length).toBe(3);
  await looking.until("message", 3);
  const [first, second, third] = looking
    .of("open")
    .map(({ app: a }) => a)
    .toSorted();
  const hostile = JSON.stringify({
    type: "@xstate.event",
    __proto__x: { constructor: {} },
    deep: "[".repeat(200),
  });

  for (let i = 0; i < 50; i++) {
    // The flood comes first, so that however slow this computer is there is no time for it to be let through.
    if (i < 10) for (let n = 0; n < 3_000; n++) flood.send(hostile);
    for (let n = 0; n < 200; n++) binary.send(Buffer.from([1, 2, 3]));
    quiet.send(`quiet ${i}`);
    await new Promise((done) => setTimeout(done, 5));
  }
  const [of1, of2] = [first, second].map(
    (n) => () => looking.of("refused").findLast(({ app: a }) => a === n)?.refused,
  );
  const passed = () => looking.of("message").filter(({ app: a }) => a === first).length;
  await expect.poll(() => passed() + (of1?.()?.rate ?? 0), { timeout: 20_000 }).toBe(30_001);
  await expect.poll(() => (of2?.()?.rate ?? 0) + (of2?.()?.binary ?? 0), { timeout: 20_000 }).toBe(10_000);

  expect(looking.of("message").filter(({ app: a }) => a === second)).toHaveLength(1);
  expect(
    looking
      .of("message")
      .filter(({ app: a }) => a === third)
      .map(({ text }) => text),
  ).toEqual([introduction("quiet"), ...Array.from({ length: 50 }, (_, i) => `quiet ${i}`)]);
}, 60_000);

test("on a person's word it goes to an app that is a server, on this computer and never to itself", async () => {
  const theirs = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(theirs, "listening");
  const { port } = theirs.address() as AddressInfo;
  const heard: string[] = [];
  theirs.on("connection", (socket) => {
    socket.send('{"type":"service.register"}');
    socket.on("message", (data) => heard.push(String(data)));
  });
  const looking = await page();

  for (const at of [
    "evil.example:80",
    "10.0.0.1:80",
    "127.0.0.1",
    "x",
    "localhost:99999",
    "127.0.0.1:80/x",
    "a@127.0.0.1:80",
  ])
    looking.ask({ t: "reach", at });
  looking.ask({ t: "reach", at: new URL(origin).host });
  looking.ask({ t: "reach", at: new URL(serving.url).host });
  await looking.until("not-reached", 9);
  looking.ask({ t: "reach", at: `localhost:${port}` });
  const { app: line } = await looking.until("message");
  looking.ask({ t: "send", app: line, text: '{"type":"xstate.inspecting"}' });
  await expect.poll(() => heard).toEqual(['{"type":"xstate.inspecting"}']);
  looking.ask({ t: "leave", app: line });
  await looking.until("closed");
  theirs.close();

  expect(looking.of("not-reached").map(({ why }) => why)).toEqual([
    ...Array(7).fill("place"),
    "self",
    "self",
  ]);
  expect(looking.of("open")).toMatchObject([{ way: "out", origin: null, at: `localhost:${port}` }]);
});

test("a page that the person joined by its code gets the library to read, and hands a trace over that the studio takes", async () => {
  const [mine, other] = [await page(null), await page(null)];
  mine.ask({ t: "pair" });
  other.ask({ t: "pair" });
  const { code = "" } = await mine.until("pairing");
  await other.until("pairing");
  expect((await studio({ do: "look" })).news.asking).toEqual([code, other.of("pairing")[0]?.code]);

  await studio({ do: "join", code: code === "000000" ? "000001" : "000000" });
  expect((await studio({ do: "look" })).news.joined).toBe(0);
  expect((await studio({ do: "join", code })).news.joined).toBe(1);
  await mine.until("pairing", 2);
  mine.ask({ t: "library" });
  mine.ask({ t: "game", game: "lamp" });
  mine.ask({ t: "game", game: "../../etc/passwd" });
  await mine.until("game", 2);
  mine.ask({ t: "hand", trace: { game: "lamp", scenario: '{"format":1}' } });
  other.ask({ t: "hand", trace: { game: "lamp", scenario: "{}" } });
  const { trace } = await mine.until("handed");
  await other.until("handed");
  mine.ask({ t: "hand", trace: { game: "lamp", machine: "bulb", scenario: "{}" } });
  const beside = await mine.until("handed", 2);
  expect((await studio({ do: "look" })).news.traces).toEqual([
    { trace, game: "lamp", scenario: '{"format":1}' },
    { trace: beside.trace, game: "lamp", machine: "bulb", scenario: "{}" },
  ]);
  await studio({ do: "decline", trace: beside.trace });
  expect((await mine.until("handed", 3)).state).toBe("declined");
  const { news } = await studio({ do: "take", trace });

  expect(code).toMatch(/^\d{6}$/);
  expect(mine.of("library")[0]?.games.map(({ id }) => id)).toEqual(["lamp"]);
  expect(mine.of("game").map(({ files }) => files?.map(({ name }) => name) ?? null)).toEqual([
    ["machine"],
    null,
  ]);
  expect(other.of("handed")).toEqual([{ t: "handed", trace: 0, state: "full" }]);
  expect(news.traces).toEqual([]);
  expect((await mine.until("handed", 4)).state).toBe("taken");
  await studio({ do: "part" });
  expect((await mine.until("pairing", 3)).state).toBe("none");
  mine.ask({ t: "library" });
  mine.ask({ t: "pair" });
  await mine.until("pairing", 4);
  expect(mine.of("library").length).toBe(1);
});

test("a game that the studio knows for a copy of a foreign one is foreign to the page that is joined", async () => {
  const joined = async (call: object) => {
    const mine = await page(null);
    mine.ask({ t: "pair" });
    const { code } = await mine.until("pairing");
    await studio({ do: "join", code, ...call });
    await mine.until("pairing", 2);
    mine.ask({ t: "library" });
    return (await mine.until("library")).games.map(({ id, foreign }) => [id, foreign === true]);
  };

  expect(await joined({})).toEqual([["lamp", false]]);
  expect(await joined({ foreign: ["lamp", "gone"] })).toEqual([["lamp", true]]);
  expect(await joined({ foreign: [] })).toEqual([["lamp", false]]);
  expect((await studio({ do: "join", code: "000000", foreign: [1] })).status).toBe(422);
  expect((await studio({ do: "join", code: "000000", foreign: "lamp" })).status).toBe(422);
});

test("a page that was joined stays so when it is loaded anew, until it or the studio parts; another pass does nothing", async () => {
  const join = async (one: Page) => {
    one.ask({ t: "pair" });
    const { code = "" } = await one.until("pairing");
    await studio({ do: "join", code });
    return (await one.until("pairing", 2)).pass ?? "";
  };
  const again = async (pass: string) => {
    const one = await page(null);
    one.ask({ t: "hello", pass });
    await one.until("hello", 2);
    one.ask({ t: "library" });
    // Answered in order: what is not joined gets none.
    one.ask({ t: "hand", trace: { game: "lamp", scenario: "{}" } });
    await one.until("handed");
    return { one, joined: one.of("pairing").at(-1)?.state === "joined" && one.of("library").length === 1 };
  };
  const first = await page(null);
  const pass = await join(first);
  expect(pass.length).toBeGreaterThan(20);
  first.socket.terminate();
  await expect.poll(async () => (await studio({ do: "look" })).news.joined).toBe(0);

  const back = await again(pass);
  expect(back.joined).toBe(true);
  expect((await again(`${pass}x`)).joined).toBe(false);
  back.one.ask({ t: "part" });
  await back.one.until("pairing", 2);
  expect((await again(pass)).joined).toBe(false);

  const second = await join(await page(null));
  await studio({ do: "part" });
  expect((await again(second)).joined).toBe(false);
});

test("a page that comes later hears of apps that are there first, and when they said what they said", async () => {
  const began = Date.now();
  const early = await page();
  const gone = await app();
  gone.send(introduction("over"));
  await early.until("message");
  const there = await app();
  there.send(introduction("still here"));
  await early.until("message", 2);
  gone.close();
  await early.until("closed");
  const told = early.of("message").map(({ at }) => at);

  const later = await page();
  await later.until("message", 2);

  expect(later.of("message").map(({ text }) => text)).toEqual([
    introduction("still here"),
    introduction("over"),
  ]);
  expect(later.of("message").map(({ at }) => at)).toEqual(told.toReversed());
  for (const at of told) expect((at ?? 0) >= began && (at ?? 0) <= Date.now()).toBe(true);
});

test("only the studio's page with its token joins", async () => {
  const mine = await page(null);
  mine.ask({ t: "pair" });
  const { code } = await mine.until("pairing");

  const wrong: Readonly<Record<string, string>>[] = [
    { "x-turnwright-token": key },
    { "x-turnwright-token": serving.key },
    { "x-turnwright-token": "" },
    { origin },
    { origin: "http://localhost:5173" },
  ];
  for (const headers of wrong)
    expect((await studio({ do: "join", code }, headers)).status, JSON.stringify(headers)).toBe(403);
  for (const body of [{}, { do: "x" }, { do: "join" }, { do: "join", code: 1 }, { do: "take", trace: "1" }])
    expect((await studio(body)).status, JSON.stringify(body)).toBe(422);

  expect((await studio({ do: "look" })).news).toMatchObject({ asking: [code], joined: 0 });
});

test("a studio on the last port there is has its inspector on a free one", async () => {
  const last = await serve({ store, place: dir, studioDir: dir, port: 65_535 });
  const shown = await get(last.inspector.url);
  await last.close();

  expect(shown.status).toBe(200);
  expect(new URL(last.inspector.url).port).not.toBe(new URL(last.url).port);
});

test("a long trace is handed over, and one that is too long costs the page nothing", async () => {
  const mine = await page(null);
  mine.ask({ t: "pair" });
  const { code = "" } = await mine.until("pairing");
  await studio({ do: "join", code });

  for (const scenario of ["番".repeat(maxTraceChars / 4), "x".repeat(maxTraceChars + 1)])
    mine.ask({ t: "hand", trace: { game: "lamp", scenario } });
  await mine.until("handed", 2);

  expect(mine.of("handed").map(({ state }) => state)).toEqual(["waiting", "full"]);
  expect(mine.socket.readyState).toBe(WebSocket.OPEN);
}, 60_000);

test("of an app that says everything again a later page hears it once", async () => {
  const telling = await app();
  const said = [
    '{"type":"turnwright.app","n":3}',
    ...[1, 2, 3].map((n) => `{"type":"turnwright.event","n":${n}}`),
  ];
  const first = await page();
  for (const text of [...said, ...said]) telling.send(text);
  telling.send("over");
  await expect.poll(() => first.of("message").at(-1)?.text).toBe("over");

  const later = await page();
  await later.until("refused");

  expect(later.of("message").map(({ text }) => text)).toEqual([...said, "over"]);
});

test("what many frames in one piece are about does not keep others from their turn", async () => {
  const line = await app();
  const turns: number[] = [];
  let pongs = 0;
  line.on("pong", () => pongs++);
  let isOver = false;
  const turn = () => {
    turns.push(pongs);
    if (!isOver) setImmediate(turn);
  };
  const { _socket: socket } = line as unknown as { readonly _socket: Socket };
  // 60 pings of no bytes, as a browser would mask them.
  socket.write(Buffer.concat(Array.from({ length: 60 }, () => Buffer.from([0x89, 0x80, 0, 0, 0, 0]))));
  turn();
  await expect.poll(() => pongs).toBe(60);
  isOver = true;

  const steps = turns.map((now, i) => now - (turns[i - 1] ?? 0));
  expect(Math.max(...steps)).toBeLessThan(60);
});
