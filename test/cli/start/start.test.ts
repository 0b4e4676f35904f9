import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { afterEach, beforeEach, expect, test } from "vitest";
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

test("SIGTERM ends the process by itself, with an open page listening for changes", async () => {
  const out = join(dir, "bundle");
  const entry = fileURLToPath(new URL("./startProcess.ts", import.meta.url));
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: entry,
      outDir: out,
      target: "node20",
      rollupOptions: { output: { entryFileNames: "start.mjs" } },
    },
    ssr: { noExternal: true },
  });
  const child = spawn(process.execPath, [join(out, "start.mjs"), root, studioDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((done) => child.once("close", (code, signal) => done([code, signal])));
  const { url } = await new Promise<{ url: string }>((done) =>
    child.stdout.once("data", (line: Buffer) => done(JSON.parse(line.toString()))),
  );
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

  child.kill("SIGTERM");

  expect(events.status).toBe(200);
  expect(await ended).toEqual([0, null]);
}, 60_000);
