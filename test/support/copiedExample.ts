import { cp, mkdir, mkdtemp, readdir, readFile, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { expect } from "vitest";
import { turnwright } from "#test/support/commandLine.ts";
import { home } from "#test/support/builtStudio.ts";

/**
 * An example in a folder of its own, as a stranger has it: with the package as it is published, and the files that its script `game` exports.
 * @param entries of the package that are built: "react", say
 * @returns the folder, which the caller removes
 */
export async function copiedExample(name: string, entries: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `turnwright-${name}-`));
  await cp(join(home, "examples", name), folder, {
    recursive: true,
    filter: (path) => !/[\\/](node_modules|dist|game|table)$/.test(path),
  });
  const installed = join(folder, "node_modules/turnwright");
  await mkdir(installed, { recursive: true });
  for (const dependency of await readdir(join(home, "node_modules")))
    if (dependency !== "turnwright")
      await symlink(join(home, "node_modules", dependency), join(folder, "node_modules", dependency));
  await cp(join(home, "package.json"), join(installed, "package.json"));
  for (const entry of ["core", ...entries])
    await build({
      configFile: `vite.${entry}.config.ts`,
      logLevel: "error",
      build: { outDir: join(installed, "dist", entry) },
    });
  const { scripts } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
    scripts: { game: string };
  };
  for (const line of scripts.game.split(" && ")) {
    const { code, err } = await turnwright(line.split(" ").slice(1), { cwd: folder });
    expect(code, err).toBe(0);
  }
  return folder;
}
