import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { consumerFolder, type ConsumerFolder } from "#test/support/consumer.ts";
import { turnwright } from "#test/support/commandLine.ts";

// The app of the developers' guide, built word by word where nothing but the package is installed.
let folder: ConsumerFolder;
beforeAll(async () => {
  folder = await consumerFolder();
});
afterAll(() => folder.remove());

const entry = (name: string) => [`turnwright/${name}`, resolve(`src/core/entries/${name}.ts`)];

test("an app is built from a machine, its kit and two entries, and reads no module", async () => {
  const guide = await readFile("docs/guide-developers.md", "utf8");
  const section = guide.slice(guide.indexOf("## Build an app on it"), guide.indexOf("## The command line"));
  for (const [, line = ""] of section.matchAll(/^npx turnwright (.*)$/gm))
    expect((await turnwright(line.split(" "), { cwd: folder.path })).code, line).toBe(0);
  const [program = "", save = ""] = [...section.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
  const last = `console.log(JSON.stringify(kept.play) === JSON.stringify(now.state));\n`;
  await folder.write("app.js", program + save + last);

  const bundle = await rolldown({
    input: join(folder.path, "app.js"),
    external: /^(xstate|node:.*|\.\/haikyu-break.*)$/,
    resolve: { alias: Object.fromEntries(["play", "kit"].map(entry)) },
  });
  const { output } = await bundle.generate({ format: "esm" });
  await folder.write("built.js", output[0].code);

  expect(Object.keys(output[0].modules).filter((id) => /core\/(read|edit|analyze)\//.test(id))).toEqual([]);
  const printed = await folder.node("built.js");
  const shown = [...program.matchAll(/\/\/ (\{.*)$/gm)].map(([, text = ""]) => text);
  expect(printed.split("\n")).toEqual(expect.arrayContaining(shown));
  expect(printed).toContain("Refused, because this does not hold: ");
  expect(printed).toMatch(/\n[A-Z0-9][\w.-]* [A-Z].{20}/);
  expect(printed.trimEnd().endsWith("true")).toBe(true);
});

test("a kit has the moves, the code of guards and the sentences of all languages", async () => {
  const kit = JSON.parse(
    (await turnwright(["export", "haikyu-break", "--to", "kit"], { cwd: folder.path })).out,
  ) as {
    spec: { moves?: object; code?: { guards: object }; events?: unknown[] };
    words: object;
  };
  expect(Object.keys(kit.spec.code!.guards).length).toBeGreaterThan(5);
  expect(kit.spec.moves).toEqual({
    format: 1,
    moves: (JSON.parse(await readFile("rulesets/haikyu-break/moves.json", "utf8")) as { moves: object })
      .moves,
  });
  expect(Object.keys(kit.words)).toEqual(["en", "ja", "zh-Hant"]);
});

test("the words of a kit need neither parser nor XState", async () => {
  const bundle = await rolldown({ input: "src/core/entries/kit.ts" });
  const { output } = await bundle.generate({ format: "esm" });
  expect(Object.keys(output[0].modules).filter((id) => id.includes("node_modules"))).toEqual([]);
});
