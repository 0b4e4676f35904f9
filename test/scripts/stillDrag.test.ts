import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parse } from "@babel/parser";
import { expect, test } from "vitest";
import { withStillDrag } from "../../scripts/stillDrag.ts";

const flow = createRequire(import.meta.url).resolve("@xyflow/react/package.json");
const entry = createRequire(flow).resolve("@xyflow/system");
const whole = await readFile(join(entry, "../../esm/index.js"), "utf8");
/** What `autoPan` of nodes asks for, as it stands in the file. */
const loopOf = (code: string) => /async function autoPan\(\) \{.*?\n {8}\}\n/s.exec(code)?.[0] ?? "";

test("the next frame is asked for only while the canvas goes along", () => {
  const still = withStillDrag(whole);

  expect(loopOf(whole)).toMatch(/\}\n {12}autoPanId = requestAnimationFrame\(autoPan\);\n/);
  expect(loopOf(still)).toMatch(
    /updateNodes\(lastPos\);\s*\}\s*autoPanId = requestAnimationFrame\(autoPan\);\s*\} else autoPanStarted = false;/,
  );
  expect(() => parse(still, { sourceType: "module" })).not.toThrow();
});

test("a React Flow that drags otherwise is told of", () => {
  expect(() => withStillDrag(whole.replace("autoPanStarted = true", "started = true"))).toThrow(/stillDrag/);
  expect(() => withStillDrag(withStillDrag(whole))).toThrow(/stillDrag/);
});
