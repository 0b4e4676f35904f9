import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { turnwright as run } from "#test/support/commandLine.ts";
import { openPath } from "#adapters/disk/openPath.ts";
import { fixGame } from "#cli/check/fixGame.ts";
import { readModule } from "#core/read/readModule.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-fix-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const turnwright = (line: string) => run(line.split(" "), { cwd: folder });

const FAULTY = `// a lamp
import { setup } from "xstate";

export const lamp = setup({ guards: { isDark: () => true } }).createMachine({
  id: "lamp",
  predictableActionArguments: true, // of old
  states: {
    off: {
      onn: { FLIP: { cond: not("isDrak"), target: "onn" } },
    },
    on: { after: { "2s": ["off"] } },
  },
});
`;
const MENDED = `// a lamp
import { not, setup } from "xstate";

export const lamp = setup({ guards: { isDark: () => true } }).createMachine({
  id: "lamp",
  initial: "off",
  states: {
    off: {
      on: { FLIP: { guard: not("isDark"), target: "on" } },
    },
    on: { after: { "2000": [{ target: "off" }] } },
  },
});
`;

test("check --fix writes what is obvious, one after the other, and tells each with its place", async () => {
  await writeFile(join(folder, "lamp.ts"), FAULTY);

  const { code, out } = await turnwright("check lamp.ts --fix");

  expect(await readFile(join(folder, "lamp.ts"), "utf8")).toBe(MENDED);
  expect(code).toBe(0);
  const lines = out.trimEnd().split("\n");
  expect(lines.slice(0, -1).every((line) => /^lamp\.ts:\d+:\d+ {2}fixed {2}.+ {2}[a-z-]+$/.test(line))).toBe(
    true,
  );
  expect(lines).toContain("lamp.ts:9:7  fixed  Replace “onn” with “on”  unknown-state-key");
  expect(lines.at(-1)).toBe("1 game: 9 fixed, 0 errors, 0 warnings, 0 notes");
});

test("check --fix of a sound file writes nothing", async () => {
  await writeFile(join(folder, "lamp.ts"), MENDED);

  expect(await turnwright("check lamp.ts --fix")).toEqual({
    code: 0,
    out: "1 game: 0 fixed, 0 errors, 0 warnings, 0 notes\n",
    err: "",
  });
});

test("what is not obvious is left to the person", async () => {
  const text = MENDED.replace(`target: "on"`, `target: "somewhere"`);
  await writeFile(join(folder, "lamp.ts"), text);

  const { code, out } = await turnwright("check lamp.ts --fix");

  expect(code).toBe(1);
  expect(out).toContain("target-not-found");
  expect(await readFile(join(folder, "lamp.ts"), "utf8")).toBe(text);
});

test("check --json lists the fixes of each diagnostic with what they would write", async () => {
  await writeFile(join(folder, "lamp.ts"), MENDED.replace("guard:", "cond:"));

  const { games } = JSON.parse((await turnwright("check lamp.ts --json")).out);

  const told: readonly { code: string; fixes: unknown }[] = games[0].diagnostics;
  const fixes = told.find((one) => one.code === "unknown-transition-key")?.fixes;
  const from = MENDED.indexOf("guard:");
  expect(fixes).toEqual([
    {
      id: "replace",
      message: "Replace “cond” with “guard”",
      obvious: true,
      edits: [{ from, to: from + 4, insert: "guard" }],
    },
  ]);
  expect(games[0]).not.toHaveProperty("fixed");
});

test("a file that another program writes meanwhile is left as it wrote it", async () => {
  const path = join(folder, "lamp.ts");
  await writeFile(path, FAULTY);
  const workspace = await openPath(path);
  const game = (await workspace.list())[0]!.id;
  const meddled = {
    read: async (id: string) => {
      const files = await workspace.read(id);
      await writeFile(path, `${FAULTY}// theirs\n`);
      return files;
    },
    save: workspace.save.bind(workspace),
  };

  await expect(fixGame(meddled, game, (text) => readModule(text))).rejects.toThrow(
    /changed by another program/,
  );

  expect(await readFile(path, "utf8")).toBe(`${FAULTY}// theirs\n`);
  await workspace.close();
});
