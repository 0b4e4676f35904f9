import { build } from "esbuild";

const common = { bundle: true, format: "esm", target: "es2022", logLevel: "warning" };
await build({ ...common, entryPoints: ["src/page.ts"], outfile: "dist/page.js" });
await build({
  ...common,
  entryPoints: ["src/play.ts"],
  outfile: "dist/play.js",
  platform: "node",
  // What was written for CommonJS asks for Node's own modules with `require`.
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
});
