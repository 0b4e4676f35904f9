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

/** What has the keys in the table: transition and column. */
const cellWithKeys = (me: StudioDriver): Promise<string> =>
  me.page.evaluate(() => {
    const cell = document.activeElement?.closest<HTMLElement>('[role="gridcell"]');
    const row = cell?.closest<HTMLElement>("[data-row]");
    return `${row?.dataset["row"]} ${cell?.dataset["column"]}`;
  });
const keysIn = (me: StudioDriver, cell: string) => expect.poll(() => cellWithKeys(me)).toBe(cell);

test("the transitions are a table that is walked and edited by the keys of a spreadsheet, each edit one undo", async ({
  visit,
  studio,
}) => {
  await studio.write(FILE, module);
  const me = await visit({ codeFolded: true, size: { width: 1280, height: 720 } });
  await me.open("#/den/design");
  const { keyboard } = me.page;
  await me.page.getByRole("tab", { name: me.say("bottomTabs.table") }).click();
  const grid = me.page.getByRole("grid", { name: me.say("table.title") });
  const cell = (transition: string, column: string) =>
    grid.locator(`[data-row="${transition}"] [data-column="${column}"]`);
  const text = (transition: string, column: string) => cell(transition, column).locator("> span");
  await expect(grid.getByRole("row")).toHaveCount(5);

  // Arrows, Home and End walk; the row is what is selected.
  await cell("start|on|DRAW|0", "state").click();
  await keysIn(me, "start|on|DRAW|0 state");
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowRight");
  await keysIn(me, "start|on|DRAW|1 event");
  await expect(me.page).toHaveURL(/transition=start%7Con%7CDRAW%7C1|transition=start\|on\|DRAW\|1/);
  await keyboard.press("End");
  await keysIn(me, "start|on|DRAW|1 clauses");
  await keyboard.press("Control+Home");
  await keysIn(me, "start|on|DRAW|0 state");
  await keyboard.press("Control+End");
  await keysIn(me, "main|on|PASS|0 clauses");

  // A letter begins an edit in the place of what was there; Enter confirms and goes down.
  await keyboard.press("Control+Home");
  await keyboard.press("ArrowRight");
  await keyboard.press("ArrowRight");
  await keyboard.type("turn > 7");
  await keyboard.press("Enter");
  await expect(text("start|on|DRAW|0", "guard")).toHaveText("turn > 7");
  await keysIn(me, "start|on|DRAW|1 guard");

  // F2 edits what is there; Escape leaves it. Delete clears a guard.
  await keyboard.press("F2");
  await keyboard.type("9");
  await keyboard.press("Escape");
  await expect(text("start|on|DRAW|1", "guard")).toHaveText("dealt > 3");
  await keysIn(me, "start|on|DRAW|1 guard");
  await keyboard.press("Delete");
  await expect(text("start|on|DRAW|1", "guard")).toHaveText("");
  await me.undo();
  await expect(text("start|on|DRAW|1", "guard")).toHaveText("dealt > 3");
  await me.undo();
  await expect(text("start|on|DRAW|0", "guard")).toHaveText(LONG);

  // What is refused is said at the cell and stays to be mended; Tab confirms and goes right.
  await cell("start|on|DRAW|1", "target").click();
  await keyboard.type("nowhere");
  await keyboard.press("Enter");
  await expect(cell("start|on|DRAW|1", "target")).toContainText(
    me.say("refusal.state-not-found", { state: "nowhere" }),
  );
  await keyboard.press("Control+A");
  await keyboard.type("main");
  await keyboard.press("Tab");
  await expect(text("start|on|DRAW|1", "target")).toHaveText("main");
  await keysIn(me, "start|on|DRAW|1 actions");

  // Another event puts the row elsewhere: it stays selected, and the keys go on to the row that was below.
  await cell("start|on|DRAW|1", "event").click();
  await keyboard.type("PASS");
  await keyboard.press("Enter");
  await expect(text("start|on|PASS|0", "target")).toHaveText("main");
  await keysIn(me, "start|on|DRAW|1 event");
  await keyboard.press("Control+z");
  await keyboard.press("Control+z");
  await expect(text("start|on|DRAW|1", "target")).toHaveText("end");
  await expect.poll(() => cellWithKeys(me)).toMatch(/event$/);

  // Actions are a field each; the pointer on the graph leads the table along.
  await cell("main|on|PASS|0", "actions").dblclick();
  await keyboard.type("passes := 0");
  await keyboard.press("Enter");
  await expect(text("main|on|PASS|0", "actions")).toHaveText("passes := 0");
  await me.outlineState("start").click();
  await expect(grid.locator('[data-row="start|on|DRAW|0"]')).toHaveAttribute("aria-selected", "true");

  // The filter has all words of a row; the selection is copied for a spreadsheet.
  const filter = me.page.getByRole("searchbox", { name: me.say("table.filter") });
  await filter.fill("draw dealt end");
  await expect(grid.getByRole("row")).toHaveCount(2);
  await filter.press("Enter");
  await keyboard.press("Home");
  await keysIn(me, "start|on|DRAW|1 state");
  await me.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await keyboard.press("Shift+End");
  await keyboard.press("Control+C");
  await expect
    .poll(() => me.page.evaluate(() => navigator.clipboard.readText()))
    .toBe("start\tDRAW\tdealt > 3\tend\t\t");
  await filter.fill("");

  // A refused edit keeps the keys; where another program renames its state, the text stays to be copied and the keys go on.
  await keyboard.press("Control+s");
  await me.expectSaved("saved");
  const target = cell("main|on|PASS|0", "target");
  await target.dblclick();
  await keyboard.press("Control+A");
  await keyboard.type("nowhere");
  await keyboard.press("Enter");
  await expect(target).toContainText(me.say("refusal.state-not-found", { state: "nowhere" }));
  await cell("start|on|DRAW|0", "event").click();
  await expect(target.locator("input")).toBeFocused();
  await studio.write(
    FILE,
    (await studio.text(FILE)).replaceAll('"main"', '"centre"').replace(" main: {", " centre: {"),
  );
  await expect(me.page.locator('[data-row="centre|on|PASS|0"]')).toBeVisible();
  const lost = me.page.getByRole("status").filter({ hasText: me.say("inspector.lost-text") });
  await expect(lost.locator("textarea")).toHaveValue("nowhere");
  await expect.poll(() => cellWithKeys(me)).toMatch(/target$/);
  await keyboard.press("Control+Home");
  await keysIn(me, "start|on|DRAW|0 state");
  await lost.getByRole("button").click();
  await expect(lost).toHaveCount(0);

  await me.page.getByRole("tab", { name: me.say("bottomTabs.matrix") }).click();
  await expect(me.page.getByRole("region", { name: me.say("bottomTabs.matrix") })).toContainText("DRAW");
});
