import { describe } from "vitest";
import { draws } from "#test/support/dice.ts";
import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";

const FILE = "machines/den.machine.ts";
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
    start: { on: { BEGIN: "phases" } },
    phases: {
      initial: "draw",
      states: { draw: { on: { DRAW: "main" } }, main: { on: { END: "#den.end" } } },
    },
    end: { on: { END: { target: "start", actions: "passTurn" } } },
    over: { type: "final" },
  },
});
`;

/** Acts by key alone: whatever is selected, some of them do something, and none may leave the keys to nobody. */
const ACTS: readonly (readonly string[])[] = [
  ["ArrowDown"],
  ["ArrowRight"],
  ["ArrowUp"],
  ["Shift+ArrowDown"],
  ["n", "x", "Enter"],
  ["n", "y", "Tab"],
  ["n", "Escape"],
  ["F2", "z", "Enter"],
  ["F2", "w", "Tab"],
  ["F2", "Escape"],
  ["Delete"],
  ["Control+d"],
  ["Control+x"],
  ["Control+v"],
  ["Control+z"],
  ["Control+z", "Control+z"],
  ["Control+y"],
  ["Alt+ArrowRight"],
  ["Alt+ArrowDown"],
  ["Enter"],
  ["Escape"],
  ["Tab"],
  ["Tab", "Tab", "Enter"],
  ["Shift+Tab"],
  ["a", "Enter"],
  ["Control+k", "Escape"],
  ["?", "Escape"],
];
const LENGTH = 40;

describe.each([1, 2])("seed %i", (seed) => {
  test("whatever is done by keys, something in the window has them afterwards", async ({ studio, visit }) => {
    await studio.write(FILE, code);
    const me = await visit({ codeFolded: true });
    await me.openGame("den");
    await me.level("full");
    await me.graphState("start").click({ position: { x: 20, y: 10 } });
    const dice = draws(seed);
    const done: string[] = [];
    const keeper = () =>
      me.page.evaluate(() => {
        const at = document.activeElement;
        return (
          at !== null && at !== document.body && at.closest("#root, [role=dialog], [role=menu]") !== null
        );
      });

    for (let i = 0; i < LENGTH; i++) {
      const act = dice.pick(ACTS);
      done.push(act.join(" "));
      for (const key of act) await me.page.keyboard.press(key);

      await expect.poll(keeper, { message: `nobody has the keys after ${done.join(", ")}` }).toBe(true);
      await me.page.waitForTimeout(60);
      expect(await keeper(), `the keys are lost a moment after ${done.join(", ")}`).toBe(true);
      // what leads out of the design is left, and so is what lies over it
      if (!/\/design/.test(me.page.url())) await me.page.keyboard.press("Alt+1");
      if ((await me.dialog.count()) > 0) await me.page.keyboard.press("Escape");
    }
    expect(me.complaints.filter((line) => line.startsWith("thrown"))).toEqual([]);
  });
});
