import { defineConfig } from "vite";
import { guardLoops } from "./scripts/guardLoops.ts";
import { sandboxPlugin } from "./scripts/sandboxPlugin.ts";

/** `dist/cli/main.js`: the command line for Node, dependencies left outside; what the page bundles, it bundles. */
export default defineConfig({
  plugins: [guardLoops(), sandboxPlugin()],
  publicDir: false,
  ssr: { noExternal: ["diff"] },
  build: {
    outDir: "dist/cli",
    ssr: "src/cli/main.ts",
    target: "node20",
    minify: false,
    emptyOutDir: true,
    rollupOptions: { output: { entryFileNames: "[name].js" } },
  },
});
