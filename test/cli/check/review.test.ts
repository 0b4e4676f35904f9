import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mainChart } from "#core/chart/machineKey.ts";
import { readModule } from "#core/read/readModule.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { ReviewGround, withReview } from "#core/ruleset/review.ts";
import { allRuleFiles } from "#test/support/allRuleFiles.ts";
import { turnwright as run } from "#test/support/commandLine.ts";

const GAME = "haikyu-break";
const MACHINE = `machines/${GAME}.machine.ts`;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-review-"));
  await mkdir(join(folder, "machines"));
  await cp(MACHINE, join(folder, MACHINE));
  await cp(`rulesets/${GAME}`, join(folder, "rulesets", GAME), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const turnwright = (line: string) => run(line.split(" "), { cwd: folder });

/** The clause is said to be checked, or in doubt, as the game is now. */
async function say(clause: string, state: "checked" | "in-doubt", note?: string): Promise<void> {
  const { machine, rules } = allRuleFiles(GAME);
  const reading = readModule(machine);
  const chart = mainChart(reading.charts);
  if (!chart) throw new Error("no machine");
  const { ruleset, scenarios } = loadRuleset(rules);
  const ground = new ReviewGround({ chart, consts: reading.consts ?? [], ruleset, scenarios });
  const file = join(folder, "rulesets", GAME, "review.json");
  const text = await readFile(file, "utf8").catch(() => undefined);
  const entry = {
    clause,
    locale: "ja",
    state,
    by: "Aoi",
    at: "2026-11-27",
    ...(note === undefined ? {} : { note }),
    basis: ground.basisOf(clause, "ja"),
  };
  await writeFile(file, withReview(text, entry, entry) ?? "");
}

test("check --review counts by language, and fails once a clause is suspect or in doubt", async () => {
  const unseen = await turnwright(`check ${GAME} --review`);
  expect(unseen.out).toMatch(/haikyu-break ja: \d+ unseen, 0 checked, 0 in doubt, 0 suspect\n/);
  expect(unseen.code).toBe(0);

  await say("HV-III.5", "checked");
  const checked = await turnwright(`check ${GAME} --review`);
  expect(checked.out).toMatch(/haikyu-break ja: \d+ unseen, 1 checked, 0 in doubt, 0 suspect\n/);
  expect(checked.code).toBe(0);

  await say("HV-III.2", "in-doubt", "two or three?");
  const doubted = await turnwright(`check ${GAME} --review`);
  expect(doubted.out).toContain("HV-III.2  ja: in doubt, Aoi, 2026-11-27: two or three?\n");
  expect(doubted.code).toBe(1);

  const text = await readFile(join(folder, MACHINE), "utf8");
  await writeFile(
    join(folder, MACHINE),
    text.replace("(context.dp ?? 0) >= facedOp(context),", "(context.dp ?? 0) > facedOp(context),"),
  );
  const suspect = await turnwright(`check ${GAME} --review --lang ja`);
  expect(suspect.out).toContain(
    "HV-III.5  ja：要再確認（Aoi、2026-11-27 の後に変わったもの：マシンの動作）\n",
  );
  expect(suspect.out).toMatch(/haikyu-break ja：未確認 \d+、確認済み 0、疑問あり 1、要再確認 1\n/);
  expect(suspect.code).toBe(1);

  const { games } = JSON.parse((await turnwright(`check ${GAME} --review --json`)).out);
  expect(games[0].review.open).toEqual([
    {
      clause: "HV-III.2",
      locale: "ja",
      status: "in-doubt",
      by: "Aoi",
      at: "2026-11-27",
      note: "two or three?",
      changed: [],
    },
    {
      clause: "HV-III.5",
      locale: "ja",
      status: "suspect",
      by: "Aoi",
      at: "2026-11-27",
      changed: ["machine"],
    },
  ]);
  // without the switch a doubt is no fault of the game
  expect((await turnwright(`check ${GAME}`)).code).toBe(0);
});
