import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";

const head = `import { createMachine } from "xstate";\n`;
const opaque = `${head}import { decorate } from "./decorate";\n\nexport const machine = createMachine(decorate({}));\n`;
const brought = `${head}export const machine = createMachine({ id: "brought",\n  states: stepsOf(["a"]) });\n`;
const former = `${head}export const machine = createMachine({ initial: "a", states: {
  a: { on: { GO: { target: "b", cond: "ready" } } }, b: {} } });\n`;
const oldest = `import { Machine } from "xstate";\nexport const machine = Machine({ initial: "a", states: { a: {} } });\n`;

test("states that code brings are said to be there, and the way leads to the code instead of to a first state", async ({
  studio,
  visit,
}) => {
  await studio.write("machines/opaque.machine.ts", opaque);
  await studio.write("machines/brought.machine.ts", brought);
  const me = await visit();
  const toCode = (line: number) => me.page.getByRole("button", { name: me.say("noChart.to-code", { line }) });
  const invitation = me.page.getByRole("button", { name: me.say("canvas.firstState") });

  await me.open("#/opaque/design");
  await expect(me.page.getByText(me.say("noChart.hidden-hint", { code: "decorate({})" }))).toBeVisible();
  await expect(me.problems.getByText(/decorate\(\{\}\)/)).toBeVisible();
  await expect(invitation).toHaveCount(0);
  await toCode(4).click();
  await expect(me.page.locator(".monaco-editor.focused")).toBeVisible();

  await me.page.evaluate(() => (location.hash = "#/brought/design"));
  await expect(me.page.getByText(me.say("noChart.banner-hidden", { code: `stepsOf(["a"])` }))).toBeVisible();
  await expect(toCode(3)).toBeVisible();
  await me.page.locator(".react-flow__pane").dblclick({ position: { x: 60, y: 200 } });
  await expect(me.notice("refusal.states-not-read")).toBeVisible();
  await expect(invitation).toHaveCount(0);
  expect(await studio.text("machines/brought.machine.ts")).toBe(brought);
});

test("a module of XState 4 is called one, drawn or not", async ({ studio, visit }) => {
  await studio.write("machines/former.machine.ts", former);
  await studio.write("machines/oldest.machine.ts", oldest);
  const me = await visit({ codeFolded: true });

  await me.open("#/former/design");
  await expect(me.graphState("b")).toBeVisible();
  await expect(me.page.getByText(me.say("noChart.banner-xstate-4"))).toBeVisible();

  await me.page.evaluate(() => (location.hash = "#/oldest/design"));
  await expect(me.page.getByRole("heading", { name: me.say("noChart.xstate-4"), exact: true })).toBeVisible();
  await expect(me.page.getByRole("button", { name: me.say("noChart.to-code", { line: 1 }) })).toBeVisible();
});
