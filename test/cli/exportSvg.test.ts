import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { turnwright as run } from "#test/support/commandLine.ts";

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

const turnwright = (line: string, cwd = folder) => run(line.split(" "), { cwd });

test("a module that has no layout is laid out and drawn, guards as formulas", async () => {
  const { code, out } = await turnwright("export lamp.ts --to svg");

  expect(code).toBe(0);
  expect(out).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="[-\d. ]+" width="\d+/);
  for (const text of [">off<", ">FLIP<", ">power &gt; 3<", ">high<"]) expect(out).toContain(text);
  expect(out.endsWith("</svg>\n")).toBe(true);
});

test("a machine that is too large to be drawn is told, and its other forms are made", async () => {
  const on = Array.from({ length: 50_000 }, (_, i) => `E${i}: "b"`).join();
  await writeFile(
    join(folder, "large.js"),
    `import { createMachine } from "xstate";\nexport const m = createMachine({ id: "m", initial: "a", states: { a: { on: { ${on} } }, b: {} } });`,
  );
  const svg = await turnwright("export large.js --to svg");

  expect(svg).toMatchObject({ code: 1, out: "" });
  expect(svg.err).toContain("The machine m is too large to be drawn");
  expect((await turnwright("export large.js --to json")).code).toBe(0);
});

test("--levels folds what lies deeper, --theme is one theme", async () => {
  const { out } = await turnwright("export lamp.ts --to svg --levels 1 --theme dark");

  expect(out).toContain(">on<");
  expect(out).toContain(">2 steps, folded<");
  expect(out).not.toContain(">high<");
  expect(out).not.toContain("prefers-color-scheme");
  expect((await turnwright("export lamp.ts --to mermaid --levels 1")).out).not.toContain("high");
});

test("--detail says how much is told: names alone, what happens, or all", async () => {
  const at = async (detail: string) => (await turnwright(`export lamp.ts --to svg ${detail}`.trim())).out;
  const [map, flow, full] = [await at("--detail map"), await at("--detail flow"), await at("--detail full")];

  for (const name of [">off<", ">on<", ">low<", ">high<"])
    for (const one of [map, flow, full]) expect(one).toContain(name);
  expect(map).not.toContain(">FLIP<");
  expect(map).toContain("<title>FLIP [power &gt; 3]</title>");
  expect(flow).toContain(">power &gt; 3<");
  expect(await at("")).toBe(full);
  expect(await at("--detail map --levels 1")).toContain(">2 steps<");
  expect(await at("--detail map --levels 1")).not.toContain(">low<");
});

test("a game opens at its map, mermaid has the outer two levels of it", async () => {
  const root = process.cwd();
  const { out } = await turnwright("export haikyu-break --to svg", root);
  expect(out).toBe((await turnwright("export haikyu-break --to svg --detail map", root)).out);

  const outer = (await turnwright("export haikyu-break --to mermaid --detail map", root)).out;
  expect(outer).toBe((await turnwright("export haikyu-break --to mermaid --levels 2", root)).out);
  const { out: full, err: none } = await turnwright("export haikyu-break --to mermaid --detail full", root);
  expect(outer.length).toBeLessThan(full.length);
  expect(none).toBe("");
  // What nobody asked for more of can be read on a page, and says that there is more.
  const { out: usual, err } = await turnwright("export haikyu-break --to mermaid", root);
  expect(usual).toBe(outer);
  expect(err).toContain("The outer 2 of 5 levels");
});

test("the arrangement of a module is what is drawn", async () => {
  await writeFile(
    join(folder, "turn.ts"),
    `import { createMachine } from "xstate";
export const turn = createMachine({ initial: "a", states: { a: { on: { GO: "b" } }, b: {} } });
`,
  );
  const middle = (svg: string, name: string) => {
    const [, x, y] =
      new RegExp(`<title>${name}</title><rect class="box" x="([^"]*)" y="([^"]*)"`).exec(svg) ?? [];
    return { x: Number(x), y: Number(y) };
  };
  const lines = (flow: string) =>
    writeFile(
      join(folder, "turn.layout.json"),
      JSON.stringify({
        format: 2,
        machines: { turn: { compounds: { "": { flow, lines: [["b"], ["a"]] } } } },
      }),
    );

  await lines("down");
  const down = (await turnwright("export turn.ts --to svg")).out;
  await lines("right");
  const right = (await turnwright("export turn.ts --to svg")).out;

  expect(middle(down, "b").y).toBeLessThan(middle(down, "a").y);
  expect(middle(right, "b").x).toBeLessThan(middle(right, "a").x);
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
  ["--to svg --detail large", "--detail large: it is map, flow, full"],
  ["--to json --detail map", "--detail goes with --to svg and --to mermaid"],
  ["--to mermaid --detail flow", "--detail flow goes with --to svg; mermaid has map"],
  ["--to ts --theme dark", "--theme goes with --to svg"],
  ["--to svg --theme red", "--theme red: it is auto, light or dark"],
])("%s is told", async (options, message) => {
  const { code, err } = await turnwright(`export lamp.ts ${options}`);

  expect(code).toBe(2);
  expect(err).toContain(message);
});
