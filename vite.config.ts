import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { licencesPlugin, noteModules } from "./scripts/licences.ts";
import { firstChunk } from "./scripts/firstChunk.ts";
import { slimParser } from "./scripts/slimParser.ts";
import { workspacePlugin } from "./scripts/workspacePlugin.ts";
import { sandboxPlugin } from "./scripts/sandboxPlugin.ts";

/** The studio's page. Tests have vitest.config.ts, the command line has vite.cli.config.ts. */
export default defineConfig({
  plugins: [react(), slimParser(), sandboxPlugin(), workspacePlugin(), licencesPlugin()],
  server: { host: "127.0.0.1", watch: { ignored: ["**/machines/**", "**/rulesets/**", "**/dist/**"] } },
  build: {
    outDir: "dist/studio",
    target: "es2022",
    emptyOutDir: true,
    chunkSizeWarningLimit: 8000,
    rolldownOptions: {
      output: { codeSplitting: { groups: [firstChunk(join(import.meta.dirname, "src/app/main.tsx"))] } },
    },
  },
  worker: { format: "es", plugins: () => [noteModules()] },
});
