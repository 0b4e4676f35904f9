import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorkspace } from "#adapters/disk/workspace.ts";
import { textOfBatch } from "#test/adapters/disk/saver.ts";

const rounds = process.env["LONG"] ? 1000 : 60;
const source = fileURLToPath(new URL("./saver.ts", import.meta.url));
let root: string;
let saver: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "turnwright-kill-"));
  const out = join(root, "bundle");
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: source,
      outDir: out,
      target: "node20",
      minify: false,
      rollupOptions: { output: { entryFileNames: "saver.mjs" } },
    },
    ssr: { noExternal: true },
  });
  saver = join(out, "saver.mjs");
}, 60_000);
afterAll(() => rm(root, { recursive: true }));

/** Runs `saver.ts` over a folder and kills it with no warning after so many ms of saving. Returns the last acknowledged number. */
function saveUntilKilled(folder: string, first: number, afterMs: number): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [saver, folder, String(first)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    let timer: NodeJS.Timeout | undefined;
    child.stdout.on("data", (part: Buffer) => {
      said += part.toString();
      timer ??= setTimeout(() => child.kill("SIGKILL"), afterMs);
    });
    child.on("error", fail);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      if (signal !== "SIGKILL") return fail(new Error(`The saver ended by itself with ${code}`));
      const whole = said.slice(0, said.lastIndexOf("\n") + 1).trim();
      done(Number(whole.split("\n").at(-1)));
    });
  });
}

test(`kill -9 in the middle of a save leaves the old batch or the new one, ${rounds} times`, async () => {
  const folder = await mkdtemp(join(root, "games-"));
  const workspace = await openWorkspace(folder);
  const names = ["machine", "layout", "ruleset", "scenarios/long", "text/ja"];
  await workspace.create(
    "one",
    names.map((name) => ({ name, text: "0\n" })),
  );
  let last = 0;
  let halfDone = 0;

  for (let round = 0; round < rounds; round++) {
    const acknowledged = await saveUntilKilled(folder, last + 1, Math.random() * 120);
    const left = await readdir(folder);
    if (left.includes(".turnwright-journal")) halfDone++;

    const after = await (await openWorkspace(folder)).read("one");

    const numbers = after.map(({ text }) => Number(text.slice(0, text.indexOf("\n"))));
    expect(
      after.map(({ name }) => name),
      `round ${round}`,
    ).toEqual(names);
    expect(new Set(numbers).size, `round ${round}: ${numbers.join()} are of one batch`).toBe(1);
    for (const { text } of after)
      expect(text === textOfBatch(numbers[0]!), `round ${round}: whole`).toBe(true);
    expect(numbers[0], `round ${round}: what was acknowledged is there`).toBeGreaterThanOrEqual(acknowledged);
    expect(numbers[0]).toBeLessThanOrEqual(acknowledged + 1);
    last = numbers[0]!;
  }

  const below = await readdir(folder, { recursive: true });
  expect(below.filter((name) => name.includes(".turnwright"))).toEqual([]);
  expect(last).toBeGreaterThan(rounds / 2);
  console.log(`${rounds} kills, ${last} batches, ${halfDone} found half done and completed`);
}, 600_000);
