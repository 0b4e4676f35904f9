import { expect, test } from "vitest";
import { noticesText, packagesOf, readBundled } from "../../scripts/licences.ts";

test("modules are led back to the packages that they lie in", () => {
  const found = packagesOf([
    "/p/src/app/main.tsx",
    "/p/node_modules/react/index.js",
    "/p/node_modules/@xyflow/react/dist/esm/index.js?v=1",
    "\0commonjs:/p/node_modules/a/node_modules/b/c.js",
    "/p/node_modules/@fontsource-variable/inter/index.css",
  ]);

  expect([...found]).toEqual([
    "/p/node_modules/react",
    "/p/node_modules/@xyflow/react",
    "/p/node_modules/a/node_modules/b",
    "/p/node_modules/@fontsource-variable/inter",
  ]);
});

test.each([
  ["react", /Permission is hereby granted/],
  ["monaco-editor", /Microsoft Corporation/],
  ["@fontsource-variable/inter", /SIL OPEN FONT LICENSE/i],
  ["xstate", /Permission is hereby granted/],
  // It names MIT and has no text of its own.
  ["saxes", /ISC License[^]*Copyright \(c\) Louis/],
  ["@cfworker/json-schema", /Copyright \(c\) .*\n\nPermission is hereby granted/],
])("the licence of %s goes along word for word", async (name, words) => {
  const read = await readBundled(`node_modules/${name}`);

  expect(noticesText([read])).toMatch(words);
  expect(noticesText([read])).toContain(`${name} ${read.version}: ${read.licence}`);
});

test("a package without a licence must not be bundled unseen", async () => {
  await expect(readBundled("node_modules/.bin")).rejects.toThrow();
});
