import { execFile } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { start, type StartOptions } from "#cli/start.ts";

/** This checkout: the nearest folder with a package, since trials run this file from a bundle that lies elsewhere in it. */
export const home = packageAbove(dirname(fileURLToPath(import.meta.url)));

function packageAbove(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : packageAbove(dirname(folder));
}

export interface ServedStudio {
  /** Address of the studio, with a slash at its end. */
  readonly url: string;
  /** The address that the person is given, which holds the key. */
  readonly door: string;
  /** Where apps find the inspector, and its address for the person. */
  readonly inspect: string;
  readonly inspector: string;
  /** The folder of games that it serves: a copy of this checkout's, free to be changed. */
  readonly folder: string;
  /** Text of a file below the folder. */
  text(path: string): Promise<string>;
  /** Writes a file as another program would. */
  write(path: string, text: string | Uint8Array): Promise<void>;
  /** Removes a file as another program would. */
  remove(path: string): Promise<void>;
  bytes(path: string): Promise<Buffer>;
  /** Every file of a game by path, with its text. */
  filesOf(game: string): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

let built: Promise<string> | undefined;

/**
 * The folder of the built studio: `$TURNWRIGHT_STUDIO` as it is, else `dist/studio`, which is built, with the command line, when
 * it is not there or older than the source and what builds it.
 */
export function builtStudio(): Promise<string> {
  built ??= (async () => {
    const given = process.env["TURNWRIGHT_STUDIO"];
    if (given) return given;
    const studioDir = join(home, "dist/studio");
    const made = await Promise.all(
      ["studio/index.html", "cli/main.js"]
        .map((name) => join(home, "dist", name))
        .map((path) =>
          stat(path).then(
            ({ mtimeMs }) => mtimeMs,
            () => 0,
          ),
        ),
    );
    // What leaves something out of packages stands in scripts.
    const sources = await Promise.all(["src", "scripts"].map((name) => newest(join(home, name))));
    if (Math.min(...made) < Math.max(...sources))
      for (const args of [[], ["-c", "vite.cli.config.ts"]])
        await promisify(execFile)(process.execPath, ["node_modules/vite/bin/vite.js", "build", ...args], {
          cwd: home,
          // As `npm run build` does: of "test", which Vitest sets, Vite makes React's development build.
          env: { ...process.env, NODE_ENV: "production" },
        });
    return studioDir;
  })();
  return built;
}

/** When the newest file below a folder was written, in milliseconds. */
export async function newest(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true });
  const times = await Promise.all(files.map((file) => stat(join(folder, file))));
  return Math.max(...times.map(({ mtimeMs }) => mtimeMs));
}

/** Serves the built studio with the real server over a copy of the shipped games, on a free port. */
export async function startStudio(options: Pick<StartOptions, "frames"> = {}): Promise<ServedStudio> {
  const studioDir = await builtStudio();
  const folder = await mkdtemp(join(tmpdir(), "turnwright-e2e-"));
  // In one go: file by file, each waiting its turn, it takes four times as long.
  for (const part of ["machines", "rulesets", "schemas"])
    cpSync(join(home, part), join(folder, part), { recursive: true });
  const started = await start({ root: folder, studioDir, port: 0, log: () => undefined, ...options });
  const text = (path: string) => readFile(join(folder, path), "utf8");
  return {
    url: `${new URL(started.url).origin}/`,
    door: started.url,
    inspect: started.inspect,
    inspector: started.inspector,
    folder,
    text,
    write: (path, content) => writeFile(join(folder, path), content),
    remove: (path) => rm(join(folder, path)),
    bytes: (path) => readFile(join(folder, path)),
    async filesOf(game) {
      const machines = (await readdir(join(folder, "machines"))).filter((name) =>
        name.startsWith(`${game}.`),
      );
      const rules = await readdir(join(folder, "rulesets", game), { recursive: true }).catch(() => []);
      const paths = [
        ...machines.map((name) => `machines/${name}`),
        ...rules.filter((name) => name.endsWith(".json")).map((name) => `rulesets/${game}/${name}`),
      ].toSorted();
      return Object.fromEntries(
        await Promise.all(paths.map(async (path) => [path, await text(path)] as const)),
      );
    },
    async close() {
      await started.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
