import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { build } from "vite";
import { lateTransitions, withPureCalls, withZoomOnly } from "../../scripts/lateTransitions.ts";

const { resolve } = createRequire(import.meta.url);
const entry = "virtual:page";
/** The page's code that has to be there first, and what comes later. */
async function built(): Promise<{ first: string; later: string }> {
  const result = await build({
    configFile: false,
    logLevel: "error",
    plugins: [
      {
        name: "page",
        resolveId: (id) => (id === entry ? join(import.meta.dirname, "page.js") : null),
        load: (id) =>
          id.endsWith("page.js")
            ? 'import { XYPanZoom } from "@xyflow/system"; globalThis.made = XYPanZoom; globalThis.more = () => import("d3-transition");'
            : null,
      },
      lateTransitions(),
    ],
    build: { write: false, minify: false, rolldownOptions: { input: entry } },
  });
  const { output } = Array.isArray(result) ? result[0]! : (result as Exclude<typeof result, { on: unknown }>);
  const chunks = output.filter((one) => one.type === "chunk");
  const text = (first: boolean) =>
    chunks.flatMap((one) => (one.isEntry === first ? [one.code] : [])).join("\n");
  return { first: text(true), later: text(false) };
}

describe("a camera that glides later", () => {
  test("waits for neither transitions nor colours", async () => {
    const { first, later } = await built();

    expect(first).toContain("__zoom");
    for (const word of ["interpolateRgb", "cubehelix", "__transition"])
      expect(first, word).not.toContain(word);
    expect(later).toContain("__transition");
  });

  test("packages that are built otherwise are told of", async () => {
    const system = await readFile(resolve("@xyflow/system").replace(/umd.*$/, "esm/index.mjs"), "utf8");

    expect(withZoomOnly(system)).not.toContain("'linear'");
    expect(() => withZoomOnly("interpolateZoom")).toThrow(/choice of interpolations/);
  });

  test("what makes interpolators may be left out", () => {
    expect(withPureCalls("var zoom = (function f() {})(1);\nvar hsl = mix(hue);\nvar x = 2;")).toBe(
      "var zoom = /* @__PURE__ */ (function f() {})(1);\nvar hsl = /* @__PURE__ */ mix(hue);\nvar x = 2;",
    );
  });
});
