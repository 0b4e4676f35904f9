import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { turnwright as run } from "#test/support/commandLine.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-empty-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const turnwright = (line: string) => run(line.split(" "), { cwd: folder });

test("a folder without games is told of the samples, and where its own machines are", async () => {
  const { code, err } = await turnwright("list");

  expect(code).toBe(2);
  expect(err).toMatch(
    /Samples come with turnwright: chrono-card, fate-ace-royal, [^\n]*; turnwright list --root \S+ has them\n/,
  );
  const root = /--root (\S+) has/.exec(err)![1]!;
  expect((await turnwright(`list --root ${root}`)).out).toContain("haikyu-break");
  expect(err).not.toContain("Machines are in");

  await mkdir(join(folder, "src/game"), { recursive: true });
  await writeFile(join(folder, "src/app.ts"), "export const app = 1;\n");
  for (const name of ["cart.ts", "game/lamp.ts"])
    await writeFile(
      join(folder, "src", name),
      `import { createMachine } from "xstate";\nexport const m = createMachine({ initial: "a", states: { a: {} } });\n`,
    );

  for (const command of ["list", "check"])
    expect((await turnwright(command)).err).toContain(
      "Machines are in src/cart.ts, src/game/lamp.ts: turnwright open src shows them\n",
    );
});
