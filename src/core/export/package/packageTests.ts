import { generatedHeader } from "#core/export/generatedHeader.ts";
import { playClass, playImports, scenarioTests } from "#core/export/toVitest.ts";
import type { PackageFile, PackageParts } from "#core/export/package/packageSource.ts";

/**
 * The scenarios as tests that need the package and XState alone: once written, and called by a file for Vitest and one for `node --test`.
 * Each of the two is called so that the other runner does not take it for its own.
 */
export function packageTests({ chart, id, scenarios, strip }: PackageParts): PackageFile[] {
  const suite = `${generatedHeader(id, "its scenarios as tests")}${playImports}
import { machine } from "../index.js";

/** Plays all scenarios with the functions of a test runner. */
export function scenarios({ describe, expect, test }: any) {
${scenarioTests({ chart, id, scenarios })}}

${playClass}
`;
  return [
    { path: "tests/scenarios.js", text: strip(suite) },
    {
      path: "tests/scenarios.spec.js",
      text: `${generatedHeader(id, "its scenarios, for Vitest")}import { describe, expect, test } from "vitest";
import { scenarios } from "./scenarios.js";

scenarios({ describe, expect, test });
`,
    },
    {
      path: "tests/scenarios-test.js",
      text: `${generatedHeader(id, "its scenarios, for node --test")}${NODE}`,
    },
  ];
}

/** `expect` as far as scenarios use it: of objects, fields that are undefined do not count. */
const NODE = `import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { scenarios } from "./scenarios.js";

const ANY_OBJECT = Symbol("any object");

/** A value without fields that are undefined, which a comparison leaves out. */
const plain = (value) => {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => (part === undefined ? [] : [[key, plain(part)]])),
  );
};
const same = (value, wanted) => {
  if (wanted !== ANY_OBJECT) assert.deepEqual(plain(value), plain(wanted));
  else assert.ok(typeof value === "object" && value !== null, "expected an object");
};
const expect = (value) => ({
  toBe: (wanted) => assert.equal(value, wanted),
  toEqual: (wanted) => same(value, wanted),
  toContain: (item) => assert.ok(value.includes(item), \`\${item} is not among \${value.join(", ")}\`),
  not: { toContain: (item) => assert.ok(!value.includes(item), \`\${item} is among \${value.join(", ")}\`) },
  toHaveProperty(path, wanted) {
    let at = value;
    for (const key of path) {
      assert.ok(at !== null && typeof at === "object" && key in at, \`there is no \${path.join(".")}\`);
      at = at[key];
    }
    same(at, wanted);
  },
});
expect.any = () => ANY_OBJECT;

scenarios({ describe, expect, test });
`;
