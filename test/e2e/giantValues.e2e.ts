import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";

/** Milliseconds that a loaded machine may need for five million characters. */
const PATIENCE = 60_000;

const module = (giant: string) => `import { assign, createMachine } from "xstate";

export const machine = createMachine({
  id: "m",
  context: () => ({ n: 0, deck: ${giant} }),
  initial: "a",
  states: { a: { on: { GO: { target: "b", actions: assign({ n: 1 }) } } }, b: { on: { BACK: "a" } } },
});
`;

/** What came to the page from the workers in which machines run. */
interface Traffic {
  readonly messages: number;
  /** Characters of the largest message. */
  readonly largest: number;
}

/** Has each page of a person count what comes through message ports: by them the sandbox of a machine speaks. */
const countTraffic = (me: StudioDriver) =>
  me.context.addInitScript(() => {
    if (window !== window.top) return;
    const traffic = { messages: 0, largest: 0 };
    Object.assign(window, { traffic });
    const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage") ?? {};
    Object.defineProperty(MessagePort.prototype, "onmessage", {
      set(this: MessagePort, listener: (event: MessageEvent) => void) {
        set?.call(this, (event: MessageEvent) => {
          traffic.messages++;
          traffic.largest = Math.max(traffic.largest, JSON.stringify(event.data)?.length ?? 0);
          listener(event);
        });
      },
    });
  });
const trafficOf = (me: StudioDriver): Promise<Traffic> =>
  me.page.evaluate(() => (window as unknown as { traffic: Traffic }).traffic);

/** The most characters that may come to the page at once: a part of a giant value with what else is told of a step. */
const CROSSING_CHARACTERS = 50_000;

test.for([
  ["a value of 0.1 MB", `"x".repeat(1e5)`, "100,000"],
  ["a value of 1 MB", `"x".repeat(1e6)`, "1,000,000"],
  ["a value of 5 MB", `"x".repeat(5e6)`, "5,000,000"],
  ["a value of 5 MB in the text of the module", JSON.stringify("x".repeat(5e6)), "5,000,000"],
] as const)(
  "%s is played like a small one, and the page is given a part of it",
  async ([, giant, shown], { visit, studio }) => {
    await studio.write("machines/giant.machine.ts", module(giant));
    const me = await visit({ codeFolded: true });
    await countTraffic(me);
    await me.open("#/giant/simulate");

    await me.button("simulate.start").click({ timeout: PATIENCE });
    await expect(me.page.getByText(shown).first()).toBeVisible({ timeout: PATIENCE });
    await me.page.getByRole("button", { name: "GO" }).first().click();
    await expect(me.page.getByRole("button", { name: "BACK" }).first()).toBeVisible({ timeout: PATIENCE });

    const { messages, largest } = await trafficOf(me);
    expect(messages).toBeGreaterThan(0);
    expect(largest).toBeLessThan(CROSSING_CHARACTERS);
  },
);

test("a value of 50 MB comes in part or is told to be too much, and what is clicked meanwhile is done", async ({
  visit,
  studio,
}) => {
  await studio.write("machines/giant.machine.ts", module(`"x".repeat(5e7)`));
  const me = await visit({ codeFolded: true });
  await countTraffic(me);
  await me.open("#/giant/simulate");

  await me.button("simulate.start").click();
  const { messages: before } = await trafficOf(me);
  await me.button("header.dark").click();
  await expect(me.button("header.light")).toBeVisible();
  const answer = me.page.getByText("50,000,000").or(me.page.getByText(me.say("simulate.over-budget")));
  await expect(answer.first()).toBeVisible({ timeout: PATIENCE });
  await me.view("design");
  await me.renameStateOnGraph("a", "first");
  await me.save();

  const { messages, largest } = await trafficOf(me);
  expect(messages).toBeGreaterThan(before);
  expect(largest).toBeLessThan(CROSSING_CHARACTERS);
  expect(await studio.text("machines/giant.machine.ts")).toContain("first: {");
});
