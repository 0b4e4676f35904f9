import { spawn, type ChildProcess } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { copiedExample } from "#test/support/copiedExample.ts";

/** What the programs of the example print, each line some of it. */
interface Line {
  readonly port: number;
  readonly n: number;
  readonly keys: Record<string, string>;
  readonly status?: string;
  readonly accepted?: number;
  readonly event: object;
  readonly players?: readonly { readonly hand: unknown }[];
}

// The example as a stranger has it: its own folder, the package as it is published, a server and two clients as processes.
let folder: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = await copiedExample("table-ws", ["table"]);
}, 300_000);
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

/** A program of the example. @returns the process, and what it has printed so far, a value for each line */
function start(...args: string[]) {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
  children.push(child);
  const lines: Line[] = [];
  const ended = new Promise<void>((done) => child.on("exit", () => done()));
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(JSON.parse(line) as Line));
  const until = async <T>(find: () => T | undefined, what: string) => {
    for (let i = 0; i < 1_200; i++) {
      const found = find();
      if (found) return found;
      await new Promise((done) => setTimeout(done, 25));
    }
    throw new Error(
      `${args.join(" ")}: ${what} did not come; last: ${JSON.stringify(lines.at(-1))?.slice(0, 400)}`,
    );
  };
  return { child, lines, ended, until };
}

test("two clients play over WebSockets; a server that is killed four times loses no accepted move", async () => {
  let server = start("server.mjs", "table", "0");
  const { port, keys } = await server.until(() => server.lines[0], "the port");
  const clients = Object.values(keys).map((key) =>
    start("client.mjs", `ws://127.0.0.1:${port}`, key, "--bot"),
  );
  const accepted = () =>
    clients.flatMap(({ lines }) => lines.flatMap((line) => (line["accepted"] ? [line] : [])));
  const last = () => Math.max(0, ...accepted().map((line) => Number(line["accepted"])));

  const isOver = () => clients.some(({ lines }) => lines.some(({ status }) => status === "done"));
  let kills = 0;
  // Chance decides how long a game is.
  while (kills < 4 && !isOver()) {
    const before = accepted().length;
    await clients[0]!.until(() => isOver() || accepted().length >= before + 2, "two more moves");
    server.child.kill("SIGKILL");
    await server.ended;
    const answered = last();
    const next = start("server.mjs", "table", String(port));
    const { n, keys: same } = await next.until(() => next.lines[0], "the port");
    expect(n).toBeGreaterThanOrEqual(answered);
    expect(same).toEqual(keys);
    server = next;
    kills++;
  }
  expect(kills).toBeGreaterThan(0);
  const log = (await readFile(join(folder, "table/log.jsonl"), "utf8")).trim().split("\n");
  const entries = log.map((line) => JSON.parse(line) as { send: object });
  for (const { accepted: n, event } of accepted())
    expect(entries.slice(0, Number(n)).map(({ send }) => send)).toContainEqual(event);
  const hands = clients.map(({ lines }) => lines.findLast((line) => line["players"])!["players"]);
  expect(hands[0]![0]!.hand).toBeInstanceOf(Array);
  expect(hands[0]![1]!.hand).toEqual({ count: expect.any(Number) as number });
  expect(hands[1]![1]!.hand).toBeInstanceOf(Array);
}, 120_000);

test("too many connections, and one that reads nothing, are closed with the reason; both may come back", async () => {
  const server = start("server.mjs", "limits", "0");
  const { port, keys } = await server.until(() => server.lines[0], "the port");
  const connect = (query: Record<string, string>) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}?${new URLSearchParams(query)}`);
    const texts: string[] = [];
    socket.on("message", (data: Buffer) => texts.push(data.toString()));
    const greeted = new Promise<void>((done) => socket.once("message", () => done()));
    const closed = new Promise<{ code: number; reason: string }>((done) =>
      socket.on("close", (code, reason) => done({ code, reason: reason.toString() })),
    );
    return { socket, texts, greeted, closed };
  };
  const key = keys["P1"]!;
  const own = Array.from({ length: 4 }, () => connect({ key }));
  const spectators = Array.from({ length: 50 }, () => connect({}));
  await Promise.all([...own, ...spectators].map(({ greeted }) => greeted));

  expect(await connect({ key }).closed).toEqual({
    code: 1013,
    reason: expect.stringContaining("P1: at most 4") as string,
  });
  expect(await connect({}).closed).toEqual({
    code: 1013,
    reason: expect.stringContaining("at most 50") as string,
  });
  expect(await connect({ key: "wrong" }).closed).toMatchObject({ code: 4401 });
  // Spectators take no place of a player.
  const other = connect({ key: keys["P2"]! });
  await other.greeted;

  const { socket, texts, closed } = own[0]!;
  socket.pause();
  // An id comes back in the answer. What the system buffers on its way is some megabytes.
  const bulk = JSON.stringify({ id: "x".repeat(65_000) });
  for (let i = 0; i < 300; i++) socket.send(bulk);
  // While it reads nothing the others are served.
  const served = new Promise((done) => other.socket.once("message", done));
  other.socket.send('{"id":1,"undo":false}');
  await served;
  await new Promise<void>((done) => socket.send("{}", () => done()));
  socket.resume();
  expect(await closed).toEqual({
    code: 1013,
    reason: expect.stringContaining("1000000 bytes were not read") as string,
  });
  expect(texts.length).toBeLessThan(300);

  const { hello } = JSON.parse(texts[0]!) as { hello: { table: string; n: number } };
  const back = connect({ key, table: hello.table, n: String(hello.n) });
  await back.greeted;
  expect(JSON.parse(back.texts[0]!)).toMatchObject({ hello: { seat: "P1" } });
  for (const { socket: open } of [...own, ...spectators, other, back]) open.terminate();
}, 60_000);
