import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";

const lamp = `import { setup } from "xstate";

export const lamp = setup({
  types: { context: {} as { watts: number; place: string } },
  guards: { isDark: ({ context }) => context.watts > 0 },
}).createMachine({
  id: "lamp",
  context: { watts: 5, place: "hall" },
  initial: "off",
  states: {
    off: { on: { PRESS: { guard: "isDark", target: "on" } } },
    on: { on: { PRESS: { guard: ({ context }) => context.watts > 0, target: "off" } } },
  },
});
`;
/** The type checker takes seconds to start on a busy machine. */
const CHECKED = { timeout: 45_000 };
const rows = (me: StudioDriver) => me.problems.locator("[data-problem-row]");
const row = (me: StudioDriver, words: string) => rows(me).filter({ hasText: words });
const badge = (me: StudioDriver, state: string) => me.outlineState(state).locator('[data-severity="error"]');
const unknownField = "The context has no field “wats”. Did you mean watts?";

test("a wrong type is a problem like any other: it is listed, leads to its word, and goes when it is mended", async ({
  studio,
  visit,
}) => {
  await studio.write("machines/lamp.machine.ts", lamp);
  const me = await visit();
  await me.open("#/lamp/design");
  await expect(rows(me)).toHaveCount(0);

  await me.typeInCode("guard: ({ context }) => context.watts", "guard: ({ context }) => context.wats");
  await expect(row(me, unknownField)).toBeVisible(CHECKED);
  await expect(badge(me, "on")).toBeVisible();
  await expect(me.page.getByRole("contentinfo")).toContainText(me.say("problems.errors", { count: 1 }));
  await me.picture("type-errors");

  // what is written above it moves it along, and takes nothing away meanwhile
  const place = (line: number) => row(me, unknownField).getByText(new RegExp(`^${line}:`));
  await expect(place(12)).toBeVisible();
  await me.typeInCode("export const lamp", "// of the hall\nexport const lamp");
  await expect(place(13)).toBeVisible();

  // a click leads to state and word
  await me.page.keyboard.press("Control+Home");
  await row(me, unknownField).click();
  await expect(me.outlineState("on")).toHaveAttribute("aria-selected", "true");
  await me.focusCode();
  await me.page.keyboard.insertText("watts");
  await me.expectCode("context.watts > 0, target");

  await expect(rows(me)).toHaveCount(0, CHECKED);
  await expect(badge(me, "on")).toHaveCount(0);

  // a package that is not here is underlined no more than it is listed
  await me.typeInCode("import { setup }", 'import { hall } from "~/house"; import { setup }');
  await me.typeInCode("watts: 5", 'watts: "5"');
  await expect(rows(me)).toHaveCount(1, CHECKED);
  await expect(rows(me).first()).not.toContainText("house");
  await expect(badge(me, "on")).toHaveCount(0);
  await expect(me.code.locator(".squiggly-error")).toHaveCount(1);
});

test("with the inspector in its place its type errors are known, followed and found", async ({
  studio,
  visit,
}) => {
  await studio.write("machines/lamp.machine.ts", lamp.replace("watts: 5", 'watts: "5"'));
  await studio.write("machines/door.machine.ts", lamp.replace("context.watts > 0 }", "context.wats > 0 }"));
  const me = await visit();
  const mismatch = "This is string; number belongs here.";
  await me.open("#/lamp/design");
  await expect(row(me, mismatch)).toBeVisible(CHECKED);
  await me.showSide("inspector");
  await expect(me.code).toHaveCount(0);
  await expect(row(me, mismatch)).toBeVisible();

  // a change on the graph keeps it; what another program changes is checked as well
  await me.renameStateOnGraph("off", "dark");
  await expect(me.graphState("dark")).toBeVisible();
  await expect(row(me, mismatch)).toBeVisible();
  await me.save();
  await me.expectWatching();
  await studio.write(
    "machines/lamp.machine.ts",
    lamp.replace("({ context }) => context.watts > 0, t", "({ context }) => context.wats > 0, t"),
  );
  await expect(row(me, unknownField)).toBeVisible(CHECKED);
  await expect(row(me, mismatch)).toHaveCount(0);
  await expect(badge(me, "on")).toBeVisible();
  await expect(me.code).toHaveCount(0);

  // another game has its own; what stands in no state unfolds the code
  await me.open("#/door/design");
  await expect(row(me, unknownField)).toBeVisible(CHECKED);
  await expect(badge(me, "on")).toHaveCount(0);
  await row(me, unknownField).click();
  await me.focusCode();
  await me.page.keyboard.insertText("watts");
  await expect(rows(me)).toHaveCount(0, CHECKED);
  await me.expectCode("context.watts > 0 }");
});

test("type errors hinder neither play nor saving nor export", async ({ studio, visit }) => {
  await studio.write("machines/lamp.machine.ts", lamp.replace("watts: 5", 'watts: "5"'));
  const me = await visit();
  await me.open("#/lamp/design");
  await expect(row(me, "This is string")).toBeVisible(CHECKED);

  await me.renameStateOnGraph("off", "dark");
  await me.save();
  await me.startRun();
  await expect.poll(() => me.active()).toEqual(["dark"]);
  const { text } = await me.export("ts");

  expect(text).toContain("dark: {");
});
