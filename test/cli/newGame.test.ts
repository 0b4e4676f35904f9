import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { turnwright } from "#test/support/commandLine.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-new-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const run = (...words: string[]) => turnwright(words, { cwd: folder });

test("every template that is listed makes a game in which nothing is wrong", async () => {
  const { templates } = JSON.parse((await run("new", "--list", "--json")).out) as {
    templates: { name: string }[];
  };
  const names = templates.map(({ name }) => name);
  expect(names).toEqual([
    "turn",
    "chrono-card",
    "fate-ace-royal",
    "flesh-and-blood",
    "haikyu-break",
    "vf-card",
  ]);
  for (const name of names) expect((await run("new", `my-${name}`, "--template", name)).code).toBe(0);

  const { code, out } = await run("check");
  expect([code, out]).toEqual([0, "6 games: 0 errors, 0 warnings, 0 notes\n"]);
  const ruleset = JSON.parse(
    await readFile(join(folder, "rulesets/my-vf-card/ruleset.json"), "utf8"),
  ) as object;
  expect(ruleset).toMatchObject({ id: "my-vf-card", machine: "machines/my-vf-card.machine.ts" });
  // Five whole games are checked, on loaded processors.
}, 120_000);

test("--all exports every machine, under a name of its own, and reports what cannot be exported", async () => {
  await writeFile(
    join(folder, "machines/two.machine.ts"),
    `import { createMachine } from "xstate";\nexport const machine = createMachine({ initial: "a", states: { a: {} } });\nexport const other = createMachine({ initial: "b", states: { b: {} } });\n`,
  );
  const { code } = await run("export", "--all", "--to", "json", "--out", "out");
  expect(code).toBe(0);
  const files = await readdir(join(folder, "out"));
  expect(files).toEqual(
    expect.arrayContaining(["my-turn.machine.json", "two.machine.json", "two.other.machine.json"]),
  );
  expect(JSON.parse(await readFile(join(folder, "out/two.other.machine.json"), "utf8"))).toMatchObject({
    initial: "b",
  });

  await writeFile(join(folder, "machines/broken.machine.ts"), "export const machine = createMachine({");
  const broken = await run("export", "--all", "--to", "mermaid", "--out", "pictures", "--json");
  const { exports } = JSON.parse(broken.out) as { exports: { id: string; error?: object; file?: string }[] };
  expect(broken.code).toBe(1);
  expect(exports.find(({ id }) => id === "broken")).toHaveProperty("error.code", "faulty");
  expect(exports.filter(({ file }) => file !== undefined).length).toBe(8);
});

test.each([
  [["new"], "new needs ID"],
  [
    ["new", "My Game"],
    "My Game is no id of a game: it has lower-case letters, digits and hyphens, such as my-game",
  ],
  [["new", "a", "--template", "vf-cart"], "did you mean vf-card?"],
  [["new", "a", "--list"], "--list goes without an id: leave out a"],
  [["export", "--to", "svg"], "export needs ID|FILE"],
  [["export", "--all", "--to", "svg"], "--all needs a folder: --out FOLDER"],
  [
    ["export", "my-turn", "--all", "--to", "svg", "--out", "x"],
    "--all exports every game: leave out my-turn, or --all",
  ],
  [
    ["export", "--all", "--to", "svg", "--machine", "m", "--out", "x"],
    "--machine goes with one game, not with --all",
  ],
])("%j is refused with what would be right", async (words, why) => {
  const { code, err } = await run(...words);
  expect([code, err.split("\n")[0]]).toEqual([2, expect.stringContaining(why)]);
});

test("a game that is there is not written over", async () => {
  const path = join(folder, "machines/my-turn.machine.ts");
  const before = await readFile(path, "utf8");
  const { code, err } = await run("new", "my-turn", "--template", "vf-card");
  expect([code, await readFile(path, "utf8")]).toEqual([1, before]);
  expect(err).toContain("my-turn");
});
