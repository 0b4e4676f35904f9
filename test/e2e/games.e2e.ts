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

test("a game is made of a file of another program, whose chart and report are shown; a wrong one is said to be", async ({
  studio,
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  const golden = await readFile(join(home, "test/golden/import/round.scxml"), "utf8");
  const chart = me.dialog.getByRole("img", { name: me.say("fromFile.chart") });
  const create = me.dialog.getByRole("button", { name: me.say("dialog.new-game-do") });
  const transfer = (kind: "drop" | "paste", files: Record<string, string>, text = "") =>
    me.page.evaluate(
      ([type, given, pasted]) => {
        const data = new DataTransfer();
        for (const [name, content] of Object.entries(given)) data.items.add(new File([content], name));
        if (pasted !== "") data.setData("text/plain", pasted);
        const event = { bubbles: true, cancelable: true };
        document.activeElement?.dispatchEvent(
          type === "drop"
            ? new DragEvent("drop", { ...event, dataTransfer: data })
            : new ClipboardEvent("paste", { ...event, clipboardData: data }),
        );
      },
      [kind, files, text] as const,
    );
  await me.openGame();
  await me.gameMenu("games.new");

  await expect(me.dialog.getByRole("textbox", { name: me.say("games.name") })).toBeFocused();

  // A file that is dropped anywhere belongs to the dialog while it is open.
  await transfer("drop", { "Card Round.scxml": golden });
  await expect(chart).toBeVisible();
  await expect(me.dialog.getByRole("region", { name: me.say("fromFile.report") })).toContainText(
    me.say("fromFile.place", { line: 32, column: 7 }),
  );
  await expect(me.dialog.getByRole("textbox", { name: me.say("games.name") })).toHaveValue("Round");
  await expect(me.dialog.getByRole("textbox", { name: me.say("games.id") })).toHaveValue("round");
  await me.picture("new-game-file");

  // What is none of the forms, too large or several files is said to be, and makes no game.
  const wrong: readonly [Record<string, string>, string][] = [
    [{ "a.scxml": "<scxml>\n  <state id='a'><transition target='b'/></state></scxml>" }, "line 2, column 17"],
    [
      { "a.txt": "hello" },
      me.say("importMachine.fault.form-unknown", { forms: "scxml, xstate-json, xstate-4" }),
    ],
    [
      { "a.json": `{${" ".repeat(4_000_001)}` },
      me.say("importMachine.fault.too-large", { limit: 4_000_000 }),
    ],
    [{ "a.json": " ".repeat(9_000_000) }, me.say("store.too-large")],
    [{ "a.json": `{"states":${'{"a":'.repeat(100_000)}` }, me.say("importMachine.fault.json-too-deep")],
    [{ a: "{}", b: "{}" }, me.say("fromFile.one-file", { count: 2 })],
  ];
  for (const [files, words] of wrong) {
    await transfer("drop", files);
    await expect(me.dialog.getByRole("alert")).toContainText(words);
    await expect(create).toBeDisabled();
  }

  // A text is pasted beside the fields, a file is chosen.
  await me.dialog.getByRole("radio", { name: me.say("fromText.file") }).focus();
  await transfer("paste", {}, '{ "id": "lamp", "initial": "off", "states": { "off": {} } }');
  await expect(me.dialog.getByRole("textbox", { name: me.say("games.id") })).toHaveValue("lamp");
  await me.dialog.locator("input[type=file]").setInputFiles({
    name: "Card Round.scxml",
    mimeType: "application/xml",
    buffer: Buffer.from(golden),
  });
  await expect(me.dialog.getByRole("textbox", { name: me.say("games.id") })).toHaveValue("round");
  await create.click();
  await expect(me.dialog).toHaveCount(0);
  await expect(me.page).toHaveURL(/#\/round\//);

  // The command makes the same files.
  const folder = await mkdtemp(join(tmpdir(), "turnwright-file-"));
  await writeFile(join(folder, "round.scxml"), golden);
  await promisify(execFile)(
    process.execPath,
    [join(home, "bin/turnwright.js"), "import", "round.scxml", "--as", "round"],
    { cwd: folder },
  );
  for (const path of [
    "machines/round.machine.ts",
    "rulesets/round/ruleset.json",
    "rulesets/round/clauses.json",
    "rulesets/round/moves.json",
  ])
    expect(await studio.text(path), path).toBe(await readFile(join(folder, path), "utf8"));
  await rm(folder, { recursive: true });
  expect(me.complaints).toEqual([]);
});
