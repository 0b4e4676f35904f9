import { copyFile, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build, type Plugin } from "vite";

/** A module in a chunk. */
export interface ModuleSize {
  readonly id: string;
  /** Bytes of its code in the chunk, as written. */
  readonly bytes: number;
}
export interface BuiltStudio {
  /** The command's entry; what stands beside it is what it serves. */
  readonly bin: string;
  /** Folder of the built page. */
  readonly dir: string;
  /** What is in each chunk, by path from `dir`. */
  readonly chunks: ReadonlyMap<string, readonly ModuleSize[]>;
}

/**
 * Builds page and command into a folder of their own, with the same settings as `npm run build`: a bench or a picture is of the
 * sources as they are, and `dist/` of a studio that runs stays untouched.
 */
export async function buildStudio(): Promise<BuiltStudio> {
  const home = resolve(".cache/studio");
  const dir = join(home, "dist/studio");
  const chunks = new Map<string, ModuleSize[]>();
  const count: Plugin = {
    name: "count-modules",
    generateBundle(_, bundle) {
      for (const one of Object.values(bundle))
        if (one.type === "chunk")
          chunks.set(
            one.fileName,
            Object.entries(one.modules).map(([id, { renderedLength }]) => ({ id, bytes: renderedLength })),
          );
    },
  };
  await build({ logLevel: "error", build: { outDir: dir, emptyOutDir: true }, plugins: [count] });
  await build({
    configFile: "vite.cli.config.ts",
    logLevel: "error",
    build: { outDir: join(home, "dist/cli"), emptyOutDir: true },
  });
  const bin = join(home, "bin/turnwright.js");
  await mkdir(join(home, "bin"), { recursive: true });
  await copyFile("bin/turnwright.js", bin);
  return { bin, dir, chunks };
}
