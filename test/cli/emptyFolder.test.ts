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
  const { code, err } = await turnwright("check");

  expect(code).toBe(2);
  expect(err).toMatch(
    /Samples come with turnwright: chrono-card, fate-ace-royal, [^\n]*; npx turnwright list --root \S+ has them\n/,
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
      "Machines are in src/cart.ts, src/game/lamp.ts: npx turnwright open src shows them\n",
    );
});

test("a folder that is not there is said to be none", async () => {
  expect((await turnwright("list --root nix")).err).toMatch(/There is no folder \S+nix; name the folder/);
});

test("what only reads takes the sample of that id where there are no games, and says so", async () => {
  const said = /haikyu-break is read from the samples of turnwright, in \S+\n/;
  for (const command of ["check haikyu-break", "coverage haikyu-break --scenario receive-and-attack"]) {
    const { code, err } = await turnwright(command);
    expect([command, code]).toEqual([command, 0]);
    expect(err).toMatch(said);
  }
  const exported = await turnwright("export haikyu-break --to js");
  expect(exported.out).toContain("createMachine");
  expect(exported.err).toMatch(said);
  const played = await turnwright("play haikyu-break --scenario receive-and-attack --json");
  expect(JSON.parse(played.out)).toBeTruthy();
  const listed = await turnwright("list --json");
  expect(JSON.parse(listed.out)).toMatchObject({ root: process.cwd() });
  expect(listed.err).toContain("These are the samples of turnwright, in ");
});

test("what writes takes no sample: it names the folder that has it", async () => {
  for (const command of [
    "check haikyu-break --fix",
    "check haikyu-break --labels-fit",
    "play haikyu-break --scenario receive-and-attack --mend first --write",
  ]) {
    const { code, err } = await turnwright(command);
    expect([command, code]).toEqual([command, 2]);
    expect(err).toMatch(
      /has no machines\/ or rulesets\/.*\n(Machines are .*\n)?.*haikyu-break with --root \S+\n/,
    );
  }
  const elsewhere = await turnwright(`export haikyu-break --to js --root ${folder}`);
  expect(elsewhere.code).toBe(2);
});

test("a name that is a machine's file below is met with that file", async () => {
  await mkdir(join(folder, "src"), { recursive: true });
  await writeFile(
    join(folder, "src/some.machine.ts"),
    `import { createMachine } from "xstate";\nexport const m = createMachine({ initial: "a", states: { a: {} } });\n`,
  );

  for (const command of ["check some", "read some", "export some --to js", "play some --all"]) {
    const { code, err } = await turnwright(command);
    expect([command, code]).toEqual([command, 2]);
    expect(err).toContain("Did you mean src/some.machine.ts?\n");
  }
});

test("a folder with more scripts than are looked through says so, and what to name instead", async () => {
  const crowd = await mkdtemp(join(tmpdir(), "turnwright-crowd-"));
  try {
    await mkdir(join(crowd, "src"));
    await writeFile(
      join(crowd, "near.ts"),
      `import { createMachine } from "xstate";\nexport const m = createMachine({ initial: "a", states: { a: {} } });\n`,
    );
    for (let i = 0; i < 1_000; i++) await writeFile(join(crowd, "src", `${i}.ts`), "");

    const { err } = await run(["check"], { cwd: crowd });

    expect(err).toContain("Machines are in near.ts: npx turnwright open near.ts shows them\n");
    expect(err).toMatch(/turnwright-crowd-\S+ was not looked through to the end: .* 1000 scripts .* Name/);
  } finally {
    await rm(crowd, { recursive: true });
  }
});
