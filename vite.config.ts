import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { licencesPlugin, noteModules } from "./scripts/licences.ts";
import { firstChunk } from "./scripts/firstChunk.ts";
import { guardLoops } from "./scripts/guardLoops.ts";
import { lateTransitions } from "./scripts/lateTransitions.ts";
import { minifyFirst } from "./scripts/minifyFirst.ts";
import { slimFlow } from "./scripts/slimFlow.ts";
import { slimI18next } from "./scripts/slimI18next.ts";
import { slimParser } from "./scripts/slimParser.ts";
import { workspacePlugin } from "./scripts/workspacePlugin.ts";
import { sandboxPlugin } from "./scripts/sandboxPlugin.ts";

const filesByMark = new Map<string, string>();

/** Four letters for a style sheet. @throws Error when another one has the same, so that classes of both could be mixed up */
function fileMark(file: string): string {
  const path = relative(import.meta.dirname, file);
  const mark = createHash("sha256").update(path).digest("hex").slice(0, 4);
  const other = filesByMark.get(mark) ?? path;
  if (other !== path) throw new Error(`${path} and ${other} have the same mark ${mark}: take more letters`);
  filesByMark.set(mark, path);
  return mark;
}

/** A shell or a test runner that has set another environment would get React's development build, a third larger and slower. */
const productionBuild: Plugin = {
  name: "production-build",
  config: (_, { command }) => {
    if (command === "build") process.env["NODE_ENV"] = "production";
  },
};

/** The studio's page. Tests have vitest.config.ts, the command line has vite.cli.config.ts. */
export default defineConfig({
  plugins: [
    react(),
    guardLoops(),
    slimParser(),
    slimFlow(),
    slimI18next(),
    lateTransitions(),
    sandboxPlugin(),
    workspacePlugin(),
    licencesPlugin(),
    minifyFirst(),
    productionBuild,
  ],
  resolve: {
    // React has had this for long; the shim brings it along for versions that had not.
    alias: [
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: "use-sync-external-store/with-selector.js",
      },
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "react" },
    ],
  },
  // By class and file alone: a line number behind each, as is usual, packs badly, and the first chunk has two hundred.
  css: { modules: { generateScopedName: (name, file) => `_${name}_${fileMark(file)}` } },
  server: { host: "127.0.0.1", watch: { ignored: ["**/machines/**", "**/rulesets/**", "**/dist/**"] } },
  build: {
    outDir: "dist/studio",
    target: "es2022",
    emptyOutDir: true,
    chunkSizeWarningLimit: 8000,
    // Browsers that know no such links load the first chunk when the entry imports it, a moment later.
    // What a late chunk imports it names itself; a list of it for each, with hashes that pack badly, would stand in the first one.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, deps, { hostType }) => (hostType === "html" ? deps : []),
    },
    rolldownOptions: {
      // React Flow's components that nobody imports are made by these, which the bundler would keep for what they might do.
      input: { index: "index.html", inspect: "inspect.html" },
      treeshake: { manualPureFunctions: ["memo", "forwardRef", "createContext"] },
      output: { codeSplitting: { groups: [firstChunk(join(import.meta.dirname, "src/app/main.tsx"))] } },
    },
  },
  worker: { format: "es", plugins: () => [noteModules()] },
});
