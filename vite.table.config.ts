import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { fromCore } from "./scripts/fromCore.ts";
import { typesPlugin } from "./scripts/typesPlugin.ts";

const home = fileURLToPath(new URL(".", import.meta.url));

/**
 * `dist/table` with its types: `turnwright/table` for servers in Node, and `turnwright/table/client` for pages. The player and the words come
 * from `dist/core` beside it.
 */
export default defineConfig({
  plugins: [fromCore(), typesPlugin("tsconfig.table.json", { "#core/": "../core", "#table/": "." }, "table")],
  publicDir: false,
  build: {
    outDir: "dist/table",
    lib: {
      entry: Object.fromEntries(
        ["index", "client"].map((name) => [name, join(home, `src/table/${name}.ts`)]),
      ),
      formats: ["es"],
    },
    target: "es2022",
    minify: false,
    emptyOutDir: true,
    rolldownOptions: {
      external: /^node:/,
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
    },
  },
});
