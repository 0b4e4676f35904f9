import { build, type Plugin } from "vite";
import { fileURLToPath } from "node:url";
import { noteModules, noticesText, packagesOf, readBundled } from "./licences.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * `import code from "./runner.ts?sandbox"` gives the module and all it imports as the text of one classic script, for a worker
 * that is made from a blob (browser) or with `eval: true` (Node). `"./main.tsx?page"` is the same for a script of a page that is given
 * away by itself: the licences of its packages stand in it. Works in dev, in tests and in the build.
 */
export function sandboxPlugin(): Plugin {
  const made = new Map<string, string>();
  return {
    name: "turnwright-sandbox",
    enforce: "pre",
    async resolveId(source, importer) {
      const [, path, use] = /^(.*)\?(sandbox|page)$/.exec(source) ?? [];
      if (path === undefined) return null;
      const found = await this.resolve(path, importer, { skipSelf: true });
      return found ? `\0${use}:${found.id}` : null;
    },
    async load(id) {
      const [, use, entry] = /^\0(sandbox|page):(.*)$/.exec(id) ?? [];
      if (entry === undefined) return null;
      const { code, files } = await bundle(entry, use === "page");
      for (const file of files) this.addWatchFile(file);
      made.set(id, entry);
      return `export default ${JSON.stringify(code)};`;
    },
    /** In dev a change of anything in the bundle makes it anew on the next import. */
    handleHotUpdate({ file, server }) {
      if (!/\/src\/(core|react|player|locales|adapters\/sandbox)\//.test(file)) return;
      for (const id of made.keys()) {
        const module = server.moduleGraph.getModuleById(id);
        if (module) server.moduleGraph.invalidateModule(module);
      }
    },
  };
}

async function bundle(entry: string, hasNotices: boolean): Promise<{ code: string; files: string[] }> {
  const result = await build({
    configFile: false,
    root,
    logLevel: "error",
    plugins: [noteModules()],
    define: { "process.env.NODE_ENV": '"production"' },
    // Whatever NODE_ENV says while this is built: a page that is given away is a production build, the same from everywhere.
    ...(hasNotices ? { resolve: { conditions: ["module", "browser", "production"] } } : {}),
    oxc: { jsx: { runtime: "automatic", development: false } },
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
    code: hasNotices ? `${await notices(chunk.moduleIds)}${chunk.code}` : chunk.code,
    files: chunk.moduleIds.filter((m) => m.startsWith("/") && !m.includes("node_modules")),
  };
}

/** The licences of the packages that modules belong to, as a comment. */
async function notices(modules: readonly string[]): Promise<string> {
  const packages = await Promise.all([...packagesOf(modules)].map(readBundled));
  return `/*!\n${noticesText(packages, "This page").replaceAll("*/", "* /")}*/\n`;
}
