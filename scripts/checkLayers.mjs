import { createRequire } from "node:module";
import config from "../.dependency-cruiser.mjs";

// dependency-cruiser reads TypeScript 7 projects with swc, and asks swc for plain TypeScript only. For files with JSX it has to be
// told so; this is done before the tool loads, on the very module object that it will use.
const swc = createRequire(import.meta.url)("@swc/core");
const parseFile = swc.parseFileSync;
swc.parseFileSync = (file, options) => parseFile.call(swc, file, { ...options, tsx: file.endsWith("x") });
const { cruise } = await import("dependency-cruiser");

/** Runs the layer table. Counts what was looked at: under some compiler versions the tool silently cruises nothing. */
const { options, ...ruleSet } = config;
const { output } = await cruise(
  ["src", "machines"],
  { ...options, ruleSet, validate: true },
  {
    bustTheCache: true,
    resolveLicenses: false,
    resolveDeprecations: false,
    ...options.enhancedResolveOptions,
  },
);
const { summary, modules } = output;
const own = modules.filter((m) => m.source.startsWith("src/") || m.source.startsWith("machines/"));
const edges = own.reduce((n, m) => n + m.dependencies.length, 0);
for (const { from, to, rule } of summary.violations) console.error(`${rule.name}: ${from} -> ${to}`);
console.log(`layers: ${own.length} files, ${edges} imports, ${summary.violations.length} violations`);
if (own.length < 100 || edges < 200) {
  console.error("The layer tool looked at too little: it no longer sees the imports");
  process.exit(1);
}
process.exit(summary.violations.length > 0 ? 1 : 0);
