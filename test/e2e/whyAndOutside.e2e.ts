import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";

const jury = `import { assign, fromPromise, setup } from "xstate";

export const machine = setup({
  types: {} as {
    context: { seats: string[]; verdict: string };
    events: { type: "ASK"; by: string; points: number } | { type: "AGAIN"; by: string };
  },
  actors: { jury: fromPromise<string>(() => new Promise(() => undefined)) },
  guards: { enough: ({ event }) => event.type === "ASK" && event.points >= 5 },
}).createMachine({
  id: "court",
  initial: "open",
  context: { seats: ["P1", "P2"], verdict: "" },
  states: {
    open: { on: { ASK: { guard: "enough", target: "asked" } } },
    asked: {
      invoke: {
        id: "jury",
        src: "jury",
        onDone: { target: "told", actions: assign({ verdict: ({ event }) => event.output }) },
      },
      after: { 5000: "open" },
    },
    told: { on: { AGAIN: "open" } },
  },
});
`;

test("why an event is refused, an actor that is answered, a timer that is skipped to, and the messages of it all", async ({
  studio,
  visit,
}) => {
  await studio.write("machines/court.machine.ts", jury);
  const me = await visit({ codeFolded: true });
  await me.openGame("court");
  await me.startRun();
  const tab = (key: string) => me.page.getByRole("tab", { name: me.say(key), exact: true });

  // What the values close is seen before they are sent.
  const form = me.event("ASK");
  await form.getByRole("button", { expanded: false }).click();
  await form.getByLabel("points", { exact: true }).fill("3");
  await expect(form.getByRole("status")).toContainText("points ≥ 5");
  await expect(form.getByRole("status")).toContainText("event.points = 3");
  await form.getByLabel("points", { exact: true }).fill("7");
  await expect(form.getByRole("button", { name: me.say("simulate.send"), exact: true })).toBeVisible();

  // Any event, of any seat, also one that is for another step; and sent anyway.
  await tab("why.title").click();
  const why = me.page.getByRole("region", { name: me.say("why.title"), exact: true });
  await why.getByLabel(me.say("why.event")).fill("AGAIN");
  await expect(why).toContainText(me.say("why.closed"));
  await expect(why.getByRole("button", { name: "told" })).toBeVisible();
  await why.getByRole("button", { name: me.say("why.send"), exact: true }).click();
  await expect(me.timeline).toContainText(me.say("simulate.refused"));
  await why.getByLabel(me.say("why.event")).fill("ASK");
  await why.getByLabel(me.say("why.by")).selectOption("P2");
  await why.getByLabel(me.say("why.as-json")).check();
  await why.getByLabel(me.say("why.payload")).fill('{ "points": 4 }');
  await expect(why).toContainText(me.say("why.closed"));
  await expect(why).toContainText("event.points = 4");
  await why.getByLabel(me.say("why.payload")).fill('{ "points": 5 }');
  await expect(why).toContainText(me.say("why.enabled"));
  await why.getByRole("button", { name: me.say("simulate.send"), exact: true }).click();
  await expect.poll(() => me.active()).toEqual(["asked"]);

  // Time goes on to the timer, and back again; then the actor answers.
  await tab("actors.tab").click();
  const outside = me.page.getByRole("region", { name: me.say("actors.title"), exact: true });
  await expect(outside).toContainText("jury");
  await outside.getByRole("button", { name: me.say("actors.skip-here"), exact: true }).click();
  await expect.poll(() => me.active()).toEqual(["open"]);
  await me.button("simulate.back").click();
  await expect.poll(() => me.active()).toEqual(["asked"]);
  await outside.getByLabel(me.say("actors.json")).fill('"guilty"');
  await outside.getByRole("button", { name: me.say("actors.answer"), exact: true }).click();
  await expect.poll(() => me.active()).toEqual(["told"]);

  await tab("messages.title").click();
  const messages = me.page.getByRole("group", { name: me.say("messages.title"), exact: true });
  await expect(messages.getByRole("button")).toHaveText([
    "ASK",
    "later: after 5000",
    "starts",
    "done",
    "cancels after 5000",
    "stops",
  ]);
  await messages.getByRole("button", { name: /ASK$/ }).click();
  await expect.poll(() => me.active()).toEqual(["asked"]);
  expect(me.complaints).toEqual([]);
});
