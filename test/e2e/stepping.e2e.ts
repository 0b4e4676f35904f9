import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";

const bar = (me: StudioDriver, key: string) =>
  me.timeline.getByRole("button", { name: String(me.say(key)), exact: true });
const microstep = (me: StudioDriver, at: number, of: number) =>
  me.page.getByRole("region", { name: String(me.say("stepping.title", { at, of })), exact: true });
const banner = (me: StudioDriver) =>
  me.page.locator("[data-tone]").filter({ hasText: String(me.say("breakpoints.stopped")) });
const tab = (me: StudioDriver, key: string) =>
  me.page.getByRole("tab", { name: String(me.say(key)), exact: true });

/** Lets the play go on at random as often as is chosen. */
async function run(me: StudioDriver, count: string, seed: number): Promise<void> {
  await bar(me, "stepping.run").click();
  await me.page.getByRole("radio", { name: count, exact: true }).check();
  await me.page.getByRole("spinbutton", { name: String(me.say("stepping.seed")) }).fill(String(seed));
  await me.button("stepping.run-now").click();
}

test("a step is opened into its microsteps, walked through, and told with guard, values and what changed", async ({
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  await me.openGame("haikyu-break");
  await me.startRun();
  await run(me, "10", 7);
  await me.settled();
  await expect(me.timeline.getByText("step 10 of 10")).toBeVisible();
  const rest = await me.active();

  // with the keyboard: Enter on the step opens it, a microstep is chosen in it
  await me.timeline.locator('[aria-current="step"]').focus();
  await me.page.keyboard.press("Enter");
  const inside = me.timeline.locator("[data-micro]");
  const count = await inside.count();
  expect(count).toBeGreaterThan(0);
  await inside.first().focus();
  await me.page.keyboard.press("Enter");
  await expect(microstep(me, 1, count)).toBeVisible();

  await me.page.keyboard.press("o");
  await expect(me.now).toBeVisible();

  // back through the steps to one with several microsteps, by its button
  const several = me.timeline.getByRole("button", { name: /^▸ ([2-9]|1\d) microsteps$/ }).last();
  await several.click();
  const open = me.timeline.locator("[data-micro]");
  const of = await open.count();
  await open.first().click();
  const first = microstep(me, 1, of);
  await expect(first).toContainText(String(me.say("stepping.taken")));
  const formulas: string[] = [];
  for (let at = 2; at <= of; at++) {
    await me.page.keyboard.press(".");
    const here = microstep(me, at, of);
    await expect(here).toContainText(String(me.say("stepping.considered")));
    formulas.push(...(await here.locator("[data-verdict] code").allInnerTexts()));
  }
  // a guard with its formula, and what it read
  expect(formulas.length).toBeGreaterThan(1);
  await expect(
    me.page.getByRole("region", { name: String(me.say("simulate.context")), exact: true }),
  ).toContainText(String(me.say("stepping.changed")));
  await bar(me, "stepping.into-back").click();
  await expect(microstep(me, of - 1, of)).toBeVisible();
  expect(await me.active()).not.toEqual(rest);
  await expect(me.graph.locator('[data-live="taken"]').first()).toBeAttached();
  await me.page.keyboard.press(",");
  await expect(microstep(me, of - 2, of)).toBeVisible();
  await bar(me, "stepping.out").click();
  await expect(me.now).toBeVisible();

  await me.page.keyboard.press("End");
  await me.settled();
  expect(await me.active()).toEqual(rest);
  expect(me.complaints).toEqual([]);
});

test("random play stops at a breakpoint of the menu and one of the panel, says why, is counted and kept", async ({
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  await me.openGame("haikyu-break");
  await me.startRun();
  // on the graph
  await me.graphState("setup.redraw").click({ button: "right", position: { x: 12, y: 8 } });
  await me.page.getByRole("menuitemcheckbox", { name: String(me.say("breakpoints.state-entered")) }).click();
  await expect(me.graphState("setup.redraw").locator("[data-break]").first()).toBeAttached();

  await run(me, "1,000", 3);
  await expect(banner(me)).toContainText("redraw");
  await me.settled();
  await expect(me.page.getByRole("region", { name: /^Microstep \d+ of \d+$/ })).toContainText("redraw");

  // in the panel: a guard by its name, and a formula
  await tab(me, "breakpoints.title").click();
  const panel = me.page.getByRole("region", { name: String(me.say("breakpoints.title")), exact: true });
  await expect(panel).toContainText("stopped 1 time");
  await panel.getByRole("checkbox").uncheck();
  await panel.getByRole("searchbox").fill("nothingTriggered");
  await panel
    .getByRole("button", { name: /holds$/ })
    .first()
    .click();
  await run(me, "1,000", 3);
  await expect(banner(me).locator("code").first()).toBeVisible();
  await me.settled();

  await panel.getByRole("listitem").last().getByRole("button").click();
  const formula = panel.getByRole("textbox", { name: String(me.say("breakpoints.when")) });
  await formula.fill("op >");
  await expect(formula).toHaveAttribute("aria-invalid", "true");
  await formula.fill("players[0].hand = 7");
  await formula.press("Enter");
  const watches = me.page.getByRole("region", { name: String(me.say("breakpoints.watches")), exact: true });
  const watch = watches.getByRole("textbox", { name: String(me.say("breakpoints.watch")) });
  await watch.fill("players[0].hand");
  await watch.press("Enter");
  await watch.fill("nosuch + 1");
  await watch.press("Enter");
  await expect(watches).toContainText("nosuch");
  await me.page.keyboard.press("Escape");
  await run(me, "1,000", 11);
  await expect(banner(me)).toContainText("players[0].hand = 7");
  await expect(watches.locator("b").first()).toHaveText("7");

  // kept for the person
  await me.page.reload();
  await me.startRun();
  await tab(me, "breakpoints.title").click();
  await expect(panel.getByRole("checkbox")).toHaveCount(2);
  await expect(watches).toContainText("players[0].hand");
  expect(me.complaints).toEqual([]);
});

test("a long run at random is stopped with Escape, and by Stop while the machine hangs", async ({
  studio,
  visit,
}) => {
  await studio.write(
    "machines/hang.machine.ts",
    `import { assign, setup } from "xstate";
export const machine = setup({
  types: {} as { context: { n: number }; events: { type: "GO" } },
  actions: {
    spin: ({ context }) => {
      if (context.n === 5) for (;;) {}
    },
  },
}).createMachine({
  id: "hang",
  context: { n: 0 },
  initial: "a",
  states: { a: { on: { GO: { target: "a", actions: [assign({ n: ({ context }) => context.n + 1 }), "spin"] } } } },
});
`,
  );
  const me = await visit({ codeFolded: true });
  await me.openGame("haikyu-break");
  await me.startRun();
  await run(me, "1,000", 1);
  await expect(bar(me, "stepping.stop")).toBeVisible();
  await me.page.keyboard.press("Escape");
  await expect(bar(me, "stepping.stop")).toBeHidden({ timeout: 500 });
  await me.settled();
  const stood = await me.at();
  await me.page.waitForTimeout(400);
  expect(await me.at()).toBe(stood);

  await me.openGame("hang");
  await me.startRun();
  const send = me.now
    .getByRole("button", { name: String(me.say("simulate.try")), exact: true })
    .or(me.now.getByRole("button", { name: String(me.say("simulate.send")), exact: true }));
  for (let i = 0; i < 4; i++) {
    const before = await me.at();
    await send.first().click();
    await expect.poll(() => me.at()).not.toBe(before);
    await me.settled();
  }
  await send.first().click();
  await expect(me.fault).toContainText(String(me.say("simulate.over-budget")));
  await expect(me.fault).toContainText("spin");
  await expect(me.timeline.getByText("step 4 of 4")).toBeVisible();
});
