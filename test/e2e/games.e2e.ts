import { execFile } from "node:child_process";
import { access, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "#test/support/expect.ts";
import { home } from "#test/support/startStudio.ts";
import { test } from "#test/support/studioTest.ts";

test("a game is made, renamed, duplicated and deleted, and the disk has it so", async ({ studio, visit }) => {
  const me = await visit({ codeFolded: true });
  const there = (path: string) =>
    access(join(studio.folder, path)).then(
      () => true,
      () => false,
    );
  const name = async (id: string) => {
    await me.dialog.getByRole("textbox", { name: me.say("games.id") }).fill(id);
    await me.dialog.getByRole("textbox", { name: me.say("games.id") }).press("Enter");
    await expect(me.dialog).toHaveCount(0);
    await expect(me.page).toHaveURL(new RegExp(`#/${id}/`));
  };
  await me.openGame();

  await me.gameMenu("games.new");
  await name("coin-duel");
  await expect(me.graphState("turn.draw")).toBeVisible();
  await expect(me.problems).toContainText(me.say("problems.none"));
  expect(await there("machines/coin-duel.machine.ts")).toBe(true);
  expect(await there("rulesets/coin-duel/ruleset.json")).toBe(true);

  // it plays at once
  await me.startRun();
  await me.sendEvent("draw");
  expect(await me.active()).toEqual(["turn", "turn.main"]);
  await me.view("design");

  await me.gameMenu("games.rename");
  await name("coin-match");
  expect(await there("machines/coin-duel.machine.ts")).toBe(false);
  expect(await there("rulesets/coin-duel")).toBe(false);
  expect(JSON.parse(await studio.text("rulesets/coin-match/ruleset.json"))).toMatchObject({
    id: "coin-match",
    machine: "machines/coin-match.machine.ts",
  });

  await me.gameMenu("games.duplicate");
  await name("coin-match-2");
  expect(await studio.text("machines/coin-match-2.machine.ts")).toBe(
    await studio.text("machines/coin-match.machine.ts"),
  );

  await me.gameMenu("games.delete");
  await me.dialog.getByRole("button", { name: me.say("dialog.delete-game-do") }).click();
  await expect(me.dialog).toHaveCount(0);
  expect(await there("machines/coin-match-2.machine.ts")).toBe(false);
  expect(await there("rulesets/coin-match-2")).toBe(false);
  expect(await there("machines/coin-match.machine.ts")).toBe(true);
  await expect(me.graph.locator(".react-flow__node").first()).toBeVisible();
  await me.gameMenu(/coin-match$/);
  await expect(me.page).toHaveURL(/#\/coin-match\//);
  expect(me.complaints).toEqual([]);
});

test("a name that is none or is taken is refused while it is typed", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  await me.gameMenu("games.new");
  const field = me.dialog.getByRole("textbox", { name: me.say("games.id") });

  await field.fill("Coin Duel");
  await expect(me.dialog).toContainText(me.say("games.bad-id"));
  await expect(me.dialog.getByRole("button", { name: me.say("dialog.new-game-do") })).toBeDisabled();
  for (const id of ["con", "nul", "com1"]) {
    await field.fill(id);
    await expect(me.dialog).toContainText(me.say("games.device", { id }));
    await expect(me.dialog.getByRole("button", { name: me.say("dialog.new-game-do") })).toBeDisabled();
  }
  await field.fill("console");
  await expect(me.dialog).toContainText(me.say("games.id-hint"));
  await field.fill("haikyu-break");
  await expect(me.dialog).toContainText(me.say("games.taken", { id: "haikyu-break" }));
  await expect(me.dialog.getByRole("button", { name: me.say("dialog.new-game-do") })).toBeDisabled();
});

test("a new game is asked for its title, which makes its id until one is typed", async ({
  studio,
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  const name = me.dialog.getByRole("textbox", { name: me.say("games.name") });
  const id = me.dialog.getByRole("textbox", { name: me.say("games.id") });

  await me.gameMenu("games.new");
  await expect(name).toBeFocused();
  await name.fill("花札");
  await expect(id).toHaveValue("game");
  await name.fill("Den of Thieves");
  await expect(id).toHaveValue("den-of-thieves");
  await id.fill("den");
  await name.fill("Den of Forty Thieves");
  await expect(id).toHaveValue("den");
  await me.picture("new-game-title");
  await name.press("Enter");
  await expect(me.page).toHaveURL(/#\/den\//);
  expect(JSON.parse(await studio.text("rulesets/den/ruleset.json"))).toMatchObject({
    id: "den",
    title: { en: "Den of Forty Thieves" },
  });
});

test("a game is made from a text, whose chart and faults are shown while it is typed", async ({
  studio,
  visit,
}) => {
  const me = await visit({ language: "ja", codeFolded: true });
  const say = (key: string, facts = {}) => me.say(`fromText.${key}`, facts);
  await me.openGame();
  const list = me.dialog.getByRole("textbox", { name: say("list") });
  const chart = me.dialog.getByRole("img", { name: say("chart") });

  await me.gameMenu("games.new");
  await me.dialog.getByRole("radio", { name: say("text") }).check();
  await expect(list).toBeVisible();
  // Name and id come first, then the choice, the text, and what belongs to it.
  await me.page.keyboard.press("Tab");
  await expect(list).toBeFocused();
  await me.page.keyboard.type("ドロー\nメイン\n  攻撃\n");
  // The line that follows begins where the one before began.
  await expect(list).toHaveValue("ドロー\nメイン\n  攻撃\n  ");
  await me.page.keyboard.type("-> 月 on 飛ぶ");
  await expect(me.dialog).toContainText(say("place", { line: 4, column: 6 }));
  await me.dialog.getByRole("button", { name: say("place", { line: 4, column: 6 }) }).click();
  await me.page.keyboard.type("ドロー on 飛ぶ");
  await expect(chart).toBeVisible();
  await expect(me.dialog).toContainText(say("count", { count: 3 }));
  // Kana is Japanese.
  await expect(me.dialog.getByRole("combobox")).toHaveValue("ja");

  // What an input method writes is left alone: neither Enter nor Escape acts.
  const composing = await me.page.context().newCDPSession(me.page);
  await composing.send("Input.imeSetComposition", { text: "あ", selectionStart: 1, selectionEnd: 1 });
  await me.page.keyboard.press("Escape");
  await expect(list).toBeVisible();
  await composing.send("Input.imeSetComposition", { text: "", selectionStart: 0, selectionEnd: 0 });
  await composing.send("Input.insertText", { text: "" });

  // Closed, it keeps the text.
  const text = await list.inputValue();
  await list.blur();
  await me.page.keyboard.press("Escape");
  await expect(me.dialog).toHaveCount(0);
  await me.gameMenu("games.new");
  await expect(list).toHaveValue(text);
  await me.picture("new-game-text");
  await me.dialog.getByRole("textbox", { name: me.say("games.name") }).fill("Sky");
  await list.press("Control+Enter");
  await expect(me.dialog).toHaveCount(0);
  await expect(me.page).toHaveURL(/#\/sky\//);
  await expect(me.graphState("step1").or(me.graphState("phase1"))).toBeVisible();

  // The command makes the same files, but for the title.
  const folder = await mkdtemp(join(tmpdir(), "turnwright-text-"));
  await writeFile(join(folder, "sky.txt"), text);
  await promisify(execFile)(
    process.execPath,
    [join(home, "bin/turnwright.js"), "new", "sky", "--from-text", "sky.txt"],
    {
      cwd: folder,
    },
  );
  for (const path of [
    "machines/sky.machine.ts",
    "rulesets/sky/clauses.json",
    "rulesets/sky/labels/ja.json",
    "rulesets/sky/moves.json",
  ])
    expect(await studio.text(path), path).toBe(await readFile(join(folder, path), "utf8"));
  await rm(folder, { recursive: true });
  // Once made, the text is gone from the dialog.
  await me.gameMenu("games.new");
  await expect(me.dialog.getByRole("radio", { name: say("turn") })).toBeChecked();
});
