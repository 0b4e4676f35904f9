import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { frameScript } from "#adapters/sandbox/frameScript.ts";
import { openPath } from "#cli/open.ts";
import { start } from "#cli/start.ts";

let dir: string;
let studioDir: string;
let root: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "turnwright-start-"));
  studioDir = join(dir, "studio");
  root = join(dir, "games");
  await mkdir(studioDir);
  await mkdir(join(root, "machines"), { recursive: true });
  await writeFile(join(studioDir, "index.html"), "<head></head>studio");
  await writeFile(join(root, "machines/one.machine.ts"), "createMachine()");
});
afterEach(() => rm(dir, { recursive: true }));

test("start says where the studio is, serves it and stops when it is closed", async () => {
  const lines: string[] = [];

  const { url, close } = await start({ root, studioDir, port: 0, log: (line) => lines.push(line) });
  const page = await (await fetch(url)).text();
  await close();
  const key = new URL(url).hash.slice("#key=".length);

  expect(lines[0]).toBe(`Turnwright is at ${url}`);
  expect(lines.join("\n")).toContain(root);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#key=[\w-]{43}$/);
  expect(page).toContain("turnwright-server");
  expect(page).not.toContain(key);
  await expect(fetch(url)).rejects.toThrow();
  expect(process.listeners("SIGINT").length).toBe(0);
});

test("the page's policy names the script of the sandbox frame and no other inline script", async () => {
  const { url, close } = await start({ root, studioDir, port: 0, log: () => undefined });

  const policy = (await fetch(url)).headers.get("content-security-policy");

  const hash = createHash("sha256").update(frameScript).digest("base64");
  expect(policy).toContain(`; script-src 'self' 'sha256-${hash}' 'unsafe-eval';`);
  await close();
});

test("a port in use is told, and another taken", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => other.once("listening", done));
  const { port } = other.address() as AddressInfo;
  const lines: string[] = [];

  const { url, close } = await start({ root, studioDir, port, log: (line) => lines.push(line) });

  expect(url).not.toContain(String(port));
  expect(lines).toContain(`Port ${port} is in use, so it listens on ${new URL(url).port}.`);
  await close();
  other.close();
});

test("with json it says one line that a program can read", async () => {
  const lines: string[] = [];

  const { url, inspect, inspector, close } = await start({
    root,
    studioDir,
    port: 0,
    json: true,
    log: (line) => lines.push(line),
  });

  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { url, root, pid: process.pid, inspect: inspect, inspector },
  ]);
  await close();
});

test("open shows the one game of a file at once", async () => {
  const lines: string[] = [];
  const path = join(root, "machines/one.machine.ts");

  const { url, close } = await openPath({ path, studioDir, port: 0, log: (line) => lines.push(line) });

  expect(url).toMatch(/:\d+\/#key=[\w-]{43}\/one$/);
  expect(lines[0]).toBe(`Turnwright is at ${url}`);
  await close();
});

test("a folder that is not there and a studio that is not built are said so, and nothing keeps running", async () => {
  const log = () => undefined;

  await expect(start({ root: join(dir, "none"), studioDir, port: 0, log })).rejects.toMatchObject({
    code: "not-found",
  });
  await expect(start({ root, studioDir: root, port: 0, log })).rejects.toThrow(/npm run build/);
});

let bundle: Promise<string> | undefined;
/** The command, bundled once. @returns the file that Node runs */
const bundled = () =>
  (bundle ??= (async () => {
    const out = await mkdtemp(join(tmpdir(), "turnwright-bundle-"));
    await build({
      configFile: false,
      logLevel: "error",
      build: {
        ssr: fileURLToPath(new URL("./startProcess.ts", import.meta.url)),
        outDir: out,
        target: "node20",
        rollupOptions: { output: { entryFileNames: "start.mjs" } },
      },
      ssr: { noExternal: true },
    });
    return join(out, "start.mjs");
  })());
afterAll(async () => {
  if (bundle) await rm(dirname(await bundle), { recursive: true });
});

/** The command in a process of its own. @param files that it may have open at once */
async function startedProcess(files?: number) {
  const command = [process.execPath, await bundled(), root, studioDir];
  const limited =
    files === undefined ? command : ["sh", "-c", `ulimit -n ${files}; exec "$@"`, "sh", ...command];
  const [file = "", ...args] = limited;
  const child = spawn(file, args, { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise((done) => child.once("close", (code, signal) => done([code, signal])));
  const told = await new Promise<{ url: string; inspect: string }>((done) =>
    child.stdout.once("data", (line: Buffer) => done(JSON.parse(line.toString()))),
  );
  return { child, ended, ...told };
}
/** A connection that says something and never ends of its own. */
const held = (at: string, says = ""): Promise<Socket> =>
  new Promise((done) => {
    const socket = connect({ port: Number(new URL(at).port), host: "127.0.0.1", allowHalfOpen: true }, () =>
      socket.write(says, () => done(socket)),
    );
    socket.on("error", () => done(socket));
    onTestFinished(() => void socket.destroy());
  });

test("SIGTERM ends the process at once, with an open page listening for changes and whatever else is held open", async () => {
  const { child, ended, url, inspect } = await startedProcess();
  const { origin, hash } = new URL(url);
  const ours = { origin, "content-type": "application/json" };
  const key = { "x-turnwright-key": hash.slice("#key=".length) };
  const entered = await fetch(`${origin}/api/session`, {
    method: "POST",
    headers: { ...ours, ...key },
    body: "{}",
  });
  const { token } = (await entered.json()) as { token: string };
  const headers = { ...ours, "x-turnwright-token": token };
  const events = await fetch(`${origin}/api/events`, { method: "POST", headers, body: "{}" });

  const upgrade = (path: string, from: string) =>
    [
      `GET ${path} HTTP/1.1`,
      `host: ${new URL(inspect).host}`,
      `origin: ${from}`,
      "connection: upgrade",
      "upgrade: websocket",
      "sec-websocket-version: 13",
      "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
      "\r\n",
    ].join("\r\n");
  for (const at of [url, inspect])
    for (const says of ["", "GET / HT", `GET / HTTP/1.1\r\nhost: ${new URL(at).host}\r\n\r\n`])
      await held(at, says);
  const own = new URL(inspect).origin;
  const refused = await held(inspect, upgrade("/app", "http://evil.example"));
  const lines = [
    await held(inspect, upgrade("/app", "http://localhost:1")),
    await held(inspect, upgrade("/page", own)),
  ];
  // All of it is there before the end.
  await Promise.all([refused, ...lines].map((socket) => once(socket, "data")));

  child.kill("SIGTERM");

  expect(events.status).toBe(200);
  expect(await ended).toEqual([0, null]);
}, 60_000);

test.skipIf(process.platform !== "linux")(
  "a process that may open no more files answers so, and goes on when it may again",
  async () => {
    await writeFile(join(studioDir, "app.js"), "0123456789");
    const { url } = await startedProcess(64);
    const answer = async (socket: Socket) => {
      socket.write(`GET /app.js HTTP/1.1\r\nhost: ${new URL(url).host}\r\n\r\n`);
      const [text] = (await once(socket, "data")) as [Buffer];
      return text.toString().split("\r\n")[0];
    };
    const early = await held(url);
    const first = await answer(early);
    const crowd = await Promise.all(Array.from({ length: 100 }, () => held(url)));
    // They are connected before the server has taken them; and what it had open as it began, it closes.
    const answerToOneMore = async () => {
      crowd.push(await held(url));
      return answer(early);
    };
    await expect.poll(answerToOneMore).toBe("HTTP/1.1 503 Service Unavailable");
    for (const socket of crowd) socket.destroy();

    expect(first).toBe("HTTP/1.1 200 OK");
    await expect.poll(async () => answer(early)).toBe("HTTP/1.1 200 OK");
  },
  60_000,
);
