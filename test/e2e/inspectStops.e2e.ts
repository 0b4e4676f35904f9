import { beforeAll, expect as expectValue } from "vitest";
import { exampleApp } from "#test/support/exampleApp.ts";
import { expect } from "#test/support/expect.ts";
import { InspectDriver } from "#test/support/InspectDriver.ts";
import { test } from "#test/support/studioTest.ts";

beforeAll(async () => (await exampleApp("connect")).close(), 300_000);

test("one stops looking along where a guard of the running app comes to a verdict, and goes to the next such step", async ({
  visit,
  studio,
}) => {
  const me = await visit();
  const page = await me.context.newPage();
  const inspector = new InspectDriver(page);
  await page.goto(studio.inspector);
  const served = await exampleApp("connect");
  const app = await me.context.newPage();
  const socket = studio.inspect.replace("http", "ws").replace("/inspect", "/app");
  await app.goto(`${await served.serve()}?inspect=${encodeURIComponent(socket)}`);
  await app.getByRole("button", { name: "Start" }).click();
  await inspector.allow();
  const next = app.getByRole("button", { name: "Next move" });
  const stops = page.getByRole("group", { name: inspector.say("inspect.stops.title") });
  const selected = inspector.log.getByRole("option", { selected: true });
  await next.click();
  await inspector.expectLast("PRESENT_DECK");

  await inspector.step
    .getByRole("button", { name: /^Stop where: guard has not presented a deck yet holds/ })
    .click();
  await expect(stops).toContainText(inspector.say("inspect.stops.here"));
  await next.click();
  // The app went on; the page stays at the step that met the stop.
  await expect(inspector.button("inspect.follow")).toBeVisible();
  await next.click();
  await inspector.expectLast("PICK_DECIDER");
  await expect(selected).toContainText('"by":"P2"');
  await expect(stops).toContainText(inspector.say("inspect.stops.here"));
  await expect(inspector.button("inspect.stops.next")).toBeDisabled();

  await inspector.log.focus();
  await page.keyboard.press("Home");
  await expect(selected).toContainText("xstate.init");
  await inspector.button("inspect.stops.next").click();
  await expect(selected).toContainText('"by":"P1"');
  await stops.getByRole("button", { name: inspector.say("breakpoints.remove") }).click();
  await expect(stops).toHaveCount(0);
  expectValue(inspector.complaints).toEqual([]);
  served.close();
});

test("in Simulate a breakpoint is set on a guard where it was asked, and the replay runs to it", async ({
  visit,
}) => {
  const me = await visit();
  await me.openGame("haikyu-break");
  await me.view("simulate");
  await me.page.getByLabel(me.say("simulate.replay")).selectOption({ label: "A whole game over five sets" });
  await expect(me.page.getByText(String(me.say("simulate.done")), { exact: true })).toBeVisible();
  await me.button("simulate.first").click();
  await me.button("stepping.into").click();

  const here = me.page.getByRole("button", {
    name: /^Stop where: guard has not presented a deck yet holds/,
  });
  await here.first().click();
  await expect(here.first()).toHaveAttribute("aria-pressed", "true");
  await me.button("stepping.breakpoint").click();

  await expect(me.page.getByText(me.say("breakpoints.stopped"))).toBeVisible();
  await expect(
    me.page.getByRole("status").filter({ hasText: /guard has not presented a deck yet holds/ }),
  ).toBeVisible();
});
