import { execFile } from "node:child_process";
import { chmod, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";
import { encode } from "#test/support/encodedTexts.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";

const machineFile = "machines/haikyu-break.machine.ts";
const description = (me: StudioDriver) =>
  me.inspector.getByRole("textbox", { name: me.say("inspector.description") });

/** A small change by hand: a description of a state. */
async function describeState(me: StudioDriver, path: string, text: string): Promise<void> {
  await me.selectState(path);
  await description(me).fill(text);
  await description(me).press("Control+Enter");
  await me.expectSaved("unsaved");
}

const COIN = "A coin is thrown.";
/** Work that is not saved. */
const work = (me: StudioDriver) => describeState(me, "setup.pickDecider", COIN);
/** What another program makes of the machine. */
const theirsOf = (before: string) => before.replaceAll("decideServe", "decideFirst");
/** The game, when the page hears of what others do to its files. */
async function openWatched(me: StudioDriver): Promise<void> {
  await me.openGame();
  await me.expectWatching();
}
/** Answers the question that is asked, with a button. */
const answer = (me: StudioDriver, key: string) =>
  me.dialog.getByRole("button", { name: me.say(key) }).click();

test("after a crash the unsaved work is offered with its difference, and can be taken", async ({
  visit,
  studio,
}) => {
  const me = await visit();
  const before = await studio.text(machineFile);
  await me.openGame();
  await work(me);
  await me.expectDraft("haikyu-break");

  // a crashed page says no goodbye
  const crashed = me.page.waitForEvent("crash");
  const devtools = await me.context.newCDPSession(me.page);
  devtools.send("Page.crash").catch(() => undefined);
  await crashed;
  const again = await me.anotherWindow();
  await again.openGame();

  await expect(again.dialog.getByRole("heading", { name: again.say("dialog.draft") })).toBeVisible();
  await expect(again.dialog.getByText(/^\+.*A coin is thrown\./)).toBeVisible();
  await answer(again, "dialog.draft-take");
  await again.expectSaved("unsaved");
  await again.selectState("setup.pickDecider");
  await expect(description(again)).toHaveValue(COIN);
  await again.undo();
  await again.expectSaved("saved");
  expect(await studio.text(machineFile)).toBe(before);
});

test("a draft that is forgotten is not offered again", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  await work(me);
  await me.expectDraft("haikyu-break");
  const again = await me.anotherWindow();
  await me.page.close({ runBeforeUnload: false });
  await again.openGame();

  await answer(again, "dialog.draft-drop");
  await again.expectSaved("saved");
  const third = await again.anotherWindow();
  await third.openGame();

  await third.expectSaved("saved");
  await expect(third.dialog).toHaveCount(0);
});

test("unsaved work on a game that was renamed elsewhere is offered for it under its new name", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true });
  const before = await studio.text(machineFile);
  await me.openGame();
  await work(me);
  await me.expectDraft("haikyu-break");
  const again = await me.anotherWindow();
  await me.page.close({ runBeforeUnload: false });
  await rename(join(studio.folder, machineFile), join(studio.folder, "machines/volley.machine.ts"));
  await rename(join(studio.folder, "rulesets/haikyu-break"), join(studio.folder, "rulesets/volley"));

  await again.openGame("vf-card");
  await expect(
    again.page.getByText(again.say("notice.stray-drafts", { games: "haikyu-break" })),
  ).toBeVisible();
  await again.gameMenu("games.start");
  const stray = again.page.getByRole("region", { name: again.say("welcome.stray") });
  await expect(stray).toContainText("haikyu-break");
  await stray.getByRole("combobox").selectOption("volley");
  await stray.getByRole("button", { name: again.say("dialog.draft-take") }).click();

  await expect(again.dialog.getByText(/^\+.*A coin is thrown\./)).toBeVisible();
  await expect(again.dialog.getByRole("alert")).toHaveCount(0);
  await answer(again, "dialog.draft-take");
  await again.expectSaved("unsaved");
  await again.save();
  await again.expectSaved("saved");
  expect(await studio.text("machines/volley.machine.ts")).toContain(COIN);
  expect(await studio.text("machines/volley.machine.ts")).not.toBe(before);
  await again.gameMenu("games.start");
  await expect(again.page.getByRole("heading", { name: again.say("welcome.none") })).toBeVisible();
  await expect(stray).toHaveCount(0);
});

test("a draft on an older text says that others wrote since", async ({ visit, studio }) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  await work(me);
  await me.expectDraft("haikyu-break");
  const again = await me.anotherWindow();
  await me.page.close({ runBeforeUnload: false });
  await writeFile(join(studio.folder, machineFile), theirsOf(await studio.text(machineFile)));
  await again.openGame();

  await expect(again.dialog.getByRole("alert")).toBeVisible();
  await answer(again, "dialog.draft-drop");
});

test("what another window is at work on is not offered as left behind; each window keeps its own", async ({
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  await work(me);
  await me.expectDraft("haikyu-break");

  const beside = await me.anotherWindow();
  await beside.openGame();
  await beside.expectSaved("saved");
  await expect(beside.dialog).toHaveCount(0);
  await describeState(beside, "setup.decideServe", "Who serves first.");
  await beside.expectDraft("haikyu-break", 2);
  await beside.page.reload({ waitUntil: "commit" });
  await me.page.close({ runBeforeUnload: false });

  // the newest of what both left behind comes first, the other one with the next opening
  await expect(beside.dialog.getByText(/^\+.*Who serves first\./)).toBeVisible();
  await answer(beside, "dialog.draft-drop");
  await beside.page.reload();
  await expect(beside.dialog.getByText(/^\+.*A coin is thrown\./)).toBeVisible();
});

test("leaving with unsaved work asks; without it does not", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  const asked: string[] = [];
  me.page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await me.openGame();
  await me.page.reload();
  await me.graphState("setup").waitFor();
  expect(asked).toEqual([]);

  await work(me);
  await me.page.reload();

  expect(asked).toEqual(["beforeunload"]);
});

test("a change by another program shows, and can be undone", async ({ visit, studio }) => {
  const me = await visit({ codeFolded: true });
  const before = await studio.text(machineFile);
  await openWatched(me);

  await me.selectState("setup.decideServe");
  await me.level("full");
  const label = me.graphTransition("setup.decideServe|on|DECIDE_SERVE|0").last();
  await expect(label).toContainText("done by");
  await studio.write(machineFile, before.replace('and(["byDecider", "takesOrLeaves"])', '"takesOrLeaves"'));
  await expect(label).not.toContainText("done by");

  await me.expectSaved("saved");
  await me.undo();
  await expect(label).toContainText("done by");
  await me.expectSaved("unsaved");
});

test("a change by another program never overwrites unsaved work: both versions are shown, one is chosen", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true });
  const before = await studio.text(machineFile);
  await openWatched(me);
  await work(me);

  const theirs = theirsOf(before);
  await studio.write(machineFile, theirs);

  await expect(
    me.dialog.getByRole("heading", { name: me.say("dialog.conflict", { file: "haikyu-break.machine.ts" }) }),
  ).toBeVisible();
  await expect(me.dialog.getByText(/^\+.*A coin is thrown\./)).toBeVisible();
  await expect(me.dialog.getByText(/^-.*decideFirst: \{/)).toBeVisible();
  await answer(me, "dialog.conflict-later");
  await me.expectSaved("conflict");
  await expect(description(me)).toHaveValue(COIN);
  expect(await studio.text(machineFile)).toBe(theirs);

  await me.page.keyboard.press("Control+s");
  await answer(me, "dialog.conflict-theirs");
  await expect(me.graphState("setup.decideFirst")).toBeVisible();
  await me.expectSaved("saved");
  // mine is one step back
  await me.undo();
  await expect(description(me)).toHaveValue(COIN);
  await me.save();
  expect(await studio.text(machineFile)).toContain(COIN);
  expect(await studio.text(machineFile)).not.toContain("decideFirst");
});

test("a save on a newer file is refused as a whole, and nothing is written over", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true });
  const before = await studio.text(machineFile);
  // the page hears nothing of what others write
  await me.page.route("**/api/events", (route) => route.abort());
  await me.openGame();
  await work(me);
  const theirs = before.replace("Volleyball card game", "Volleyball");
  await studio.write(machineFile, theirs);

  await me.page.keyboard.press("Control+s");

  await expect(me.notice("notice.stale-save")).toBeVisible();
  await me.expectSaved("conflict");
  expect(await studio.text(machineFile)).toBe(theirs);
  await answer(me, "dialog.conflict-mine");

  await me.expectSaved("saved");
  await expect(me.notice("notice.stale-save")).toHaveCount(0);
  expect(await studio.text(machineFile)).toContain(COIN);
});

test("a game that another program deletes is unsaved work here, and a save brings it back", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true });
  const before = await studio.text(machineFile);
  await openWatched(me);
  await me.expectSaved("saved");

  await studio.remove(machineFile);

  await me.expectSaved("unsaved");
  await expect(me.notice("notice.game-gone")).toBeVisible();
  await me.save();
  expect(await studio.text(machineFile)).toBe(before);
});

test("a question about a file that is deleted meanwhile is over, and one's own work is saved at once", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true });
  const before = await studio.text(machineFile);
  await openWatched(me);
  await work(me);
  await studio.write(machineFile, theirsOf(before));
  await answer(me, "dialog.conflict-later");
  await me.expectSaved("conflict");

  await studio.remove(machineFile);

  await me.expectSaved("unsaved");
  await me.save();
  await expect(me.dialog).toHaveCount(0);
  expect(await studio.text(machineFile)).toContain(COIN);
  expect(await studio.text(machineFile)).not.toContain("decideFirst");
});

test("a game that is deleted under unsaved work is told once, and one save writes all of it and ends the notice", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true });
  await openWatched(me);
  await work(me);

  await studio.remove(machineFile);
  await expect(me.notice("notice.game-gone")).toBeVisible();
  await me.expectSaved("unsaved");
  await me.save();

  await me.expectSaved("saved");
  await expect(me.notice("notice.game-gone")).toHaveCount(0);
  await expect(me.notice("notice.stale-save")).toHaveCount(0);
  await expect(me.dialog).toHaveCount(0);
  expect(await studio.text(machineFile)).toContain(COIN);
});

test("of a file that went away unheard, one press of keeping mine writes it, and no other word stays", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true });
  await me.page.route("**/api/events", (route) => route.abort());
  await me.openGame();
  await work(me);
  await studio.remove(machineFile);

  await me.page.keyboard.press("Control+s");
  await answer(me, "dialog.conflict-mine");

  await me.expectSaved("saved");
  await expect(me.notice("notice.stale-save")).toHaveCount(0);
  expect(await studio.text(machineFile)).toContain(COIN);
});

test("a file of the rules that another program deletes is gone here too, and undo and a save bring it back", async ({
  visit,
  studio,
}) => {
  const labels = "rulesets/haikyu-break/labels/en.json";
  const me = await visit({ codeFolded: true });
  const before = await studio.text(labels);
  await openWatched(me);

  await studio.remove(labels);
  await expect(me.button("header.undo")).toBeEnabled();
  await me.expectSaved("saved");
  await me.undo();
  await me.expectSaved("unsaved");
  await me.save();

  expect(await studio.text(labels)).toBe(before);
});

test("a file in Big5 is told with its name and encoding in each language, and the other games go on", async ({
  visit,
  studio,
}) => {
  const file = "machines/vf-card.machine.ts";
  const bytes = Buffer.concat([
    encode("// 抽牌階段：玩家從牌庫頂端抽兩張牌，然後棄置一張手牌。", "big5"),
    // oxlint-disable-next-line no-control-regex -- what is no ASCII would have to be written in Big5
    Buffer.from(`\n${(await studio.text(file)).replaceAll(/[^\u0000-\u007f]/g, "")}`),
  ]);
  await studio.write(file, bytes);

  for (const language of ["en", "ja", "zh-Hant"] as const) {
    const me = await visit({ codeFolded: true, language });
    await me.open("#/vf-card/design");

    const words = me.say("store.encoding", { file, encoding: "Big5" });
    await expect(me.page.getByText(words).first()).toBeVisible();
    if (language !== "en") continue;
    await me.openGame();
    await me.graphState("setup").waitFor();
  }
  expect(Buffer.compare(await studio.bytes(file), bytes)).toBe(0);
});

test("a file that was cut off within a character is told with the byte, and bringing it back opens the game", async ({
  visit,
  studio,
}) => {
  const file = "rulesets/vf-card/text/ja.json";
  const whole = await studio.bytes(file);
  const last = whole.findLastIndex((byte) => byte >= 0xc0);
  await studio.write(file, whole.subarray(0, last + 1));
  const me = await visit({ codeFolded: true });

  await me.open("#/vf-card/design");
  await expect(
    me.page.getByText(me.say("store.encoding-cut", { file, at: String(last) })).first(),
  ).toBeVisible();
  await studio.write(file, whole);
  await me.page.reload();

  await expect(me.page.getByText(me.say("store.encoding-cut", { file, at: String(last) }))).toHaveCount(0);
  await me.expectSaved("saved");
});

test("a file that may not be read is told as that, and the other games go on", async ({ visit, studio }) => {
  const file = "rulesets/vf-card/clauses.json";
  await chmod(join(studio.folder, file), 0);
  const me = await visit({ codeFolded: true });
  // Root may read everything: then the server does its work as the user nobody.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) await promisify(execFile)("chown", ["-R", "65534", studio.folder]);
  try {
    if (isRoot) process.seteuid?.(65534);
    await me.open("#/vf-card/design");
    await expect(me.page.getByText(me.say("store.denied", { file })).first()).toBeVisible();
    await me.openGame();
    await me.expectSaved("saved");
    await work(me);
    await me.save();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }

  expect(await studio.text(machineFile)).toContain(COIN);
});

test("when the server is gone a save says so, and the work stays", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  await work(me);
  await me.page.route("**/api/**", (route) => route.abort());

  await me.page.keyboard.press("Control+s");

  await expect(me.notice("store.unreachable")).toBeVisible();
  await me.expectSaved("unsaved");
  await me.page.unroute("**/api/**");
  await me.save();
});

test("a game whose unsaved work cannot be saved is not renamed, and the work stays", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true });
  const before = await studio.text(machineFile);
  const rename = async () => {
    await me.gameMenu("games.rename");
    const field = me.dialog.getByRole("textbox", { name: me.say("games.id") });
    await field.fill("haikyu-two");
    await field.press("Enter");
  };
  await me.page.route("**/api/events", (route) => route.abort());
  await me.openGame();
  await work(me);
  const theirs = theirsOf(before);
  await studio.write(machineFile, theirs);

  // another program wrote it meanwhile, which the save finds out
  await rename();
  await expect(me.dialog).toContainText(me.say("games.not-saved"));
  await me.page.keyboard.press("Escape");
  // and once more with the conflict already known
  await answer(me, "dialog.conflict-later");
  await rename();
  await answer(me, "dialog.conflict-later");

  await expect(me.page).toHaveURL(/#\/haikyu-break\//);
  await expect(description(me)).toHaveValue(COIN);
  expect(await studio.text(machineFile)).toBe(theirs);
  await me.page.keyboard.press("Control+s");
  await answer(me, "dialog.conflict-mine");
  await me.expectSaved("saved");
  expect(await studio.text(machineFile)).toContain(COIN);
});
