import { build, type Plugin } from "vite";
import { fileURLToPath } from "node:url";
import { noteModules } from "./licences.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * `import code from "./runner.ts?sandbox"` gives the module and all it imports as the text of one classic script, for a worker
 * that is made from a blob (browser) or with `eval: true` (Node). Works in dev, in tests and in the build.
 */
export function sandboxPlugin(): Plugin {
  const made = new Map<string, string>();
  return {
    name: "turnwright-sandbox",
    enforce: "pre",
    async resolveId(source, importer) {
      if (!source.endsWith("?sandbox")) return null;
      const found = await this.resolve(source.slice(0, -"?sandbox".length), importer, { skipSelf: true });
      return found ? `\0sandbox:${found.id}` : null;
    },
    async load(id) {
      if (!id.startsWith("\0sandbox:")) return null;
      const entry = id.slice("\0sandbox:".length);
      const { code, files } = await bundle(entry);
      for (const file of files) this.addWatchFile(file);
      made.set(id, entry);
      return `export default ${JSON.stringify(code)};`;
    },
    /** In dev a change of anything in the bundle makes it anew on the next import. */
    handleHotUpdate({ file, server }) {
      if (!file.includes("/src/core/") && !file.includes("/adapters/sandbox/")) return;
      for (const id of made.keys()) {
        const module = server.moduleGraph.getModuleById(id);
        if (module) server.moduleGraph.invalidateModule(module);
      }
    },
  };
}

async function bundle(entry: string): Promise<{ code: string; files: string[] }> {
  const result = await build({
    configFile: false,
    root,
    logLevel: "error",
    plugins: [noteModules()],
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      minify: true,
      target: "es2022",
      lib: { entry, formats: ["iife"], name: "turnwrightSandbox" },
    },
  });
  const output = (Array.isArray(result) ? result : [result]).flatMap((r) => ("output" in r ? r.output : []));
  const chunk = output.find((o) => o.type === "chunk" && o.isEntry);
  if (!chunk || chunk.type !== "chunk") throw new Error(`The sandbox bundle of ${entry} came out empty`);
  return {
    code: chunk.code,
    files: chunk.moduleIds.filter((m) => m.startsWith("/") && !m.includes("node_modules")),
  };
}
