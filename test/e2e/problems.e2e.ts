import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";

const module = `import { setup } from "xstate";

export const lamp = setup({ guards: { isDark: () => true } }).createMachine({
  id: "lamp",
  initial: "off",
  states: {
    off: { on: { PRESS: { cond: "isDark", target: "onn" } } },
    on: { after: { 5: ["off"] }, on: { PRESS: "off" } },
  },
});
`;

test("problems are walked, narrowed and mended, and one undo takes a mend back", async ({
  studio,
  visit,
}) => {
  await studio.write("machines/lamp.machine.ts", module);
  const me = await visit();
  await me.open("#/lamp/design");
  const rows = me.problems.locator("[data-problem-row]");
  const fix = (name: string) => me.problems.getByRole("button", { name, exact: true });

  // the arrows walk from one to the next, and graph and code follow
  await expect(rows).toHaveCount(4);
  await rows.first().focus();
  await me.page.keyboard.press("ArrowDown");
  await me.page.keyboard.press("ArrowDown");
  await expect(rows.nth(2)).toBeFocused();
  await expect(me.outlineState("on")).toHaveAttribute("aria-selected", "true");
  await me.picture("problems");

  // narrowed by severity and by words
  await me.problems.getByRole("searchbox").fill("after");
  await expect(rows).toHaveCount(1);
  await me.problems.getByRole("searchbox").fill("nowhere");
  await me.problems.getByRole("button", { name: me.say("problemList.show-all") }).click();
  await expect(rows).toHaveCount(4);
  await me.problems.getByRole("button", { name: me.say("problems.infos", { count: 1 }) }).click();
  await expect(rows).toHaveCount(3);

  // the keys reach the fix of a row; what it does is one step of the history
  await rows.first().focus();
  await me.page.keyboard.press("Tab");
  await expect(fix("Replace “cond” with “guard”")).toBeFocused();
  await me.page.keyboard.press("Enter");
  await expect(fix("Replace “onn” with “on”")).toBeVisible();
  await expect(rows.first()).toBeFocused();
  await me.expectCode('guard: "isDark"');
  await me.undo();
  await me.expectCode('cond: "isDark"');

  // the inspector offers the same, the menu beside it the other ways
  await me.selectState("off");
  const here = me.page.getByRole("region", { name: me.say("problemList.here") });
  await expect(here).toContainText("There is no state “onn”");
  await here.getByRole("button", { name: me.say("problemList.more-fixes") }).click();
  await me.page.getByRole("menuitem", { name: "Add the state onn" }).click();
  await expect(me.graphState("onn")).toBeVisible();
});

test("the light bulb of the code offers the same fixes", async ({ studio, visit }) => {
  await studio.write("machines/lamp.machine.ts", module);
  const me = await visit();
  await me.open("#/lamp/design");
  await expect(me.problems.locator("[data-problem-row]")).toHaveCount(4);

  await me.findInCode('"onn"');
  await me.page.keyboard.press("Control+.");

  const offered = me.page.locator(".action-widget").getByText("Replace “onn” with “on”");
  await expect(offered).toBeVisible({ timeout: 30_000 });
  await offered.click();
  await me.expectCode('target: "on" }');
});

test("a finding that comes more than twice is one row, and one button fixes all as one undo", async ({
  studio,
  visit,
}) => {
  await studio.write(
    "machines/lamp.machine.ts",
    module.replace(
      "on: { after",
      'dim: { on: { PRESS: { cond: "isDark", target: "on" }, DIM: { cond: "isDark", target: "on" } } },\n    on: { after',
    ),
  );
  const me = await visit({ codeFolded: true });
  await me.open("#/lamp/design");
  const all = me.problems.getByRole("button", {
    name: me.say("findings.fix-all", { count: 3, fix: "Replace “cond” with “guard”" }),
  });

  await expect(all).toBeVisible();
  await expect(me.problems.locator("[data-problem-row][aria-expanded]")).toHaveCount(1);
  await all.click();
  await expect(all).toHaveCount(0);
  await me.expectCode('DIM: { guard: "isDark"');

  await me.undo();
  await expect(all).toBeVisible();
});
