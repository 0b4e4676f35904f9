import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";

const MACHINE = "machines/haikyu-break.machine.ts";

test("at a clause stands what the machine does; a fault shows in the formula and in its scenarios", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true });
  const side = me.page.locator("article");
  await me.open("#/haikyu-break/rules?clause=HV-III.5");

  // in the words of the game, and one press away as the code says it
  await expect(side.getByText("(DP else 0) is at least OP to reach").first()).toBeVisible();
  // a helper stands open at one clause
  await expect(
    me.page.getByText("(OP else 0) + (the turn player's change of “opponent's OP”)"),
  ).toBeVisible();
  await expect(side.getByTitle("facedOp", { exact: true }).first()).toHaveText("OP to reach");
  await me.button("labels.short.id").click();
  await expect(side.getByText("(dp else 0) is at least facedOp").first()).toBeVisible();
  await expect(me.page.getByText("(op else 0) + bonus(“opponentOp”)")).toBeVisible();
  await me.button("labels.short.en").click();
  await expect(side.getByText(me.say("behavior.else"), { exact: true }).first()).toBeVisible();
  await expect(me.page.getByText(/^\d+ pass/)).toBeVisible();
  await expect(me.clause("HV-III.5")).not.toContainText(/\d+ of \d+ fail/);

  const text = await studio.text(MACHINE);
  await studio.write(
    MACHINE,
    text.replace("(context.dp ?? 0) >= facedOp(context),", "(context.dp ?? 0) > facedOp(context),"),
  );

  await expect(side.getByText("(DP else 0) is more than OP to reach").first()).toBeVisible();
  await expect(me.clause("HV-III.5")).toContainText(/\d+ of \d+ fail/);
});

test("a constant shows its value", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  await me.open("#/haikyu-break/rules?clause=HV-III.2");

  await expect(
    me.page
      .locator("article")
      .getByText(/the number of blockers' names is at most lowest\(3, the hand of done by\)/),
  ).toBeVisible();
});

test("around a clause stands how its step is reached, what it accepts and what its fields begin with", async ({
  visit,
  studio,
}) => {
  const path = "machines/vf-card.machine.ts";
  const me = await visit({ codeFolded: true });
  await me.open("#/vf-card/rules?clause=VF-S.0");
  const side = me.page.locator("article");
  const first = me
    .say("behavior.initial-of", { state: me.say("why.machine") })
    .split(me.say("why.machine"))[0]!;

  await expect(side.getByText(me.say("behavior.accepts"), { exact: true }).first()).toBeVisible();
  await expect(side.getByText(first).first()).toBeVisible();

  await me.open("#/vf-card/rules?clause=VF-E.5");
  await expect(me.page.getByText("starts as 5: hand limit")).toBeVisible();
  const text = await studio.text(path);
  await studio.write(path, text.replace("const HAND_LIMIT = 5;", "const HAND_LIMIT = 6;"));
  await expect(me.page.getByText("starts as 6: hand limit")).toBeVisible();
});

test("what a state does by itself stands at its clause: after a delay, and where an actor is done or fails", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true });
  const text = await studio.text(MACHINE);
  const goesOn = `always: { target: "#haikyu-break.set.rallyTurn.receivePath.receive" },
                    },`;
  expect(text).toContain(goesOn);
  await studio.write(
    MACHINE,
    text.replace(
      goesOn,
      `invoke: { src: "clock", onError: { target: "#haikyu-break.set.rallyTurn.block" } },
                      after: { 5000: { target: "#haikyu-break.set.rallyTurn.receivePath.receive" } },
                    },`,
    ),
  );
  await me.open("#/haikyu-break/rules?clause=HV-IV-D.4");
  const state = me.page.locator("article").filter({ hasText: "receivePath.draw.end" }).first();

  await expect(state).toContainText("after 5 seconds");
  await expect(state).toContainText(/→\s*.*receive phase/);
  await expect(state).toContainText(`${me.say("behavior.invokes")}clock`);
  await expect(state).toContainText("block phase");
});

test("the fields of a clause say where each is set, cleared and read; a reset that is missing stands at the clause", async ({
  visit,
  studio,
}) => {
  const path = "machines/chrono-card.machine.ts";
  const me = await visit({ codeFolded: true });
  await me.open("#/chrono-card/rules?clause=CC-3.4");
  const words = me.page.locator("#rules-told");
  const fields = words.locator("details").filter({ hasText: /^Fields followed: \d/ });

  await fields.locator("summary").first().click();
  const charm = fields.locator("section").filter({ hasText: "Charm declared this turn" });
  await expect(charm.getByTitle("turn", { exact: true })).toHaveText("turn");
  await expect(charm.getByText("nowhere")).toHaveCount(0);
  await charm.getByTitle("turn.chain.process|always||0").first().click();
  await expect(me.page).toHaveURL(/#\/chrono-card\/design/);

  await me.open("#/chrono-card/rules?clause=CC-3.4");
  const text = await studio.text(path);
  await studio.write(path, text.replace("      charmUsed: false,\n      tasks", "      tasks"));
  await expect(fields.locator("summary").first()).toContainText("cleared nowhere");
});

test("a label that is older than its code is marked at the clause; to say that it fits takes the mark away", async ({
  visit,
  studio,
}) => {
  const labels = "rulesets/haikyu-break/labels/en.json";
  const file = JSON.parse(await studio.text(labels)) as Record<string, unknown>;
  await studio.write(labels, JSON.stringify({ ...file, basis: { "guard:defenseHolds": "of another body" } }));
  const me = await visit({ codeFolded: true });
  const side = me.page.locator("article");
  await me.open("#/haikyu-break/rules?clause=HV-III.5");

  await expect(side.getByText(me.say("behavior.older")).first()).toBeVisible();
  await side.getByRole("button", { name: "The label still fits" }).first().click();

  await expect(side.getByText(me.say("behavior.older"))).toHaveCount(0);
});

test("a file that is no JSON any more leaves the last wordings in view and says where the fault is", async ({
  visit,
  studio,
}) => {
  const path = "rulesets/haikyu-break/text/en.json";
  const me = await visit({ codeFolded: true });
  await me.open("#/haikyu-break/rules?clause=HV-I.1");
  const wording = me.clause("HV-I.1").locator('p[lang="en"]');
  const before = await wording.innerText();

  const text = await studio.text(path);
  await studio.write(path, text.replace('"HV-I.1": "', '"HV-I.1": "" '));

  await expect(me.page.getByRole("alert")).toContainText("text/en.json, line");
  await expect(wording).toHaveText(before);
});

test("clauses are found in any language and width, and walked through with the keys of a list", async ({
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  await me.open("#/haikyu-break/rules");
  const search = me.page.getByRole("searchbox", { name: me.say("rules.search") });
  await expect(me.clause().first()).toBeVisible();
  const chosen = me.page.locator('[role="option"][data-clause][aria-selected="true"]');
  const all = await me.clause().count();

  await search.fill("ﾌﾞﾛｯｸ ターンプレイヤー");
  await expect.poll(() => me.clause().count()).toBeLessThan(all);
  expect(await me.clause().count()).toBeGreaterThan(0);
  await search.fill("no clause says this");
  await expect(me.page.getByRole("listbox", { name: me.say("rules.clauses") })).toHaveCount(0);
  await search.fill("");
  await expect(me.clause()).toHaveCount(all);

  await search.press("ArrowDown");
  await me.page.keyboard.press("End");
  await expect(chosen).toHaveAttribute(
    "data-clause",
    (await me.clause().last().getAttribute("data-clause"))!,
  );
  await me.page.keyboard.press("Home");
  await expect(chosen).toHaveAttribute(
    "data-clause",
    (await me.clause().first().getAttribute("data-clause"))!,
  );
  await me.page.keyboard.press("PageDown");
  // One after another without waiting: on a slow machine what each of them does would take longer than a person's next letter.
  await Promise.all([..."iii.5"].map((letter) => me.page.keyboard.press(letter)));
  await expect(chosen).toHaveAttribute("data-clause", "HV-III.5");
  await expect(chosen).toBeFocused();
});

test("an open point of the chosen clause comes into view", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  await me.open("#/chrono-card/rules?clause=CC-5.6");

  await expect(me.page.locator("article[data-marked]").first()).toBeInViewport();
});

test("of thousands of clauses only those in sight are drawn, and the keys reach the last", async ({
  visit,
  studio,
}) => {
  const file = "rulesets/haikyu-break/clauses.json";
  const me = await visit({ codeFolded: true });
  await me.open("#/haikyu-break/rules?clause=HV-I.1");
  await expect(me.clause("HV-I.1")).toBeVisible();
  const all = await me.clause().count();

  const rules = JSON.parse(await studio.text(file)) as { clauses: object[] };
  const more = Array.from({ length: 2000 }, (_, i) => ({
    id: `ZZ-${i}`,
    place: { section: "Z" },
    kind: "definition",
    notModelled: "one of many",
  }));
  await studio.write(file, JSON.stringify({ ...rules, clauses: [...rules.clauses, ...more] }));
  await expect.poll(() => me.clause().count()).toBeLessThan(all);

  await me.clause("HV-I.1").click();
  await me.page.keyboard.press("End");
  await expect(me.clause("ZZ-1999")).toHaveAttribute("aria-selected", "true");
  await expect(me.clause("ZZ-1999")).toBeInViewport();
  expect(await me.clause().count()).toBeLessThan(all);
});

test("a scenario is played from where a clause applies: the step that carries it out comes next", async ({
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  await me.open("#/haikyu-break/rules?clause=HV-III.5");
  const scenarios = me.page.getByRole("group").filter({ hasText: me.say("rules.scenarios.title") });
  await me.page.getByText(me.say("rules.scenarios.title"), { exact: true }).click();
  await scenarios
    .getByRole("button", { name: /^Play from where this clause applies: / })
    .first()
    .click();
  await expect(me.page).toHaveURL(/#\/haikyu-break\/simulate/);
  const current = me.page.locator('[aria-current="step"]');
  await expect(current).toBeVisible({ timeout: 30_000 });
  await expect(current).not.toContainText("HV-III.5");
  await me.picture("play-from-clause");
});
