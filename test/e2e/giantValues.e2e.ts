import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";

const module = (giant: string) => `import { assign, createMachine } from "xstate";

export const machine = createMachine({
  id: "m",
  context: () => ({ n: 0, deck: ${giant} }),
  initial: "a",
  states: { a: { on: { GO: { target: "b", actions: assign({ n: 1 }) } } }, b: { on: { BACK: "a" } } },
});
`;

/** The longest time between two frames of the page while something is done, in milliseconds. */
async function longestGap(me: StudioDriver, doing: () => Promise<unknown>): Promise<number> {
  await me.page.evaluate(() => {
    const watch = { on: true, longest: 0, last: performance.now() };
    Object.assign(window, { watch });
    const tick = () => {
      const now = performance.now();
      watch.longest = Math.max(watch.longest, now - watch.last);
      watch.last = now;
      if (watch.on) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await doing();
  return me.page.evaluate(() => {
    const { watch } = window as unknown as { watch: { on: boolean; longest: number } };
    watch.on = false;
    return watch.longest;
  });
}

test("a value of five million characters is played like a small one, and the page goes on answering", async ({
  visit,
  studio,
}) => {
  await studio.write("machines/giant.machine.ts", module(`"x".repeat(5e6)`));
  const me = await visit({ codeFolded: true });
  await me.open("#/giant/simulate");
  const tries: { idle: number; gap: number }[] = [];
  const held = () => tries.every(({ idle, gap }) => gap > 3 * idle);

  // Another program may take the processor for a moment; what holds the page up does so each time.
  while (tries.length < 4 && held()) {
    await me.page.reload();
    await me.button("simulate.start").waitFor();
    const idle = await longestGap(me, () => me.page.waitForTimeout(1_000));
    const gap = await longestGap(me, async () => {
      await me.button("simulate.start").click();
      await expect(me.page.getByText("deck").first()).toBeVisible();
      await me.page.getByRole("button", { name: "GO" }).first().click();
      await expect(me.page.getByRole("button", { name: "BACK" }).first()).toBeVisible();
      await me.page.waitForTimeout(300);
    });
    tries.push({ idle, gap });
  }

  expect(held(), JSON.stringify(tries)).toBe(false);
  await expect(me.page.getByText("5,000,000").first()).toBeVisible();
});
