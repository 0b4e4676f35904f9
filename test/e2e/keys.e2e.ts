import type { Locator } from "playwright";
import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";

const FILE = "machines/den.machine.ts";
/** A small turn: all of it can be seen at once. */
const code = `import { assign, setup } from "xstate";

export const machine = setup({
  types: {
    context: {} as { turn: number },
    events: {} as { type: "BEGIN" } | { type: "DRAW" } | { type: "END" },
  },
  actions: { passTurn: assign({ turn: ({ context }) => context.turn + 1 }) },
}).createMachine({
  id: "den",
  context: { turn: 1 },
  initial: "start",
  states: {
    start: { on: { BEGIN: "draw" } },
    draw: { on: { DRAW: "end" } },
    end: { on: { END: { target: "start", actions: "passTurn" } } },
    over: { type: "final" },
  },
});
`;

type Visit = (options?: { codeFolded?: boolean }) => Promise<StudioDriver>;

async function openDen(studio: { write(path: string, text: string): Promise<void> }, visit: Visit) {
  await studio.write(FILE, code);
  const me = await visit({ codeFolded: true });
  await me.openGame("den");
  await me.level("full");
  return me;
}

/** What has the keys, in words; undefined when nobody has them. */
const keysAt = (me: StudioDriver): Promise<string | undefined> =>
  me.page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body || !at.isConnected) return undefined;
    const name = at.getAttribute("aria-label") ?? at.textContent?.slice(0, 40);
    return `${at.tagName.toLowerCase()} ${name ?? ""}`;
  });

/** Does something; afterwards something in the window has the keys, and keeps them. */
async function act(me: StudioDriver, what: string, run: () => Promise<unknown>): Promise<void> {
  await run();
  await expect.poll(() => keysAt(me), { message: `${what}: what has the keys` }).toBeDefined();
  await me.page.waitForTimeout(120);
  expect(await keysAt(me), `${what}: what has the keys a little later`).toBeDefined();
}

const selectedState = (me: StudioDriver, path: string) =>
  expect(me.outlineState(path)).toHaveAttribute("aria-selected", "true");
const onGraph = (me: StudioDriver) =>
  expect
    .poll(() => me.page.evaluate(() => document.activeElement?.closest("[data-canvas]") !== null))
    .toBe(true);
const nameField = (me: StudioDriver) => me.graph.getByRole("textbox", { name: me.say("canvas.rename") });
const field = (me: StudioDriver, key: string) =>
  me.inspector.getByLabel(me.say(key), { exact: true }).and(me.page.locator("input, textarea, select"));
const item = (me: StudioDriver, key: string) => me.page.getByRole("menuitem", { name: me.say(key) }).first();

async function fromMenu(me: StudioDriver, path: string, key: string): Promise<void> {
  await me.graphState(path).click({ button: "right", position: { x: 20, y: 10 } });
  await item(me, key).click();
}

test("keys go on to the neighbour of what is deleted, and back with undo", async ({ studio, visit }) => {
  const me = await openDen(studio, visit);
  const { keyboard } = me.page;
  await me.graphState("draw").click({ position: { x: 20, y: 10 } });

  await act(me, "delete a state", () => keyboard.press("Delete"));
  await selectedState(me, "end");
  await onGraph(me);
  await act(me, "undo", () => keyboard.press("Control+z"));
  await expect(me.graphState("draw")).toBeVisible();
  await act(me, "redo", () => keyboard.press("Control+y"));
  await act(me, "undo", () => keyboard.press("Control+z"));

  await me.graphState("draw").click({ position: { x: 20, y: 10 } });
  await act(me, "walk to its transition", () => keyboard.press("Shift+ArrowDown"));
  await act(me, "delete a transition", () => keyboard.press("Delete"));
  await selectedState(me, "draw");
  await onGraph(me);

  await act(me, "next state", () => keyboard.press("n"));
  await expect(nameField(me)).toBeFocused();
  await act(me, "its name", async () => {
    await keyboard.type("discard");
    await keyboard.press("Enter");
  });
  await selectedState(me, "discard");
  // what was made is taken back: one stands where one stood before
  for (let i = 0; i < 2; i++) await act(me, "undo", () => keyboard.press("Control+z"));
  await selectedState(me, "draw");

  await act(me, "delete in the inspector", () =>
    me.inspector.getByRole("button", { name: me.say("command.state.delete") }).click(),
  );
  await selectedState(me, "end");
  await onGraph(me);
  await act(me, "delete in the outline", async () => {
    await me.outlineState("end").click();
    await keyboard.press("Delete");
  });
  await selectedState(me, "over");
});

test("fields of the inspector give the keys back to the graph on Enter, and on to the next on Tab", async ({
  studio,
  visit,
}) => {
  const me = await openDen(studio, visit);
  const { keyboard } = me.page;
  await me.graphState("draw").click({ position: { x: 20, y: 10 } });

  const enter = async (key: string, text: string, how = "Enter") => {
    await field(me, key).fill(text);
    await act(me, `${key}, ${how}`, () => keyboard.press(how));
  };
  await enter("inspector.key", "take");
  await onGraph(me);
  await selectedState(me, "take");
  await enter("inspector.key", "draw", "Tab");
  await expect(field(me, "inspector.type")).toBeFocused();
  await enter("inspector.description", "Draws a card.", "Control+Enter");
  await onGraph(me);

  await act(me, "its transition", () => keyboard.press("Shift+ArrowDown"));
  await enter("inspector.event", "TAKE");
  await onGraph(me);
  await enter("inspector.event", "DRAW", "Tab");
  expect(await keysAt(me)).toMatch(/^(input|select|button) /);
  await enter("inspector.guard", "turn > 1");
  await onGraph(me);
  await act(me, "one more action", async () => {
    await me.inspector.getByRole("button", { name: `+ ${me.say("inspector.actions")}` }).click();
    await keyboard.type("passTurn");
    await keyboard.press("Enter");
  });
  await onGraph(me);
  await act(me, "without the action", () =>
    me.inspector.getByRole("button", { name: me.say("inspector.remove", { name: "passTurn" }) }).click(),
  );
  await act(me, "another target", async () => {
    await field(me, "inspector.target").focus();
    await field(me, "inspector.target").selectOption("start");
  });
  await act(me, "delete in the inspector", () =>
    me.inspector.getByRole("button", { name: me.say("command.transition.delete") }).click(),
  );
  await selectedState(me, "draw");
});

test("menus, dialogs and notes give the keys back", async ({ studio, visit }) => {
  const me = await openDen(studio, visit);
  const { keyboard } = me.page;
  const button = (key: string): Locator => me.dialog.getByRole("button", { name: me.say(key), exact: true });

  for (const key of ["command.state.wrap", "command.state.duplicate", "command.state.delete"]) {
    await act(me, key, () => fromMenu(me, "draw", key));
    await onGraph(me);
    await act(me, `undo of ${key}`, () => keyboard.press("Control+z"));
    await expect(me.graphState("draw")).toBeVisible();
  }
  await act(me, "a menu left", async () => {
    await me.graphState("draw").click({ button: "right", position: { x: 20, y: 10 } });
    await item(me, "command.state.duplicate").waitFor();
    await keyboard.press("Escape");
  });
  await onGraph(me);
  for (const answer of ["cancel", "ask.do"])
    await act(me, `reorder: ${answer}`, async () => {
      await fromMenu(me, "draw", "command.state.reorder");
      await button(answer).click();
      await expect(me.dialog).toHaveCount(0);
    });
  await onGraph(me);

  await act(me, "a note", async () => {
    await fromMenu(me, "draw", "command.note.add");
    await expect(me.graph.getByRole("textbox", { name: me.say("note.text"), exact: true })).toBeFocused();
    await keyboard.type("Two cards");
    await keyboard.press("Control+Enter");
  });
  await expect(me.graph.locator("[data-note]").first()).toBeFocused();
  await act(me, "no note", () => keyboard.press("Delete"));
  await onGraph(me);

  await me.graphState("draw").click({ position: { x: 20, y: 10 } });
  await act(me, "cut", () => keyboard.press("Control+x"));
  await act(me, "paste", () => keyboard.press("Control+v"));
  await act(me, "duplicate", () => keyboard.press("Control+d"));
  await act(me, "delete by the palette", async () => {
    await keyboard.press("Control+k");
    await keyboard.type(me.say("command.state.delete"));
    await expect(me.dialog.getByRole("option", { selected: true })).toBeVisible();
    await keyboard.press("Enter");
  });
  await onGraph(me);
});

test("a click on mere text takes the keys from a field and gives them to no other control", async ({
  studio,
  visit,
}) => {
  const me = await openDen(studio, visit);
  await me.selectState("draw");
  await field(me, "inspector.key").focus();

  await me.inspector.getByRole("heading").first().click();

  await me.page.waitForTimeout(200);
  expect(await keysAt(me)).toMatch(/^main /);
  await act(me, "a deletion", async () => {
    await me.selectState("end");
    await me.page.keyboard.press("Delete");
  });
});

test("a page that has just come marks nothing", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  await me.open("#/haikyu-break/design");
  await me.still();

  expect(await keysAt(me)).toBeUndefined();
});
