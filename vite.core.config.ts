import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { defineConfig, type Plugin } from "vite";

const home = fileURLToPath(new URL(".", import.meta.url));

const entries = [
  "index",
  "entries/text",
  "entries/read",
  "entries/edit",
  "entries/export",
  "entries/play",
  "entries/kit",
  "entries/connect",
];

/**
 * `dist/core` with its types: `turnwright/core` and its parts for other programs, dependencies left outside. Each module is a file of
 * its own, so that a bundler takes no more of it than what is used.
 */
export default defineConfig({
  plugins: [typesPlugin()],
  publicDir: false,
  build: {
    outDir: "dist/core",
    lib: {
      entry: Object.fromEntries(entries.map((name) => [name, join(home, `src/core/${name}.ts`)])),
      formats: ["es"],
    },
    target: "es2023",
    minify: false,
    emptyOutDir: true,
    rolldownOptions: {
      external: /^(xstate|@babel\/parser|@cfworker\/json-schema)(\/|$)/,
      output: {
        preserveModules: true,
        preserveModulesRoot: join(home, "src/core"),
        entryFileNames: "[name].js",
      },
    },
  },
});

/** Writes declarations beside the bundle. The names of this package's `imports` become relative ones, which any consumer resolves. */
function typesPlugin(): Plugin {
  return {
    name: "turnwright-types",
    async writeBundle({ dir }) {
      const out = dir ?? join(home, "dist/core");
      const compiler = join(home, "node_modules/typescript/bin/tsc");
      const project = join(home, "tsconfig.types.json");
      try {
        await promisify(execFile)(process.execPath, [compiler, "-p", project, "--outDir", out], {
          cwd: home,
        });
      } catch (error) {
        // The compiler tells its complaints on standard output.
        const said = (error as { stdout?: string }).stdout;
        this.error(said ? `Declarations: ${said}` : String(error));
      }
      for (const name of await readdir(out, { recursive: true })) {
        if (!name.endsWith(".d.ts")) continue;
        const path = join(out, name);
        await writeFile(
          path,
          withRelativeImports(await readFile(path, "utf8"), relative(dirname(path), out)),
        );
      }
    },
  };
}

/**
 * `"#core/read/module.ts"` as seen from a file whose way up to the core is `up`: `"../read/module.js"`. Where the compiler writes a type
 * that nobody wrote down, it names modules as a bundler finds them (`import("..")`, `import("../text/json")`); Node wants the whole name.
 */
const withRelativeImports = (text: string, up: string): string =>
  text
    .replaceAll(
      /(["'])#core\/([^"']+)\.ts\1/g,
      (_, quote: string, name: string) =>
        `${quote}${up === "" ? "." : up.replaceAll("\\", "/")}/${name}.js${quote}`,
    )
    .replaceAll(/import\("(\.[^"]*)"\)/g, (_, name: string) => `import("${wholeName(name)}")`);

function wholeName(name: string): string {
  if (name.endsWith(".js")) return name;
  return /(^|\/)\.{1,2}$/.test(name) ? `${name}/index.js` : `${name}.js`;
}
