import { expect } from "#test/support/expect.ts";
import { describe } from "vitest";
import { test } from "#test/support/studioTest.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";

const machineFile = "machines/haikyu-break.machine.ts";

/** What has to hold after any bad input: it can be taken back, and then nothing was lost. */
async function expectUsable(me: StudioDriver): Promise<void> {
  await me.view("rules");
  await me.view("design");
  await me.undo();
  await me.expectSaved("saved");
  await expect(me.problems).toContainText(me.say("problems.none"));
}

/** How often the page came to do something else before a fault was shown. Runs in the page. */
const turnsUntilFault = () =>
  new Promise<number>((resolve) => {
    let turns = 0;
    const timer = setInterval(() => {
      turns++;
      if (!document.querySelector('[role="alert"][data-tone="stop"]')) return;
      clearInterval(timer);
      resolve(turns);
    }, 20);
  });

test("a syntax error leaves the last good graph, marked; its edits wait; the mend makes it live again", async ({
  visit,
}) => {
  const me = await visit();
  await me.openGame();

  await me.typeInCode('initial: "presentDecks"', 'initial: = "presentDecks"');

  await expect(me.graph.getByText(/This is the graph from \d+ edits? ago/)).toBeVisible();
  await expect(me.code).toContainText(me.say("halfTyped.code"));
  await expect(me.problems).toContainText("The code cannot be read here");
  await expect(me.graphState("setup.pickDecider")).toBeVisible();
  await me.selectState("setup.decideServe");
  await expect(me.inspector.getByRole("textbox", { name: me.say("inspector.key") })).toBeDisabled();
  await expect(me.inspector).toContainText(me.say("refusal.graph-stale"));

  await me.typeInCode('initial: = "presentDecks"', 'initial: "presentDecks"');

  await expect(me.graph.getByText(/This is the graph from/)).toHaveCount(0);
  await expect(me.code).toContainText(me.say("codeFile.in-step"));
  await me.expectSaved("saved");
  await me.showSide("inspector");
  await expect(me.inspector.getByRole("textbox", { name: me.say("inspector.key") })).toBeEnabled();
});

describe("what the checks find", () => {
  const cases = [
    {
      fault: "an unknown target",
      find: 'target: "decideServe"',
      put: 'target: "decideServes"',
      says: "There is no state “decideServes” as seen from",
      suggests: "Did you mean decideServe",
      badge: "setup.pickDecider",
    },
    {
      fault: "a missing initial",
      find: 'initial: "presentDecks",',
      put: " ",
      says: "has states within but does not say which one is first. Add initial",
      suggests: "presentDecks",
      badge: "setup",
    },
    {
      fault: "a duplicate id",
      find: 'meta: { clauses: ["HV-I.3"] },',
      put: 'id: "haikyu-break", meta: { clauses: ["HV-I.3"] },',
      says: "The id “haikyu-break” already belongs to",
      suggests: "#haikyu-break",
      badge: "setup.shuffle",
    },
  ];
  test("is told at its place, in the list, the code and the graph", async ({ visit }) => {
    const me = await visit();
    await me.openGame();

    for (const one of cases) {
      await me.typeInCode(one.find, one.put);

      const row = me.problems.getByRole("button").filter({ hasText: one.says });
      await expect(row.first(), one.fault).toContainText(one.suggests);
      await expect(
        me.graphState(one.badge).getByRole("img", { name: /error|warning/ }),
        one.fault,
      ).toBeVisible();
      await expect(me.code.locator(".squiggly-error, .squiggly-warning").first(), one.fault).toBeVisible();
      await expect(me.outlineState(one.badge).getByTitle(/Error|Warning/), one.fault).toBeVisible();
      await expectUsable(me);
    }
  });

  const broken = (clauses: string) => clauses.replace('"clauses": [', '"clauses": [ oops');
  const path = "rulesets/haikyu-break/clauses.json";

  test("a ruleset that becomes no JSON is told with its line and shown as it last was", async ({
    visit,
    studio,
  }) => {
    const me = await visit();
    await me.openGame();
    await expect(me.problems).toContainText(me.say("problems.none"));
    const clauses = await studio.text(path);

    await studio.write(path, broken(clauses));

    const row = me.problems.getByRole("button").filter({ hasText: "This is not JSON" });
    await expect(row).toContainText(/4:\d+/);
    await expect(me.problems.getByRole("group", { name: "clauses.json" })).toBeVisible();
    await row.click();
    await me.expectCode("oops");
    await me.view("rules");
    await expect(me.page.getByRole("alert").filter({ hasText: "clauses.json" })).toBeVisible();
    await expect(me.clause().first()).toBeVisible();
    await me.view("design");
    await expect(me.graphState("setup")).toBeVisible();
    await studio.write(path, clauses);
    await expect(me.problems).toContainText(me.say("problems.none"));
  });

  test("a ruleset that was no JSON from the start is told in Rules, and the game goes on", async ({
    visit,
    studio,
  }) => {
    const clauses = await studio.text(path);
    await studio.write(path, broken(clauses));
    const me = await visit();
    await me.openGame();

    await me.view("rules");
    await expect(me.page.getByRole("alert").filter({ hasText: "clauses.json" })).toBeVisible();
    await expect(me.page.getByRole("heading", { name: me.say("rules.empty") })).toHaveCount(0);
    await me.view("design");
    await expect(me.graphState("setup")).toBeVisible();
    await studio.write(path, clauses);
    await expect(me.problems).toContainText(me.say("problems.none"));
  });
});

describe("machines that fail while they run", () => {
  test("a guard that throws is named with its words; the run stands where it stood", async ({ visit }) => {
    const me = await visit();
    await me.openGame();
    await me.typeInCode(
      "takesOrLeaves: ({ event }) =>",
      'takesOrLeaves: ({ event }) => { throw new Error("no such choice"); }, unused1: ({ event }) =>',
    );
    await expect(me.code).toContainText(me.say("codeFile.in-step"));

    await me.startRun();
    await me.sendEvent("present a deck", { seat: "P1" });
    await me.sendEvent("present a deck", { seat: "P2" });
    await me.sendEvent("pick who decides");

    await expect(me.fault).toContainText("no such choice");
    await expect(me.fault).toContainText("takesOrLeaves");
    await me.stepBack();
    expect(await me.active()).toEqual(["setup", "setup.pickDecider"]);
    await expectUsable(me);
  });

  test("an endless always is told, and the page goes on", async ({ visit }) => {
    const me = await visit();
    await me.openGame();
    // it goes round between two states, for ever
    await me.typeInCode(
      'always: { target: "openingHands" },',
      'always: { target: "openingHands", reenter: true },',
    );
    await me.typeInCode('always: { target: "redraw" },', 'always: { target: "shuffle" },');

    await expect(me.problems.getByRole("button").filter({ hasText: "loop endlessly" }).first()).toBeVisible();
    await me.startRun();
    await me.sendEvent("present a deck", { seat: "P1" });
    await me.sendEvent("present a deck", { seat: "P2" });
    await me.sendEvent("pick who decides");
    await me
      .event("decide the serve right")
      .getByRole("button", { name: me.say("simulate.send") })
      .click();

    await expect(me.fault).toBeVisible({ timeout: 20_000 });
    expect(await me.active()).toEqual(["setup", "setup.decideServe"]);
    await me.view("design");
    await me.undo();
    await expectUsable(me);
  });

  test("a pattern in a guard that never ends is stopped; meanwhile the page answers", async ({ visit }) => {
    const me = await visit();
    await me.openGame();
    await me.typeInCode(
      "namesAPlayer: ({ context, event }) =>",
      "namesAPlayer: ({ context, event }) => { if (/^(a+)+$/.test('a'.repeat(60) + '!')) return true; return false; }, unused1: ({ context, event }) =>",
    );
    await expect(me.code).toContainText(me.say("codeFile.in-step"));
    await me.startRun();
    await me.sendEvent("present a deck", { seat: "P1" });
    const form = me.event("present a deck", "P2");

    const turns = me.page.evaluate(turnsUntilFault);
    await form.getByRole("button", { name: me.say("simulate.send"), exact: true }).click();
    // the worker is busy for its whole budget; the page is not
    expect(await turns).toBeGreaterThan(10);
    await me.button("header.dark").click();
    await expect(me.page.locator("html")).toHaveAttribute("data-theme", "dark");

    await expect(me.fault).toContainText(me.say("simulate.over-budget"));
    await me.stepBack();
    expect(await me.active()).toEqual(["setup", "setup.presentDecks"]);
    await me.button("header.light").click();
    await expectUsable(me);
  });

  test("a machine that cannot be started says why in the place of the run", async ({ visit, studio }) => {
    const me = await visit({ codeFolded: true });
    const text = await studio.text(machineFile);
    await studio.write(
      machineFile,
      text.replace(
        "const start = (input: Input",
        'throw new Error("not today");\nconst start = (input: Input',
      ),
    );
    await me.openGame();
    await me.view("simulate");

    await me.page.getByRole("button", { name: me.say("simulate.start"), exact: true }).click();

    await expect(me.fault).toContainText("not today");
    await me.view("design");
    await expect(me.graphState("setup")).toBeVisible();
  });
});
