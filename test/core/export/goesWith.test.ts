import { existsSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stripTypes } from "#adapters/sandbox/stripTypes.ts";
import { exportProject } from "#core/export/goesWith.ts";
import { importClosure } from "#core/read/modules/importClosure.ts";
import { siblingsIn } from "#core/read/modules/siblingFiles.ts";
import { consumerFolder, type ConsumerFolder } from "#test/support/consumer.ts";

let folder: ConsumerFolder;
beforeAll(async () => {
  folder = await consumerFolder();
});
afterAll(() => folder.remove());

const closure = (files: Readonly<Record<string, string>>) => {
  const [path = "", text = ""] = Object.entries(files)[0] ?? [];
  return importClosure(
    { path, text, lang: "ts" },
    siblingsIn((name) => files[name]),
  );
};
const exported = (files: Readonly<Record<string, string>>, to: "ts" | "js", name?: string) => {
  const { text, goesWith } = exportProject(closure(files), to, stripTypes, name);
  const beside = Object.fromEntries(goesWith.files.map((file) => [file.path, file.text.trim()]));
  return { text: text.trim(), beside, missing: goesWith.missing };
};

test.each([
  "named/machine.ts",
  "barrel/machine.ts",
  "spread/machine.ts",
  "elsewhere/machine.ts",
  "script/machine.mjs",
])("%s as JavaScript runs under plain Node with the files that go with it", async (style) => {
  const path = `test/core/read/projects/${style}`;
  const modules = siblingsIn((name) => (existsSync(name) ? readFileSync(name, "utf8") : undefined));
  const lang = path.endsWith(".mjs") ? "js" : "ts";
  const project = importClosure({ path, text: readFileSync(path, "utf8"), lang }, modules);

  const { text, goesWith } = exportProject(project, "js", stripTypes, "duel.js");
  const at = dirname(style);
  for (const file of [{ path: "duel.js", text }, ...goesWith.files]) {
    await mkdir(dirname(join(folder.path, at, file.path)), { recursive: true });
    await folder.write(join(at, file.path), file.text);
  }
  await folder.write(
    `${at}.run.js`,
    `import { createActor } from "xstate";
      import { machine } from "./${at}/duel.js";
      const actor = createActor(machine).start();
      actor.send({ type: "DRAW", by: "a" });
      console.log(JSON.stringify(actor.getSnapshot().context.turn));`,
  );

  expect(JSON.parse(await folder.node(`${at}.run.js`))).toBe(1);
});

test("TypeScript stays as it is, and types alone need no file in JavaScript", () => {
  const files = {
    "src/m.ts": `import { a } from "./a.js"; import type { T } from "./t"; export const m = a as T;`,
    "src/a.ts": `export const a = 1;`,
    "src/t.ts": `export type T = number;`,
  };

  expect(exported(files, "ts")).toEqual({
    text: files["src/m.ts"],
    beside: { "a.ts": files["src/a.ts"] },
    missing: [],
  });
  expect(exported(files, "js").text).toBe(`import { a } from "./a.js"; export const m = a ;`);
});

test("imports say the whole name of the file, in their own quotes", () => {
  const { text, beside } = exported(
    {
      "m.ts": `import './side'; export * from "./lib"; export const b = import("./lib/deep.mjs");`,
      "side.tsx": `export {};`,
      "lib/index.ts": `export { c } from "../side"; export * from './deep.mjs';`,
      "lib/deep.mts": `export const c = 1;`,
    },
    "js",
  );

  expect(text).toBe(
    `import './side.js'; export * from "./lib/index.js"; export const b = import("./lib/deep.mjs");`,
  );
  expect(beside["lib/index.js"]).toBe(`export { c } from "../side.js"; export * from './deep.mjs';`);
  expect(Object.keys(beside)).toEqual(["side.js", "lib/index.js", "lib/deep.mjs"]);
});

test("a file that imports the module back finds it under its new name", () => {
  const files = {
    "m.ts": `import { a } from "./a"; export const b = () => a;`,
    "a.ts": `import { b } from "./m"; export const a = () => b;`,
  };

  expect(exported(files, "ts", "new.ts").beside["a.ts"]).toContain(`from "./new.ts"`);
  expect(exported(files, "ts", "m.ts").beside["a.ts"]).toBe(files["a.ts"]);
  expect(exported(files, "js", "new.js").beside["a.js"]).toContain(`from "./new.js"`);
});

test("two files that would become one keep apart, one above the folder is told as such, one that is missing too", () => {
  const { text, beside, missing } = exported(
    {
      "src/m.ts": `import "./a.ts"; import "./a.mjs"; import "../up/b"; import "./a.jsx"; import "./none";`,
      "src/a.ts": "",
      "src/a.mjs": "",
      "src/a.jsx": "",
      "up/b.ts": "",
    },
    "js",
  );

  expect(Object.keys(beside)).toEqual(["a.js", "a.mjs", "../up/b.js", "a_.js"]);
  expect(text).toContain(`import "../up/b.js"; import "./a_.js"; import "./none";`);
  expect(missing).toEqual(["./none"]);
});
