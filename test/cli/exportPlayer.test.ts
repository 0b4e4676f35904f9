import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlayerGame, PlayerModules } from "#core/export/player/playerGame.ts";
import { createPlayer } from "#core/entries/play.ts";
import { loadGame } from "#player/loadGame.ts";
import { replayFrames } from "#player/replayFrames.ts";
import { turnwright } from "#test/support/commandLine.ts";
import { partsOf } from "#test/support/playerPage.ts";

const games = ["chrono-card", "fate-ace-royal", "flesh-and-blood", "haikyu-break", "vf-card"];
/** What a page may weigh, compressed. */
const MAX_PAGE_BYTES = 400 * 1024;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-player-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const exported = (args: string) => turnwright(args.split(" "), { cwd: folder, home: process.cwd() });

test.each(games)(
  "%s is one file of at most 400 KiB that loads nothing, and all its scenarios go as expected in it",
  async (id) => {
    const { code, out } = await exported(`export ${id} --to player --root ${process.cwd()}`);
    const { scripts, frame } = partsOf(out);
    const [data = "", , start = ""] = scripts;
    const page = JSON.parse(data) as PlayerGame;
    // oxlint-disable-next-line no-new-func -- what a browser does with the script
    const run = new Function("turnwrightPlayer", start) as (take: (given: PlayerModules) => void) => void;
    let modules: PlayerModules | undefined;
    run((given) => {
      modules = given;
    });
    if (!modules) throw new Error("The page starts nothing");
    const { machine, kit, derived } = loadGame(page, modules);
    const player = createPlayer(machine, kit.spec, derived);
    const diverged: unknown[] = [];
    for (const [name, scenario] of Object.entries(page.scenarios)) {
      const last = (await replayFrames(player, scenario)).at(-1);
      if (last?.divergence || last?.step !== scenario.steps.length - 1)
        diverged.push([name, last?.divergence]);
    }

    expect(code).toBe(0);
    expect(gzipSync(out).length).toBeLessThan(MAX_PAGE_BYTES);
    expect(frame).toContain(`content="default-src 'none';`);
    expect(frame).not.toMatch(/\b(src|href)=/);
    expect(Object.keys(page.scenarios).length).toBeGreaterThan(20);
    expect(diverged).toEqual([]);
    expect([page.locales.toSorted(), Object.keys(page.maps).toSorted()]).toEqual([
      ["en", "ja", "zh-Hant"],
      ["en", "ja", "zh-Hant"],
    ]);
  },
);

test("the languages of a page are chosen, and its words and maps are in no other", async () => {
  const { out } = await exported(`export vf-card --to player --locales ja --root ${process.cwd()}`);
  const page = JSON.parse(partsOf(out).scripts[0] ?? "") as PlayerGame;

  expect(page.locales).toEqual(["ja"]);
  for (const part of [page.maps, page.kit.labels, page.kit.text, page.kit.words])
    expect(Object.keys(part)).toEqual(["ja"]);
});

test("a language without rules, and a game with errors, are refused", async () => {
  const unknown = await exported(`export vf-card --to player --locales fr --root ${process.cwd()}`);
  await writeFile(
    join(folder, "broken.machine.ts"),
    `import { createMachine } from "xstate";\nexport const machine = createMachine({ initial: "gone", states: { a: {} } });\n`,
  );
  const broken = await exported("export broken.machine.ts --to player");

  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("they are in ja, en, zh-Hant")]);
  expect([broken.code, broken.out]).toEqual([1, ""]);
  expect(broken.err).toContain("gone");
});

test("a module in several files stands whole in the page, and a lone machine without rules is played too", async () => {
  await writeFile(join(folder, "names.ts"), `export const first = "a" as const;\n`);
  await writeFile(
    join(folder, "lone.machine.ts"),
    `import { createMachine } from "xstate";\nimport { first } from "./names.ts";\nexport const machine = createMachine({ initial: "a", meta: { first }, states: { a: { on: { GO: "b" } }, b: {} } });\n`,
  );
  const { code } = await exported("export lone.machine.ts --to player --out lone.html");
  const { scripts } = partsOf(await readFile(join(folder, "lone.html"), "utf8"));
  let modules: PlayerModules | undefined;
  // oxlint-disable-next-line no-new-func -- what a browser does with the script
  new Function("turnwrightPlayer", scripts[2] ?? "")((given: PlayerModules) => {
    modules = given;
  });
  const page = JSON.parse(scripts[0] ?? "") as PlayerGame;
  const { machine, kit } = loadGame(page, modules!);
  const player = createPlayer(machine, kit.spec);

  expect(code).toBe(0);
  expect(Object.keys(modules?.modules ?? {})).toHaveLength(2);
  expect(player.send(player.start({}).state, { type: "GO" }).view.in).toEqual(["b"]);
});
