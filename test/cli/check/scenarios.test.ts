import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { turnwright as run } from "#test/support/commandLine.ts";

const GAME = "haikyu-break";
const MACHINE = `machines/${GAME}.machine.ts`;
const NAMES = ["reading-serve-block.json", "block-succeeds.json"];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-scenarios-"));
  await mkdir(join(folder, "machines"));
  await cp(MACHINE, join(folder, MACHINE));
  await cp(`rulesets/${GAME}`, join(folder, "rulesets", GAME), { recursive: true });
  const scenarios = join(folder, "rulesets", GAME, "scenarios");
  const others = (await readdir(scenarios)).filter((name) => !NAMES.includes(name));
  await Promise.all(others.map((name) => rm(join(scenarios, name))));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const turnwright = (line: string) => run(line.split(" "), { cwd: folder });
const edited = async (from: string, to: string) => {
  const text = await readFile(MACHINE, "utf8");
  expect(text).toContain(from);
  await writeFile(join(folder, MACHINE), text.replace(from, to));
};

test("a scenario that does not go as expected is an error of the machine, where it is wished", async () => {
  const sound = await turnwright(`check ${GAME} --scenarios`);
  expect(sound).toMatchObject({ code: 0 });
  expect(sound.out).toContain("0 errors");

  await edited("context.turnInSet > 2", "context.turnInSet > 1");
  expect((await turnwright(`check ${GAME}`)).code).toBe(0);

  const found = await turnwright(`check ${GAME} --scenarios`);
  expect(found.code).toBe(1);
  expect(found.out).toMatch(
    /haikyu-break\.machine\.ts:\d+:\d+ {2}error {2}The scenario “Reading 7: a serve may not be blocked” does not go as expected at step 9 \(refused\): expected .*blockIsOpen.*, got false\. {2}scenario-differs/,
  );
  expect(found.out).toContain("1 error,");

  const json = JSON.parse((await turnwright(`check ${GAME} --scenarios --json`)).out);
  expect(json.games[0].diagnostics).toContainEqual(
    expect.objectContaining({
      code: "scenario-differs",
      severity: "error",
      state: ["set", "rallyTurn", "startPhase", "choose"],
      facts: expect.objectContaining({ file: "reading-serve-block", step: 9, what: "refused" }),
    }),
  );
});

test("a machine that does too much work is a note, and no error", async () => {
  await edited(
    "choseBlock: ({ context }) => context.defense",
    "choseBlock: ({ context }) => { for (;;) context.seats.length; return context.defense",
  );
  await writeFile(
    join(folder, MACHINE),
    (await readFile(join(folder, MACHINE), "utf8")).replace(
      'return context.defense === "block",',
      'return context.defense === "block"; },',
    ),
  );
  const stopped = await turnwright(`check ${GAME} --scenarios --json`);
  const { diagnostics } = JSON.parse(stopped.out).games[0] as {
    diagnostics: readonly { readonly code: string; readonly severity: string }[];
  };
  const codes = diagnostics.filter(({ code }) => code.startsWith("scenario-"));
  expect(new Set(codes.map(({ code, severity }) => `${code} ${severity}`))).toEqual(
    new Set(["scenario-stopped info"]),
  );
});
