import { spawn, type ChildProcess } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
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
