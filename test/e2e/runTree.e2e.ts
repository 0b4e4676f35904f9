import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Locator } from "playwright-core";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import { expect } from "#test/support/expect.ts";
import { home } from "#test/support/startStudio.ts";
import { test } from "#test/support/studioTest.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";

const tree = (me: StudioDriver): Locator =>
  me.page.getByRole("tree", { name: me.say("time.tree.title"), exact: true });
const row = (me: StudioDriver, text: string | RegExp): Locator =>
  tree(me).getByRole("treeitem").filter({ hasText: text });
const selected = (me: StudioDriver): Locator => tree(me).locator('[aria-selected="true"]');
const panel = async (me: StudioDriver, key: string): Promise<void> => {
  const tab = me.page.getByRole("tab", { name: me.say(key), exact: true });
  await tab.click();
  await expect(tab).toHaveAttribute("aria-selected", "true");
};

/** Two decks are presented; then the one that decides is picked, once as each player. */
async function forked(me: StudioDriver): Promise<void> {
  await me.startRun();
  for (const seat of ["P1", "P2"])
    await me.sendEvent("present a deck", { seat, fields: { cards: "40", "event cards": "8" } });
  await me.sendEvent("pick who decides", { seat: "chance", fields: { "player picked": "Player 1" } });
  await me.sendEvent("decide the serve right", { seat: "P1", fields: { choice: "take the serve" } });
  await me.stepBack();
  await me.stepBack();
  await me.sendEvent("pick who decides", { seat: "chance", fields: { "player picked": "Player 2" } });
}

test("branches are walked, named, noted, found, compared, deleted and brought back, by keyboard", async ({
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  await me.openGame("haikyu-break");
  await forked(me);
  await panel(me, "time.tree.title");
  await expect(tree(me).getByRole("treeitem")).toHaveCount(6);
  const { keyboard } = me.page;

  // arrows walk along the steps: back, beside, on
  await tree(me).focus();
  await expect(selected(me)).toContainText("Player 2");
  await keyboard.press("ArrowUp");
  await expect(selected(me)).toContainText("present a deck");
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowLeft");
  await expect(selected(me)).toContainText("Player 1");
  await keyboard.press("ArrowDown");
  await expect(selected(me)).toContainText("decide the serve right");
  await expect(row(me, me.say("time.tree.here"))).toContainText("Player 2");
  await keyboard.press("Enter");
  await expect(row(me, me.say("time.tree.here"))).toContainText("decide the serve right");

  // a name in place, a note, a bookmark; they are found
  await keyboard.press("F2");
  const field = tree(me).getByRole("textbox", { name: me.say("time.tree.name") });
  await expect(field).toBeFocused();
  await keyboard.type("Aggressive");
  await keyboard.press("Enter");
  await expect(row(me, "Aggressive")).toContainText("pick who decides");
  await me.page.getByRole("textbox", { name: me.say("time.tree.note") }).fill("ask the judge");
  await me
    .button("time.tree.bookmark")
    .or(me.page.getByRole("button", { name: /Bookmark$/ }))
    .click();
  const search = me.page.getByRole("searchbox", { name: me.say("time.tree.search") });
  await search.fill("judge");
  await expect(me.page.getByText(String(me.say("time.tree.found", { count: 1 })))).toBeVisible();
  await expect(tree(me).locator('[data-found="true"]')).toContainText("Aggressive");
  await search.fill("");

  // against the other branch: they part where another one is picked
  await me.button("time.tree.compare").click();
  const compare = me.page.getByRole("complementary", { name: me.say("time.compare.title"), exact: true });
  await expect(compare.locator('[data-respect="event"]')).toContainText("pick who decides");
  await expect(compare.getByRole("row", { name: /^who decides the serve/ })).toContainText(
    "Player 1Player 2",
  );
  await me.picture("tree-compared");
  await compare.getByRole("button", { name: me.say("close") }).click();

  // a branch goes with all that comes of it, and comes back with its name
  await row(me, "Aggressive").click();
  await tree(me).focus();
  await keyboard.press("Delete");
  await expect(tree(me).getByRole("treeitem")).toHaveCount(4);
  await me.button("time.tree.undo").click();
  await expect(tree(me).getByRole("treeitem")).toHaveCount(6);
  await expect(row(me, "Aggressive")).toBeVisible();

  // and all that was written stays when the machine is changed
  await me.view("design");
  await me.renameStateOnGraph("setup.pickDecider", "pickFirst");
  await me.view("simulate");
  await panel(me, "time.tree.title");
  await expect(me.page.getByText(String(me.say("simulate.edited")))).toBeVisible();
  await expect(row(me, "Aggressive")).toBeVisible();
  expect(me.complaints).toEqual([]);
});

test("where a play stands is changed by hand, saved as a scenario, and played by the command line", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true });
  await me.openGame("haikyu-break");
  await me.startRun();
  await me.button("time.edit.open").click();
  const form = me.page.getByRole("form", { name: me.say("time.edit.title"), exact: true });

  // a state far off, completed by the machine; a field of its type
  await form
    .getByRole("button", { name: String(me.say("time.edit.inside", { state: "set" })), exact: true })
    .click();
  await form.locator('[title="set.interval"]').click();
  await expect(form.getByRole("button", { name: "set", exact: true, pressed: true })).toBeVisible();
  await expect(form.getByRole("button", { name: "game setup", exact: true, pressed: false })).toBeVisible();
  await form.getByRole("button", { name: /^set number/ }).click();
  await form.getByRole("spinbutton", { name: "set number" }).fill("3");

  // what does not fit is told where it stands, and cannot be made a step
  await form.getByRole("button", { name: /^serve right/ }).click();
  await form
    .getByRole("button", { name: me.say("time.edit.json") })
    .first()
    .click();
  await form.getByRole("textbox", { name: "serve right" }).fill("[7]");
  await expect(form.getByRole("alert")).toContainText("context.");
  await expect(form.getByRole("button", { name: me.say("time.edit.apply") })).toBeDisabled();
  await form
    .getByRole("button", { name: me.say("time.edit.back") })
    .first()
    .click();
  await expect(form.getByRole("alert")).toHaveCount(0);
  await form.getByRole("button", { name: me.say("time.edit.apply") }).click();

  await expect(me.timeline).toContainText(me.say("time.edit.step"));
  expect(await me.active()).toContain("set.interval");
  await me.saveScenario("by-hand");
  await me.save();
  const text = await studio.text("rulesets/haikyu-break/scenarios/by-hand.json");
  expect((JSON.parse(text) as Scenario).steps.find(({ edit }) => edit)?.edit).toEqual({
    in: ["set.interval"],
    context: { setNo: 3 },
  });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(home, "bin/turnwright.js"), "play", "haikyu-break", "--scenario", "by-hand"],
    { cwd: studio.folder },
  );
  expect(stdout).toContain("ok    by-hand");
  expect(me.complaints).toEqual([]);
});

test("at a hot seat each player sees what it may do after the screen was passed", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  await me.openGame("haikyu-break");
  await me.startRun();
  const say = (key: string, seat: string) => String(me.say(`time.seats.${key}`, { seat }));

  await me.page.getByRole("checkbox", { name: me.say("time.seats.hot") }).check();
  await expect(me.now).toHaveCount(0);
  await me.page.getByRole("button", { name: say("take", "Player 1") }).click();
  await expect(me.event("present a deck", "P1")).toBeVisible();
  await expect(me.now.locator('form [data-seat="P2"]')).toHaveCount(0);
  await expect(me.page.getByRole("region", { name: me.say("simulate.context") })).toHaveCount(0);

  await me.sendEvent("present a deck", { seat: "P1", fields: { cards: "40", "event cards": "8" } });
  await expect(me.page.getByText(say("hand-over", "Player 2"))).toBeVisible();
  await expect(me.now).toHaveCount(0);
  await me.page.getByRole("button", { name: say("take", "Player 2") }).click();
  await expect(me.event("present a deck", "P2")).toBeVisible();
  expect(me.complaints).toEqual([]);
});

test("what chance decides is drawn by a seed or chosen; each seat has its colour, and its steps stand out", async ({
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  await me.openGame("haikyu-break");
  await me.startRun();
  for (const seat of ["P1", "P2"])
    await me.sendEvent("present a deck", { seat, fields: { cards: "40", "event cards": "8" } });
  const chance = me.event("pick who decides", "chance");
  const picked = chance.getByLabel("player picked", { exact: true });
  const draw = async (seed: number) => {
    await chance.getByLabel(me.say("actors.seed")).fill(String(seed));
    await chance.getByRole("button", { name: me.say("actors.draw"), exact: true }).click();
  };
  const [first, second] = await picked
    .locator("option")
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  // Some seed draws the one who was not chosen, and draws the same again; some other seed the other one.
  for (const [chosen = "", other = ""] of [
    [first, second],
    [second, first],
  ]) {
    await picked.selectOption(chosen);
    let seed = 0;
    await expect(async () => {
      await draw(++seed);
      await expect(picked).toHaveValue(other, { timeout: 300 });
    }).toPass();
    await picked.selectOption(chosen);
    await draw(seed);
    await expect(picked).toHaveValue(other);
  }
  await me.sendEvent("pick who decides", { seat: "chance", fields: { "player picked": "Player 2" } });

  const tones = me.timeline.locator("[data-tone]");
  const toneOf = (step: number) => tones.nth(step).getAttribute("data-tone");
  expect(await toneOf(0)).not.toBe(await toneOf(1));
  const dim = me.timeline.locator("[data-dim]");
  await me.page.getByLabel(me.say("time.seats.filter")).selectOption({ label: "Player 2" });
  await expect(dim).toHaveCount(3);
  await expect(me.timeline.locator("[data-tone]:not([data-dim])")).toHaveCount(1);
  await me.page.getByLabel(me.say("time.seats.filter")).selectOption("");
  await expect(dim).toHaveCount(0);
  expect(me.complaints).toEqual([]);
});

test("the run is there again after the page was loaded anew, with its branches and their names", async ({
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  await me.openGame("haikyu-break");
  await forked(me);
  await panel(me, "time.tree.title");
  await tree(me).focus();
  await me.page.keyboard.press("F2");
  await me.page.keyboard.type("Second thoughts");
  await me.page.keyboard.press("Enter");
  await expect(row(me, "Second thoughts")).toBeVisible();
  await me.page.waitForTimeout(1_500);

  await me.page.reload();
  await me.button("time.kept.take").click();

  await panel(me, "time.tree.title");
  await expect(tree(me).getByRole("treeitem")).toHaveCount(6);
  await expect(row(me, me.say("time.tree.here"))).toContainText("Second thoughts");

  // started over it is offered again
  await panel(me, "simulate.timeline");
  await me.timeline.getByRole("button", { name: me.say("simulate.restart") }).click();
  await me.button("time.kept.take").click();
  await expect(me.timeline).toContainText("Second thoughts");
  expect(me.complaints).toEqual([]);
});
