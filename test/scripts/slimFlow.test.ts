import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parse } from "@babel/parser";
import { expect, test } from "vitest";
import { withoutDrawing, withoutOwnKinds } from "../../scripts/slimFlow.ts";

const entry = createRequire(import.meta.url).resolve("@xyflow/react/package.json");
const whole = await readFile(join(entry, "../dist/esm/index.js"), "utf8");
const slim = withoutOwnKinds(whole);
const exportsOf = (code: string) =>
  parse(code, { sourceType: "module" }).program.body.flatMap((one) =>
    one.type === "ExportNamedDeclaration"
      ? one.specifiers.flatMap(({ exported }) => (exported.type === "Identifier" ? [exported.name] : []))
      : [],
  );

test("React Flow without its own kinds of nodes and edges exports what it did", () => {
  expect(exportsOf(slim)).toEqual(exportsOf(whole));
  expect(exportsOf(slim)).toContain("ReactFlow");
});

test("nothing but exports asks for its own kinds of edges", () => {
  const asked = (code: string) =>
    code.match(/\b(?:Bezier|Straight|Step|SmoothStep|SimpleBezier)EdgeInternal\b/g) ?? [];

  expect(asked(whole)).toHaveLength(20);
  expect(asked(slim)).toHaveLength(5);
  expect(slim).toContain("[path] = getBezierPath(pathParams)");
  expect(slim).not.toContain("[path] = getSmoothStepPath(");
});

test("a React Flow that is built otherwise is told of", () => {
  expect(() => withoutOwnKinds(whole.replace("builtinEdgeTypes = {", "ownEdgeTypes = {"))).toThrow(
    /table of edges/,
  );
  expect(() => withoutOwnKinds(slim)).toThrow(/to leave out/);
});

test("selections can select, listen and be asked, and no longer draw from data", async () => {
  const file = await readFile(join(entry, "../../../d3-selection/dist/d3-selection.mjs"), "utf8");
  const table = /^Selection\.prototype = [^}]*\};/m;

  const methods = [...(table.exec(withoutDrawing(file))?.[0] ?? "").matchAll(/^ {2}([\w[\].]+):/gm)].map(
    ([, name]) => name,
  );

  expect(methods).toEqual(
    expect.arrayContaining(["select", "filter", "call", "node", "each", "style", "property", "datum", "on"]),
  );
  for (const name of ["data", "join", "append", "attr", "text"]) expect(methods).not.toContain(name);
  expect(() => withoutDrawing("export {}")).toThrow("d3-selection");
});
