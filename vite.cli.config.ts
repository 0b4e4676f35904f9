import { defineConfig } from "vite";
import { guardLoops } from "./scripts/guardLoops.ts";
import { licencesPlugin } from "./scripts/licences.ts";
import { sandboxPlugin } from "./scripts/sandboxPlugin.ts";

/** `dist/cli/main.js`: the command line for Node, dependencies left outside; what the page bundles, it bundles. */
export default defineConfig({
  plugins: [guardLoops(), sandboxPlugin(), licencesPlugin("The command line")],
  publicDir: false,
  // The library of `turnwright mcp` becomes a chunk that this command alone loads: nobody installs it, and nobody else reads it.
  ssr: { noExternal: ["diff", "@modelcontextprotocol/server", "@modelcontextprotocol/core", "zod"] },
  build: {
    outDir: "dist/cli",
    ssr: "src/cli/main.ts",
    target: "node20",
    minify: false,
    emptyOutDir: true,
    rollupOptions: { output: { entryFileNames: "[name].js" } },
  },
});
