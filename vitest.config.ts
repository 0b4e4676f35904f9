import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { chromiumFlags, findChromium } from "./scripts/findChromium.ts";
import { guardLoops } from "./scripts/guardLoops.ts";
import { LongestFirst } from "./scripts/longestFirst.ts";
import { sandboxPlugin } from "./scripts/sandboxPlugin.ts";
import { patience } from "./test/support/patience.ts";

const executablePath = await findChromium();

/** No test changes what modules share, so a worker loads them once for all its files. */
const isolate = false;

/** One after the other, each with the machine to itself. `node`: core, adapters and command line. `browser`: components in a real Chromium. `e2e`: the built studio as a person uses it. */
export default defineConfig({
  plugins: [react(), guardLoops(), sandboxPlugin()],
  test: {
    sequence: { sequencer: LongestFirst },
    // So Monaco says that something it had put off is no longer wanted, as when an editor closes; nobody listens any more.
    // (The stack would name no module of Monaco: in the browser it stands in bundled files.)
    onUnhandledError: ({ name, message }) => !(name === "Canceled" && message === "Canceled"),
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: ["test/**/*.test.ts"],
          setupFiles: ["test/support/sameCases.ts"],
          isolate,
          testTimeout: patience(30_000),
          maxWorkers: Math.min(4, availableParallelism()),
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        // Named here, so that a cold cache does not find them one by one and reload the page under a test.
        optimizeDeps: {
          include: [
            "react",
            "react-dom/client",
            "react/jsx-dev-runtime",
            "@xstate/react",
            "@xyflow/react",
            "axe-core",
            "d3-transition",
            "fast-check",
            "i18next",
            "react-i18next",
            "radix-ui",
            "cmdk",
            "@tanstack/react-virtual",
            "monaco-editor/editor",
          ],
        },
        test: {
          name: "browser",
          maxWorkers: Math.min(2, availableParallelism()),
          sequence: { groupOrder: 1 },
          include: ["test/**/*.browser.test.tsx"],
          testTimeout: 30_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            expect: {
              toMatchScreenshot: {
                // Pictures without letters are the same on every system.
                resolveScreenshotPath: ({ root, arg, ext }) =>
                  `${root}/test/charts/gallery/pictures/${arg}${ext}`,
                resolveDiffPath: ({ root, arg, ext }) => `${root}/test-results/${arg}${ext}`,
              },
            },
            instances: [{ browser: "chromium" }],
            provider: playwright({ launchOptions: { executablePath, args: chromiumFlags } }),
          },
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          sequence: { groupOrder: 2 },
          include: ["test/e2e/**/*.e2e.ts"],
          isolate,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: Math.min(2, availableParallelism()),
          // A browser that draws in software on a busy machine may miss a moment. Who needed a second try is told: `.ci/run` counts them.
          retry: 1,
        },
      },
    ],
  },
});
