import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { fromCore } from "./scripts/fromCore.ts";
import { typesPlugin } from "./scripts/typesPlugin.ts";

const home = fileURLToPath(new URL(".", import.meta.url));

/**
 * `dist/react` with its types: `turnwright/react`, one file. It takes the player and the words from `dist/core` beside it, so that an app that
 * imports `turnwright/play` too has them once; React is the app's.
 */
export default defineConfig({
  plugins: [
    fromCore(),
    typesPlugin("tsconfig.react.json", { "#core/": "../core", "#react/": "." }, "react"),
    styles(),
  ],
  publicDir: false,
  // Whatever NODE_ENV says while this is built: apps are production builds.
  oxc: { jsx: { runtime: "automatic", development: false } },
  build: {
    outDir: "dist/react",
    lib: { entry: join(home, "src/react/index.ts"), formats: ["es"], fileName: "index" },
    target: "es2022",
    minify: false,
    emptyOutDir: true,
    rolldownOptions: { external: /^react(\/|$)/ },
  },
});

function styles(): Plugin {
  return {
    name: "turnwright-react-styles",
    async writeBundle({ dir }) {
      await copyFile(join(home, "src/react/react.css"), join(dir ?? "dist/react", "react.css"));
    },
  };
}
