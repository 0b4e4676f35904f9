import { expect } from "#test/support/expect.ts";
import { patience } from "#test/support/patience.ts";
import { test } from "#test/support/studioTest.ts";

const GAME = "haikyu-break";

/** Faults that scenarios of the game notice: code, what is written over it, one of the scenarios, and where its problem leads to. */
const FAULTS = [
  {
    what: "another player takes the serve",
    code: 'event.choice === "take" ? event.by',
    fault: 'event.choice === "leave" ? event.by',
    scenario: "block-op-given-twice",
    place: "transition=setup.decideServe|on|DECIDE_SERVE|0",
  },
  {
    what: "effects of a turn outlive it",
    code: 'context.effects.filter((e) => e.scope === "set")',
    fault: 'context.effects.filter((e) => e.scope !== "phase")',
    scenario: "effects-end",
    place: "set.endPhase",
  },
  {
    what: "another blocker stays",
    code: "p.block.characters.slice(0, 1)",
    fault: "p.block.characters.slice(-1)",
    scenario: "block-succeeds",
    place: "set.rallyTurn.block",
  },
  {
    what: "a step waits for time",
    code: 'always: { target: "openingHands" }',
    fault: 'after: { 5000: { target: "openingHands" } }',
    scenario: "block-op-given-twice",
    place: "state=setup.shuffle",
  },
  {
    what: "another limit",
    code: "context.turnInSet > 2",
    fault: "context.turnInSet > 1",
    scenario: "reading-serve-block",
    place: "transition=set.rallyTurn.startPhase.choose|on|CHOOSE_DEFENSE|0",
  },
  {
    what: "another comparison",
    code: "defenseHolds: ({ context }) => (context.dp ?? 0) >=",
    fault: "defenseHolds: ({ context }) => (context.dp ?? 0) >",
    scenario: "block-op-of-the-other",
    place: "transition=set.rallyTurn.block.judge|always||0",
  },
  {
    what: "a card too many",
    code: "setCards: p.setCards - 1, hand: p.hand + 1",
    fault: "setCards: p.setCards - 1, hand: p.hand + 2",
    scenario: "last-set-card",
    place: "set.interval",
  },
  {
    what: "a step is left too early",
    code: "context.toPresent.length === 0",
    fault: "context.toPresent.length <= 1",
    scenario: "block-op-given-twice",
    place: "transition=setup.presentDecks|always||0",
  },
  {
    what: "another count of turns",
    code: "context.turnInSet + 1",
    fault: "context.turnInSet + 2",
    scenario: "reader-receiver-attacks",
    place: "transition=set.endPhase.end|always||0",
  },
  {
    what: "a card too many in the drop area",
    code: "p.block.characters.length - 1",
    fault: "p.block.characters.length",
    scenario: "block-succeeds",
    place: "set.rallyTurn.block",
  },
  {
    what: "another target",
    code: 'target: "decideServe"',
    fault: 'target: "shuffle"',
    scenario: "block-op-given-twice",
    place: "transition=setup.pickDecider|on|PICK_DECIDER|0",
  },
  {
    what: "an action that fails",
    code: "return event.defense;",
    fault: 'throw new Error("broken");',
    scenario: "block-op-given-twice",
    place: "set.rallyTurn.startPhase.choose",
  },
] as const;

/** Milliseconds within which a fault is to be seen, the computer being as busy as it is while tests run. */
const SEEN_MS = patience(60_000);
/** Milliseconds in which a replay of all scenarios comes to its end on an idle computer. */
const REPLAY_MS = 6_000;

test(
  "each of twelve faults of a machine is a problem with its scenario and place, and undone it is none",
  async ({ studio, visit }) => {
    const me = await visit();
    await me.open(`#/${GAME}/design`);
    await me.focusCode();
    const differing = me.problems
      .locator("[data-problem-row]")
      .filter({ hasText: "does not go as expected" });
    const search = me.problems.getByRole("searchbox");

    // another layout of the code is no difference
    await me.typeInCode('initial: "presentDecks",', 'initial:   "presentDecks",');
    await me.page.waitForTimeout(REPLAY_MS);
    await expect(differing).toHaveCount(0);

    for (const { what, code, fault, scenario, place } of FAULTS) {
      const file = await studio.text(`rulesets/${GAME}/scenarios/${scenario}.json`);
      const { title } = JSON.parse(file) as { title: { en: string } };
      await me.typeInCode(code, fault);
      await expect(differing.first(), what).toBeVisible({ timeout: SEEN_MS });
      await search.fill(title.en);
      const row = differing.filter({ hasText: title.en }).first();
      await expect(row, what).toBeVisible({ timeout: SEEN_MS });
      await expect(row).toContainText(/at step \d+ \(.+\): expected .+, got ./);
      await row.click();
      await expect.poll(() => decodeURIComponent(me.page.url()), { message: what }).toContain(place);
      await search.fill("");
      await me.undo();
      await expect(differing, `${what}, undone`).toHaveCount(0, { timeout: SEEN_MS });
    }
  },
  patience(600_000),
);

test(
  "a problem of a scenario marks the chart, and leads to the run and to what can be done about it",
  async ({ visit }) => {
    const me = await visit();
    await me.open(`#/${GAME}/design`);
    await me.typeInCode("context.turnInSet > 2", "context.turnInSet > 1");
    const row = me.problems.locator("[data-problem-row]").filter({ hasText: "a serve may not be blocked" });
    await expect(row).toBeVisible({ timeout: SEEN_MS });
    await row.click();
    await me.picture("scenario-differs");

    // the run, as far as it goes
    await me.problems.getByRole("button", { name: me.say("replays.show") }).click();
    const banner = me.page.getByRole("status").filter({ hasText: "differs at step 9" });
    await expect(banner).toBeVisible({ timeout: SEEN_MS });
    await expect(me.dialog).toHaveCount(0);

    // what can be done about it is what Simulate offers
    await me.page.goBack();
    await me.problems.getByRole("button", { name: me.say("mend.open") }).click();
    await expect(me.dialog).toContainText(me.say("mend.kind.here"), { timeout: SEEN_MS });
    await me.picture("scenario-differs-repairs");
    await me.dialog.getByRole("button", { name: me.say("mend.apply") }).click();
    await expect(me.dialog).toHaveCount(0);

    // with what comes now as expected there is no problem any more
    await me.page.goBack();
    await expect(row).toHaveCount(0, { timeout: SEEN_MS });
  },
  patience(200_000),
);

test(
  "a machine that does not load any more is one problem, and none once it does",
  async ({ visit }) => {
    const me = await visit();
    await me.open(`#/${GAME}/design`);
    await me.typeInCode("context.turnInSet > 2", "context.turnInSet > 1");
    const differing = me.problems
      .locator("[data-problem-row]")
      .filter({ hasText: "does not go as expected" });
    await expect(differing.first()).toBeVisible({ timeout: SEEN_MS });
    await me.typeInCode("export const machine =", "notWritten;\nexport const machine =");
    await expect(me.problems.getByText(/^No scenario can be played \(\d+\)/)).toBeVisible({
      timeout: SEEN_MS,
    });
    await me.undo();
    await expect(me.problems.getByText(/^No scenario can be played/)).toHaveCount(0, { timeout: SEEN_MS });
    await expect(differing.first()).toBeVisible({ timeout: SEEN_MS });
  },
  patience(200_000),
);
