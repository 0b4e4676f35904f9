import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { licencesPlugin, noteModules } from "./scripts/licences.ts";
import { firstChunk } from "./scripts/firstChunk.ts";
import { lateTransitions } from "./scripts/lateTransitions.ts";
import { slimParser } from "./scripts/slimParser.ts";
import { workspacePlugin } from "./scripts/workspacePlugin.ts";
import { sandboxPlugin } from "./scripts/sandboxPlugin.ts";

/** The studio's page. Tests have vitest.config.ts, the command line has vite.cli.config.ts. */
export default defineConfig({
  plugins: [react(), slimParser(), lateTransitions(), sandboxPlugin(), workspacePlugin(), licencesPlugin()],
  server: { host: "127.0.0.1", watch: { ignored: ["**/machines/**", "**/rulesets/**", "**/dist/**"] } },
  build: {
    outDir: "dist/studio",
    target: "es2022",
    emptyOutDir: true,
    chunkSizeWarningLimit: 8000,
    // What a late chunk imports it names itself; a list of it for each, with hashes that pack badly, would stand in the first one.
    modulePreload: { resolveDependencies: (_, deps, { hostType }) => (hostType === "html" ? deps : []) },
    rolldownOptions: {
      // React Flow's components that nobody imports are made by these, which the bundler would keep for what they might do.
      input: { index: "index.html", inspect: "inspect.html" },
      treeshake: { manualPureFunctions: ["memo", "forwardRef", "createContext"] },
      output: { codeSplitting: { groups: [firstChunk(join(import.meta.dirname, "src/app/main.tsx"))] } },
    },
  },
  worker: { format: "es", plugins: () => [noteModules()] },
});
