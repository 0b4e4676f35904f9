import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Plugin } from "vite";

const home = fileURLToPath(new URL("..", import.meta.url));

/**
 * Writes declarations beside a bundle. The names of this package's `imports` become relative ones, which any consumer resolves.
 * @param project the compiler's configuration: what it emits into its `outDir` are the declarations
 * @param folders where what a name of `imports` begins with stands, seen from the folder of the bundle: `{ "#core/": "." }`
 * @param part the folder of what the compiler emits that is taken; all of it unless given
 */
export function typesPlugin(project: string, folders: Readonly<Record<string, string>>, part = "."): Plugin {
  return {
    name: "turnwright-types",
    async writeBundle({ dir }) {
      const out = dir ?? home;
      const emitted = await mkdtemp(join(tmpdir(), "turnwright-types-"));
      const compiler = join(home, "node_modules/typescript/bin/tsc");
      try {
        await promisify(execFile)(
          process.execPath,
          [compiler, "-p", join(home, project), "--outDir", emitted],
          { cwd: home },
        );
        for (const name of await readdir(join(emitted, part), { recursive: true })) {
          if (!name.endsWith(".d.ts")) continue;
          await cp(join(emitted, part, name), join(out, name));
          const path = join(out, name);
          const text = withRelativeImports(await readFile(path, "utf8"), folders, (folder) =>
            relative(dirname(path), join(out, folder)),
          );
          await writeFile(path, text);
        }
      } catch (error) {
        // The compiler tells its complaints on standard output.
        const said = (error as { stdout?: string }).stdout;
        this.error(said ? `Declarations: ${said}` : String(error));
      } finally {
        await rm(emitted, { recursive: true, force: true });
      }
    },
  };
}

/**
 * `"#core/read/module.ts"` as seen from a file: `"../read/module.js"`. Where the compiler writes a type that nobody wrote down, it names
 * modules as a bundler finds them (`import("..")`, `import("../text/json")`); Node wants the whole name.
 */
const withRelativeImports = (
  text: string,
  folders: Readonly<Record<string, string>>,
  wayTo: (folder: string) => string,
): string =>
  text
    .replaceAll(/(["'])(#\w+\/)([^"']+)\.tsx?\1/g, (whole, quote: string, start: string, name: string) => {
      const folder = folders[start];
      if (folder === undefined) return whole;
      const way = wayTo(folder).replaceAll("\\", "/");
      return `${quote}${way.startsWith(".") ? way : way === "" ? "." : `./${way}`}/${name}.js${quote}`;
    })
    .replaceAll(/import\("(\.[^"]*)"\)/g, (_, name: string) => `import("${wholeName(name)}")`);

function wholeName(name: string): string {
  if (name.endsWith(".js")) return name;
  return /(^|\/)\.{1,2}$/.test(name) ? `${name}/index.js` : `${name}.js`;
}
