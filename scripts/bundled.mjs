import { fileURLToPath, pathToFileURL } from "node:url";
import { basename, join } from "node:path";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Imports a TypeScript module of this repository into plain Node: bundled once, dependencies left outside, so that what is
 * measured is the code and not a module loader.
 * @param entry path from the root of the repository
 */
export async function bundled(entry) {
  const name = basename(entry).replace(/\.ts$/, "");
  const outDir = join(root, ".cache", "scripts", name);
  await build({
    root,
    configFile: join(root, "vite.cli.config.ts"),
    logLevel: "error",
    build: { outDir, ssr: entry, sourcemap: "inline" },
  });
  return import(pathToFileURL(join(outDir, `${name}.js`)).href);
}
