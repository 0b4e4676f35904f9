import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** This checkout, also for code that was bundled into one of its folders. */
export const home = ((): string => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
})();

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
