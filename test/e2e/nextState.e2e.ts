import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";

const FILE = "machines/den.machine.ts";
const code = `import { assign, setup } from "xstate";

export const machine = setup({
  types: {
    context: {} as { turn: number },
    events: {} as { type: "BEGIN" } | { type: "DRAW" },
  },
  actions: { passTurn: assign({ turn: ({ context }) => context.turn + 1 }) },
}).createMachine({
  id: "den",
  context: { turn: 1 },
  initial: "start",
  states: {
    start: { on: { BEGIN: "draw" } },
    draw: { meta: { asks: "turnPlayer" }, on: { DRAW: { target: "start", guard: ({ context }) => context.turn > 1 } } },
  },
});
`;

const nameField = (me: StudioDriver) => me.graph.getByRole("textbox", { name: me.say("canvas.rename") });
const field = (me: StudioDriver, key: string) =>
  me.inspector.getByLabel(me.say(key), { exact: true }).and(me.page.locator("input, textarea"));

test("a next state is named with its event, guard and action in one breath, by keys", async ({
  studio,
  visit,
}) => {
  await studio.write(FILE, code);
  const me = await visit({ codeFolded: true });
  await me.openGame("den");
  await me.level("full");
  const { keyboard } = me.page;
  await me.graphState("draw").click({ position: { x: 20, y: 10 } });

  await keyboard.press("n");
  await expect(nameField(me)).toBeFocused();
  await keyboard.type("discard");
  await keyboard.press("Tab");
  await expect(field(me, "inspector.event")).toBeFocused();
  await keyboard.type("BEGIN");
  await keyboard.press("Tab");
  await expect(field(me, "inspector.guard")).toBeFocused();
  await keyboard.type("turn < 10");
  await keyboard.press("Tab");
  await expect(
    me.inspector.getByLabel(`${me.say("inspector.actions")}: ${me.say("command.transition.addAction")}`),
  ).toBeFocused();
  await keyboard.type("passTurn");
  await me.picture("next-state-action");
  await keyboard.press("Enter");

  await expect(me.outlineState("discard")).toHaveAttribute("aria-selected", "true");
  // at once the next one, without a word of its transition
  await keyboard.press("n");
  await expect(nameField(me)).toBeFocused();
  await keyboard.type("end");
  await keyboard.press("Tab");
  await expect(field(me, "inspector.event")).toBeFocused();
  await keyboard.press("Enter");
  await expect(me.outlineState("end")).toHaveAttribute("aria-selected", "true");
  await me.save();
  const text = (await studio.text(FILE)).replaceAll(/\s+/g, " ");
  expect(text).toMatch(/BEGIN: \{ target: "discard",? /);
  expect(text).toContain("context.turn < 10");
  expect(text).toContain('actions: "passTurn"');
  expect(text).toMatch(/NEXT: (\{ target: )?"end"/);
  // each asks whom the state before it asks
  expect(text.match(/asks: "turnPlayer"/g)).toHaveLength(3);
});

test("F2 and a double click put the event of a transition in edit", async ({ studio, visit }) => {
  await studio.write(FILE, code);
  const me = await visit({ codeFolded: true });
  await me.openGame("den");
  await me.level("full");
  const { keyboard } = me.page;
  await me.graphState("start").click({ position: { x: 20, y: 10 } });
  await keyboard.press("Shift+ArrowDown");

  await keyboard.press("F2");
  await expect(field(me, "inspector.event")).toBeFocused();
  await keyboard.type("GO");
  await keyboard.press("Enter");
  await expect(me.graphTransition("start|on|GO|0").first()).toBeAttached();
  await expect(me.graph).toBeFocused();

  // with the panel of its fields folded away, too
  await me.graphState("draw").click({ position: { x: 20, y: 10 } });
  await me.page
    .locator("footer")
    .getByRole("button", { name: me.say("outline.title") })
    .click();
  await me.graph.locator('[data-label-of][data-transition="start|on|GO|0"]').dblclick();
  await expect(field(me, "inspector.event")).toBeFocused();
  await expect(field(me, "inspector.event")).toHaveValue("GO");
  await keyboard.type("RUN");
  await keyboard.press("Enter");
  await expect(me.graphTransition("start|on|RUN|0").first()).toBeAttached();
});

test("what declares an unknown name stands at the field for as long as the name does", async ({
  studio,
  visit,
}) => {
  await studio.write(FILE, code);
  const me = await visit({ codeFolded: true, size: { width: 1280, height: 720 }, theme: "dark" });
  await me.openGame("den");
  await me.level("full");
  await me.graphState("start").click({ position: { x: 20, y: 10 } });
  await me.page.keyboard.press("Shift+ArrowDown");

  await field(me, "inspector.guard").fill("cardsDealt < 10");
  await field(me, "inspector.guard").press("Enter");
  await expect(field(me, "inspector.guard")).toHaveAttribute("aria-invalid", "true");
  await expect(field(me, "inspector.guard")).toBeFocused();
  // the message at the foot of the window goes by itself
  const notice = me.page
    .getByRole("status")
    .locator("span")
    .filter({ hasText: /cardsDealt/ });
  await expect(notice).toBeVisible();
  await expect(notice).toHaveCount(0, { timeout: 30_000 });

  await me.picture("offer-at-field");
  const offer = me.inspector.getByRole("button", { name: /cardsDealt/ });
  await expect(offer).toBeInViewport({ ratio: 1 });
  await me.page.keyboard.press("Tab");
  await expect(offer).toBeFocused();
  await me.page.keyboard.press("Enter");
  await expect(field(me, "inspector.guard")).not.toHaveAttribute("aria-invalid");
  // the formula stays in the box
  await expect(field(me, "inspector.guard")).toHaveValue("cardsDealt < 10");
  await me.save();
  const text = (await studio.text(FILE)).replaceAll(/\s+/g, " ");
  expect(text).toContain("context.cardsDealt < 10");
  expect(text).toContain("cardsDealt: 0");
});
