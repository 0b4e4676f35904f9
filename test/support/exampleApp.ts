import { execFile, spawn, type ChildProcess } from "node:child_process";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { home, newest } from "#test/support/startStudio.ts";

export type Example = "inspect-v5" | "inspect-v4" | "connect";

/** One of `examples/`, installed from its own lockfile and built. */
export interface ExampleApp {
  /** Serves its page; gives the address. */
  serve(): Promise<string>;
  /** Runs it in Node. */
  play(...args: string[]): Playing;
  /** Ends what it started. */
  close(): void;
}

export interface Playing {
  /** What it has printed so far, line by line. */
  readonly lines: readonly string[];
  /** Waits for its end; rejects when it failed. */
  readonly ended: Promise<void>;
}

const run = promisify(execFile);
const ready = new Map<Example, Promise<void>>();

let packaged: Promise<void> | undefined;
/** `dist/core`, built when it is not there or older than the source. */
async function builtPackage(): Promise<void> {
  const made = await stat(join(home, "dist/core/index.js")).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  if (made > (await newest(join(home, "src/core")))) return;
  const args = ["node_modules/vite/bin/vite.js", "build", "-c", "vite.core.config.ts"];
  await run(process.execPath, args, { cwd: home, env: { ...process.env, NODE_ENV: "production" } });
}

/** Installs as a stranger would, with npm and the lockfile; once a test run. */
function prepared(name: Example): Promise<void> {
  const known = ready.get(name);
  if (known) return known;
  const made = (async () => {
    const cwd = join(home, "examples", name);
    // What it imports of this package is what an installed one would hold.
    await (packaged ??= builtPackage());
    await run("npm", ["ci", "--no-audit", "--no-fund"], { cwd });
    await run("npm", ["run", "build"], { cwd });
  })();
  ready.set(name, made);
  return made;
}
export async function exampleApp(name: Example): Promise<ExampleApp> {
  await prepared(name);
  const cwd = join(home, "examples", name);
  const children: ChildProcess[] = [];
  const begin = (args: readonly string[]) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    children.push(child);
    const lines: string[] = [];
    let [rest, failed] = ["", ""];
    child.stdout.on("data", (part: Buffer) => {
      const all = (rest + part.toString()).split("\n");
      rest = all.pop() ?? "";
      lines.push(...all);
    });
    child.stderr.on("data", (part: Buffer) => (failed += part.toString()));
    const ended = new Promise<void>((done, fail) =>
      child.on("exit", (code) => (code === 0 ? done() : fail(new Error(failed || `It ended with ${code}`)))),
    );
    // A test that does not wait for the end ends it.
    ended.catch(() => undefined);
    return { lines, ended, child };
  };
  return {
    async serve() {
      const { lines, child } = begin(["serve.mjs", "0"]);
      while (lines.length === 0) await new Promise((done) => child.stdout.once("data", done));
      return lines[0] ?? "";
    },
    play: (...args) => begin(["dist/play.js", ...args]),
    close() {
      for (const child of children) child.kill();
    },
  };
}
