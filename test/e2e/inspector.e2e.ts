import { expect } from "#test/support/expect.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";
import { test } from "#test/support/studioTest.ts";

const LONG = "turn > 0 ∧ dealt < 10 ∧ passes ≠ seats ∧ turn < 40";
const module = `import { assign, setup } from "xstate";

export const machine = setup({
  types: {
    context: {} as { turn: number; dealt: number; passes: number; seats: number },
    events: {} as { type: "DRAW" } | { type: "PASS" },
  },
}).createMachine({
  id: "den",
  context: { turn: 0, dealt: 0, passes: 0, seats: 2 },
  initial: "start",
  states: {
    start: {
      on: {
        DRAW: [
          {
            guard: ({ context }) => context.turn > 0 && context.dealt < 10 && context.passes !== context.seats && context.turn < 40,
            target: "main",
            actions: [assign({ dealt: ({ context }) => context.dealt + 1 }), assign({ passes: 0 })],
          },
          { guard: ({ context }) => context.dealt > 3, target: "end" },
          { target: "start" },
        ],
      },
    },
    main: { on: { PASS: "end" } },
    end: { type: "final" },
  },
});
`;
const FILE = "machines/den.machine.ts";
const FIRST = "#/den/design?transition=start|on|DRAW|0";

const guardOf = (me: StudioDriver) => me.inspector.getByRole("textbox", { name: me.say("inspector.guard") });

test("at 1280 by 720 forty characters of a guard can be read, and all of it in lines", async ({
  visit,
  studio,
}) => {
  await studio.write(FILE, module);
  const me = await visit({ size: { width: 1280, height: 720 } });
  await me.open(FIRST);
  const guard = guardOf(me);
  await expect(guard).toHaveValue(LONG);

  const { perLine, isWhole } = await guard.evaluate((field) => {
    const style = getComputedStyle(field);
    const pen = document.createElement("canvas").getContext("2d");
    if (!pen) throw new Error("no canvas");
    pen.font = style.font;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return {
      perLine: Math.floor(room / pen.measureText("0").width),
      isWhole: field.scrollHeight <= field.clientHeight + 1 && field.scrollWidth <= field.clientWidth + 1,
    };
  });
  expect(perLine).toBeGreaterThanOrEqual(40);
  expect(isWhole).toBe(true);
  await me.picture("inspector-1280");
});

test("a formula stands in its box before and after, and its code is one key away", async ({
  visit,
  studio,
}) => {
  await studio.write(FILE, module);
  const me = await visit({ codeFolded: true });
  await me.open(FIRST);
  const guard = guardOf(me);
  await expect(guard).toHaveValue(LONG);

  await guard.fill(LONG.replace("10", "12"));
  await guard.press("Enter");
  await expect(guard).toHaveValue(LONG.replace("10", "12"));
  await guard.focus();
  await guard.press("Shift+F4");
  await expect(guard).toHaveValue(/context\.dealt < 12/);
  await guard.press("Shift+F4");
  await expect(guard).toHaveValue(LONG.replace("10", "12"));
  await me.undo();
  await expect(guard).toHaveValue(LONG);
});

test("candidates and actions change places by keys, each one undo, and the keys stay with what was moved", async ({
  visit,
  studio,
}) => {
  await studio.write(FILE, module);
  const me = await visit({ codeFolded: true });
  await me.open(FIRST);
  const candidates = me.inspector.getByRole("group", { name: me.say("candidates.title") });
  await expect(candidates.getByRole("listitem")).toHaveCount(3);
  await expect(candidates.getByRole("listitem").last()).toContainText(me.say("candidates.else"));

  await candidates.locator('[aria-current="true"]').focus();
  await me.page.keyboard.press("Alt+ArrowDown");
  await expect(candidates.getByRole("listitem").nth(1)).toContainText("dealt < 10");
  await expect(me.page).toHaveURL(/DRAW\|1|DRAW%7C1/);
  await me.undo();
  await expect(candidates.getByRole("listitem").first()).toContainText("dealt < 10");

  const actions = me.inspector.getByRole("group", { name: me.say("inspector.actions"), exact: true });
  await me.open(FIRST);
  await expect(actions.locator(".act")).toHaveText(["dealt := dealt + 1", "passes := 0"]);
  await actions.getByRole("button", { name: "passes := 0", exact: true }).focus();
  await me.page.keyboard.press("Alt+ArrowUp");
  await expect(actions.locator(".act")).toHaveText(["passes := 0", "dealt := dealt + 1"]);
  await expect(actions.getByRole("button", { name: "passes := 0", exact: true })).toBeFocused();
});

test("in a narrow window the inspector comes with the first selection, and what is selected stays in view", async ({
  visit,
}) => {
  const me = await visit({ size: { width: 1280, height: 720 } });
  await me.open("#/flesh-and-blood/design");
  await expect(me.graphState("game")).toBeVisible();
  await me.still();
  const middle = (await me.graph.boundingBox())?.width ?? 0;
  const states = await me.graph.locator("[data-state-name]").all();
  const places = await Promise.all(states.map((state) => state.boundingBox()));
  // what stands furthest right, where the inspector will be
  const [right] = places
    .map((box, i) => ({ box, i }))
    .filter(({ box }) => box !== null && box.x + box.width < 1270 && box.y > 80 && box.y < 560)
    .toSorted((a, b) => (b.box?.x ?? 0) - (a.box?.x ?? 0));
  const state = states[right?.i ?? 0];
  await state?.click({ position: { x: 6, y: 6 } });

  await expect(me.inspector).toBeVisible();
  await me.still();
  const canvas = await me.graph.boundingBox();
  expect(canvas?.width ?? 0).toBeLessThan(middle - 200);
  const selected = await me.graph
    .locator('.react-flow__node.selected, [data-selected="true"]')
    .first()
    .boundingBox();
  expect((selected?.x ?? Infinity) + Math.min(selected?.width ?? 0, 40)).toBeLessThanOrEqual(
    (canvas?.x ?? 0) + (canvas?.width ?? 0),
  );
});

test("F4 changes between inspector and code with the keys, and what was chosen is there after a reload", async ({
  visit,
  studio,
}) => {
  await studio.write(FILE, module);
  const me = await visit({ codeFolded: true });
  await me.open(FIRST);
  await expect(me.inspector).toBeVisible();

  await me.page.keyboard.press("F4");
  await expect(me.code.locator(".monaco-editor.focused")).toBeVisible();
  await me.page.keyboard.press("F4");
  await expect(me.inspector.locator("input, select, textarea").first()).toBeFocused();
  await me.page.keyboard.press("F4");
  await expect(me.code.locator(".monaco-editor.focused")).toBeVisible();
  await me.page.reload();
  await expect(me.code).toBeVisible();

  // long lines go on in the next one when asked, and that is remembered
  const wrap = me.code.getByRole("button", { name: me.say("wrap.name") });
  await expect(wrap).toHaveAttribute("aria-pressed", "false");
  await me.focusCode();
  await me.page.keyboard.press("Alt+z");
  await expect(wrap).toHaveAttribute("aria-pressed", "true");
  const overflow = () =>
    me.code
      .locator(".monaco-scrollable-element .lines-content")
      .first()
      .evaluate((lines) => {
        const room = lines.closest(".overflow-guard")?.clientWidth ?? 0;
        return [...lines.querySelectorAll(".view-line > span")].filter((line) => line.clientWidth > room)
          .length;
      });
  await expect.poll(overflow).toBe(0);
  await me.page.reload();
  await expect(wrap).toHaveAttribute("aria-pressed", "true");
});
