import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { typesPlugin } from "./scripts/typesPlugin.ts";

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
  plugins: [typesPlugin("tsconfig.types.json", { "#core/": "." })],
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
