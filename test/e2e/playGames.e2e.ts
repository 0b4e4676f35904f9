import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";
import type { ServedStudio } from "#test/support/startStudio.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";

type Words = Readonly<Record<string, string>>;
interface Sent {
  readonly type: string;
  readonly by: string;
  readonly [field: string]: string | number;
}

/** The names of a game in the language of a person. */
const namesOf = async (studio: ServedStudio, game: string, me: StudioDriver): Promise<Words> =>
  (JSON.parse(await studio.text(`rulesets/${game}/labels/${me.language}.json`)) as { labels: Words }).labels;

/** Plays as the person would: each event by its name and seat, each field by its name, a word of the rules by its own. */
async function play(me: StudioDriver, names: Words, way: readonly Sent[]): Promise<void> {
  for (const { type, by, ...fields } of way)
    await me.sendEvent(names[`event:${type}`] ?? type, {
      seat: by,
      fields: Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          names[`field:${type}.${name}`] ?? name,
          names[`value:${type}.${name}.${value}`] ?? String(value),
        ]),
      ),
    });
}

test("a volleyball game is played to its third Lost, in Japanese", async ({ studio, visit }) => {
  const me = await visit({ codeFolded: true, language: "ja" });
  await me.openGame("haikyu-break");
  const names = await namesOf(studio, "haikyu-break", me);
  await me.startRun();

  await play(me, names, [
    { type: "PRESENT_DECK", by: "P1", cards: 40, eventCards: 8 },
    { type: "PRESENT_DECK", by: "P2", cards: 40, eventCards: 8 },
    { type: "PICK_DECIDER", by: "chance", player: "P1" },
    { type: "DECIDE_SERVE", by: "P1", choice: "take" },
    { type: "REDRAW", by: "P1", count: 0 },
    { type: "REDRAW", by: "P2", count: 0 },
    { type: "DEPLOY_NOBODY", by: "P1" },
    { type: "DEPLOY_NOBODY", by: "P2" },
    { type: "DEPLOY", by: "P1", name: "Aoi", points: 1 },
    { type: "DECLARE_LOST", by: "P1" },
    { type: "DEPLOY", by: "P2", name: "Kai", points: 2 },
    { type: "PASS", by: "P2" },
    { type: "CHOOSE_DEFENSE", by: "P1", defense: "receive" },
    { type: "PASS", by: "P1" },
    { type: "DEPLOY", by: "P1", name: "Mio", points: 1 },
    { type: "PASS", by: "P1" },
  ]);

  await expect(me.now).toContainText(me.say("simulate.done"));
  await expect(me.now).toContainText("勝者プレイヤー2");
  await expect(me.now).toContainText("理由レシーブ失敗");
  // What was written so far says no seat and no word of the rules by its id.
  await expect(me.timeline).not.toContainText(/"|\bP[12]\b|failedReceive|players\[|Aoi/);
  await expect(me.timeline).toContainText("プレイヤー1 · 葵");
  expect(await me.active()).toEqual(["gameOver"]);
  expect(me.complaints).toEqual([]);
});

test("a Chrono game is played to a defeat in the end phase, in Chinese; every player may interrupt", async ({
  studio,
  visit,
}) => {
  const me = await visit({ codeFolded: true, language: "zh-Hant" });
  await me.openGame("chrono-card");
  const names = await namesOf(studio, "chrono-card", me);
  await me.startRun();

  await play(me, names, [
    { type: "CONFIRM", by: "P2" },
    { type: "ACCEPT", by: "P2" },
    { type: "PASS", by: "P1" },
    { type: "PASS", by: "P2" },
    { type: "USE_EVENT", by: "P2", card: "Letter", cost: 0, effect: "draw", target: "P1", amount: 2 },
    { type: "CONFIRM", by: "P1" },
    { type: "ACCEPT", by: "P1" },
    { type: "END_MAIN", by: "P1" },
    { type: "CONFIRM", by: "P2" },
    { type: "ACCEPT", by: "P2" },
    { type: "REPORT_DEFEAT", by: "table", player: "P2" },
    { type: "DISCARD", by: "P1", count: 3 },
  ]);

  await expect(me.now).toContainText(me.say("simulate.done"));
  await expect(me.now).toContainText("勝者玩家 1");
  expect(await me.active()).toEqual(["gameOver"]);
  expect(me.complaints).toEqual([]);
});
