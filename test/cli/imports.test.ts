import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { turnwright as run } from "#test/support/commandLine.ts";

/** A folder with the projects of the reader's tests, each a machine in several files. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-imports-"));
  await cp("test/core/read/projects", folder, { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const turnwright = (words: readonly string[], input: readonly unknown[] = [], cwd = folder) =>
  run(words, { cwd, input: input.map((line) => `${JSON.stringify(line)}\n`) });

test("read follows what a module imports, and says from which file it is", async () => {
  const { code, out } = await turnwright(["read", "barrel/machine.ts"]);

  const reading = JSON.parse(out);
  expect(code).toBe(0);
  expect(reading.imports).toContainEqual({
    specifier: "./phases",
    from: "barrel/machine.ts",
    path: "barrel/phases/index.ts",
  });
  expect(reading.charts[0].root.children[1]).toMatchObject({
    key: "battle",
    origin: "shared",
    elsewhere: { file: "barrel/phases/battle.ts" },
    children: [{ key: "attack" }, { key: "damage" }, { key: "settled" }],
  });
});

test("check knows the guards and targets of imported files, and tells faults where they are brought in", async () => {
  const wrong = join(folder, "wrong");
  await cp(join(folder, "named"), wrong, { recursive: true });
  const phases = await readFile(join(wrong, "phases.ts"), "utf8");
  await writeFile(join(wrong, "phases.ts"), phases.replace(`target: "battle"`, `target: "batle"`));

  const good = await turnwright(["check", "named/machine.ts"]);
  const bad = await turnwright(["check", "wrong/machine.ts"]);

  expect(good).toMatchObject({ code: 0, out: "1 game: 0 errors, 0 warnings, 0 notes\n" });
  expect(bad.code).toBe(1);
  const line = (await readFile(join(wrong, "machine.ts"), "utf8"))
    .split("\n")
    .findIndex((one) => /^\s+draw,$/.test(one));
  expect(bad.out).toContain(`wrong/machine.ts:${line + 1}:`);
  expect(bad.out).toContain("batle");
});

describe("edit", () => {
  const describeState = (state: readonly string[]) => [
    "--command",
    "state.describe",
    "--args",
    JSON.stringify({ state, text: "x" }),
  ];

  test("refuses what is written in another file and names it", async () => {
    const { code, err } = await turnwright(["edit", "named/machine.ts", ...describeState(["draw"])]);

    expect(code).toBe(1);
    expect(err).toContain("named/phases.ts");
    expect(err).toContain("origin-elsewhere");
  });

  test("changes the file itself, and never the others", async () => {
    const copy = join(folder, "edited");
    await cp(join(folder, "named"), copy, { recursive: true });

    const { code, err } = await turnwright([
      "edit",
      "edited/machine.ts",
      ...describeState(["battle"]),
      "--write",
    ]);

    expect(code).toBe(0);
    // Nobody knows here who else imports the machine.
    expect(err).toMatch(
      /^edited\/machine\.ts:\d+:\d+ {2}warning .* exported-changed\nedited\/machine\.ts: written\n$/,
    );
    for (const file of await readdir(copy))
      expect(
        (await readFile(join(copy, file), "utf8")) === (await readFile(join(folder, "named", file), "utf8")),
      ).toBe(file !== "machine.ts");
  });

  test("--batch follows the imports of files", async () => {
    const line = {
      id: 1,
      file: "spread/machine.ts",
      command: "state.describe",
      args: { state: ["over"], text: "x" },
    };

    const { out } = await turnwright(["edit", "--batch"], [line]);

    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      refused: { code: "origin-elsewhere", message: expect.stringContaining("spread/states.ts") },
    });
  });
});

describe("export", () => {
  test("of a module with imports names the files that go with it", async () => {
    const { out, err } = await turnwright(["export", "named/machine.ts", "--to", "ts"]);

    expect(out).toBe(await readFile(join(folder, "named/machine.ts"), "utf8"));
    expect(err).toContain("phases.ts, over.ts, behavior.ts");
  });

  test("--out writes them beside it, and over nothing that is there", async () => {
    const to = join(folder, "out");
    await mkdir(to);
    await writeFile(join(to, "over.js"), "// mine\n");

    const { code, err } = await turnwright([
      "export",
      "named/machine.ts",
      "--to",
      "js",
      "--out",
      "out/duel.js",
    ]);

    expect(code).toBe(1);
    expect(err).toContain("Not written, because another file of that name is there: over.js");
    expect((await readdir(to)).toSorted()).toEqual([
      "behavior.js",
      "duel.js",
      "duel.saves.js",
      "over.js",
      "phases.js",
    ]);
    expect(await readFile(join(to, "over.js"), "utf8")).toBe("// mine\n");
  });

  test("says what was not found", async () => {
    await writeFile(
      join(folder, "lost.ts"),
      `import { createMachine } from "xstate";\nimport { a } from "./nowhere";\nexport const machine = createMachine({ initial: "a", states: { a } });\n`,
    );

    const { code, err } = await turnwright(["export", "lost.ts", "--to", "js"]);

    expect([code, err]).toEqual([0, "It does not run without what was not found: ./nowhere\n"]);
  });
});

describe("play", () => {
  const lines = [{ input: {} }, { send: { type: "DRAW", by: "a" } }];

  test.each([
    "flat.ts",
    "named/machine.ts",
    "barrel/machine.ts",
    "spread/machine.ts",
    "elsewhere/machine.ts",
    "script/machine.mjs",
  ])("%s plays with the files it imports", async (file) => {
    const { code, out, err } = await turnwright(["play", file, "--stdio"], lines);

    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain(`"turn":1`);
  });

  test("a missing file is told by its name", async () => {
    await writeFile(
      join(folder, "alone.ts"),
      `import { createMachine } from "xstate";\nimport { a } from "./nowhere";\nexport const machine = createMachine({ initial: "a", states: { a } });\n`,
    );

    const { out } = await turnwright(["play", "alone.ts", "--stdio"], lines.slice(0, 1));

    expect(out).toContain(`The module imports \\"./nowhere\\", and there is no such file beside it`);
  });
});
