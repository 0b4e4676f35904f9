import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "#cli/main.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-svg-"));
  await writeFile(
    join(folder, "lamp.ts"),
    `import { setup } from "xstate";
export const lamp = setup({ guards: { bright: ({ context }) => context.power > 3 } }).createMachine({
  id: "lamp", initial: "off",
  states: { off: { on: { FLIP: { guard: "bright", target: "on" } } }, on: { initial: "low", states: { low: { on: { MORE: "high" } }, high: {} } } },
});
`,
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function turnwright(line: string, cwd = folder) {
  let out = "";
  let err = "";
  const code = await main(line.split(" "), {
    home: process.cwd(),
    cwd,
    stdin: [] as never,
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, out, err };
}

test("a module that has no layout is laid out and drawn, guards as formulas", async () => {
  const { code, out } = await turnwright("export lamp.ts --to svg");

  expect(code).toBe(0);
  expect(out).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="[-\d. ]+" width="\d+/);
  for (const text of [">off<", ">FLIP<", ">power &gt; 3<", ">high<"]) expect(out).toContain(text);
  expect(out.endsWith("</svg>\n")).toBe(true);
});

test("--levels shows the outer states alone, --theme one theme", async () => {
  const { out } = await turnwright("export lamp.ts --to svg --levels 1 --theme dark");

  expect(out).toContain(">on<");
  expect(out).not.toContain(">high<");
  expect(out).not.toContain("prefers-color-scheme");
  expect((await turnwright("export lamp.ts --to mermaid --levels 1")).out).not.toContain("high");
});

test("a game is drawn with its labels in the language that is asked for", async () => {
  const root = process.cwd();

  const { out } = await turnwright("export haikyu-break --to svg --lang ja", root);

  const labels = JSON.parse(await readFile("rulesets/haikyu-break/labels/ja.json", "utf8")).labels;
  expect(out).toContain(`xml:lang="ja"`);
  expect(out).toContain(`>${labels["state:set.serveTurn"]}<`);
});

test.each([
  ["--to json --levels 1", "--levels goes with --to svg and --to mermaid"],
  ["--to svg --levels 0", "--levels 0 is no number of levels"],
  ["--to ts --theme dark", "--theme goes with --to svg"],
  ["--to svg --theme red", "--theme red: it is auto, light or dark"],
])("%s is told", async (options, message) => {
  const { code, err } = await turnwright(`export lamp.ts ${options}`);

  expect(code).toBe(2);
  expect(err).toContain(message);
});
