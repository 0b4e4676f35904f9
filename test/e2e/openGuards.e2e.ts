import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";
import { turnwright } from "#test/support/commandLine.ts";

/** As it comes from JSON: nothing of its guards is implemented. */
const bluff = `import { createMachine } from "xstate";

export const machine = createMachine({
  id: "bluff",
  initial: "bid",
  states: {
    bid: { on: { CALL: [{ guard: "lied", target: "lost" }, { target: "drawing" }] } },
    drawing: { always: [{ guard: "deckEmpty", target: "over" }, { target: "again" }] },
    again: { always: "drawing" },
    lost: {},
    over: {},
  },
});
`;

test("a guard without an implementation is asked, recorded in the run and in the scenario, and asked no more in a replay", async ({
  studio,
  visit,
}) => {
  await studio.write("machines/bluff.machine.ts", bluff);
  const me = await visit({ codeFolded: true });
  await me.openGame("bluff");
  await me.startRun();
  const asked = me.page.getByRole("group", { name: me.say("asked.title"), exact: true });
  const answer = (key: string) => asked.getByRole("button", { name: me.say(key), exact: true }).click();

  await expect(me.event("CALL")).toContainText("lied");
  const call = () => me.event("CALL").locator("button[type=submit]").click();
  await call();
  await expect(asked).toContainText("lied");
  await expect(asked).toContainText("bid");
  expect(await me.active()).toEqual(["bid"]);
  await answer("asked.no");
  await expect(asked).toContainText("deckEmpty");
  // Left alone, nothing has happened.
  await answer("asked.cancel");
  await expect(asked).toBeHidden();
  expect(await me.active()).toEqual(["bid"]);

  await call();
  await answer("asked.no");
  await expect(asked).toContainText("deckEmpty");
  await answer("asked.no");
  await expect(asked).toContainText(me.say("asked.again").replace("{{n}}", "2"));
  await answer("asked.yes");
  await expect.poll(() => me.active()).toEqual(["over"]);
  await expect(me.timeline).toContainText(me.say("asked.said-no").replace("{{guard}}", "lied"));

  await me.saveScenario("nobody-lied");
  await me.save();
  const file = join(studio.folder, "rulesets/bluff/scenarios/nobody-lied.json");
  await expect.poll(() => readFile(file, "utf8").catch(() => "")).toContain('"deckEmpty"');
  expect(JSON.parse(await readFile(file, "utf8")).steps).toContainEqual(
    expect.objectContaining({
      send: expect.objectContaining({ type: "CALL" }),
      verdicts: [
        { guard: "lied", verdict: false },
        { guard: "deckEmpty", verdict: false },
        { guard: "deckEmpty", verdict: true },
      ],
    }),
  );

  // What was answered is replayed: nobody is asked.
  await me.button("simulate.restart").click();
  await me.page.getByLabel(me.say("simulate.replay"), { exact: true }).selectOption("nobody-lied");
  await expect.poll(() => me.active()).toEqual(["over"]);
  await expect(asked).toBeHidden();
  const { code, out } = await turnwright(["play", "bluff", "--scenario", "nobody-lied"], {
    cwd: studio.folder,
  });
  expect(out).toContain("ok");
  expect(code).toBe(0);
});
