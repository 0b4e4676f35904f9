import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterEach, beforeAll, expect as expectValue } from "vitest";
import { exampleApp, type Example, type ExampleApp } from "#test/support/exampleApp.ts";
import { drawn } from "#test/support/drawn.ts";
import { expect } from "#test/support/expect.ts";
import { joinStudio, replayInStudio, saveAndPlay } from "#test/support/handOver.ts";
import { InspectDriver } from "#test/support/InspectDriver.ts";
import { home, type ServedStudio } from "#test/support/startStudio.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";
import { test } from "#test/support/studioTest.ts";

const apps: ExampleApp[] = [];
beforeAll(async () => {
  for (const name of ["inspect-v4", "inspect-v5"] as const) (await exampleApp(name)).close();
}, 300_000);
afterEach(() => {
  for (const app of apps.splice(0)) app.close();
});

/** In the page: nobody hears that it is left, as where a browser no longer tells. */
const leaveUnsaid = () => addEventListener("unload", (event) => event.stopImmediatePropagation());
/** In the page: waits until the inspector asks whether somebody is there. */
const askedAgain = () =>
  new Promise<void>((done) => addEventListener("message", () => done(), { once: true }));

/** The app of an example, in the person's browser, with the inspector that it opened. */
async function started(name: Example, me: StudioDriver, studio: ServedStudio) {
  const example = await exampleApp(name);
  apps.push(example);
  const app = await me.context.newPage();
  await app.addInitScript(leaveUnsaid);
  await app.goto(`${await example.serve()}?inspect=${encodeURIComponent(studio.inspect)}`);
  const [page] = await Promise.all([
    me.context.waitForEvent("page"),
    app.getByRole("button", { name: "Start" }).click(),
  ]);
  const inspector = new InspectDriver(page);
  await inspector.allow(app);
  return { app, inspector };
}
/** Presses a button of the app: headless Chromium draws, and idles on, the page in front alone. */
async function press(app: Page, name: string): Promise<void> {
  await app.bringToFront();
  await app.getByRole("button", { name }).click();
}

test("XState 5: one sees why an event was refused, stops at a guard, and replays the trace in the studio and on the command line", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true });
  await me.openGame("haikyu-break");
  const { app, inspector } = await started("inspect-v5", me, studio);
  await joinStudio(me, inspector);
  const { page, step } = inspector;
  const stops = page.getByRole("group", { name: inspector.say("inspect.stops.title") });
  const move = async (name: string, seen: () => Promise<void>) => {
    await press(app, name);
    await drawn(app, seen);
    await page.bringToFront();
  };

  await move("Next move", () => inspector.expectLast("PRESENT_DECK", 500));
  await step.getByRole("button", { name: /^Stop where: guard has not presented a deck yet holds/ }).click();
  await move("Next move", () =>
    expect(stops).toContainText(inspector.say("inspect.stops.here"), { timeout: 500 }),
  );
  await move("not allowed", () => inspector.expectLast(inspector.say("inspect.unchanged.short"), 500));
  // The app went on; the page stays at the step that met the stop.
  await inspector.button("inspect.follow").click();
  await expect(step).toContainText(inspector.say("inspect.unchanged.copy-refuses"));
  await expect(step.getByRole("listitem").filter({ hasText: /payload does not fit/ })).toBeVisible();
  await move("The rest", () => inspector.expectActive("gameOver", 500));
  await replayInStudio(me, inspector);
  const [command, said] = await saveAndPlay(me, studio);

  expectValue(command).toMatch(/^npx turnwright play haikyu-break --scenario /);
  expectValue(said).toMatch(/^ok .* 7\d steps/);
  expectValue(inspector.complaints).toEqual([]);
});

test("XState 4: the same on the machine in XState 5 that stands beside the example", async ({
  visit,
  studio,
}) => {
  const machine = await readFile(join(home, "examples/inspect-v4/machines/rally.machine.ts"), "utf8");
  await studio.write("machines/rally.machine.ts", machine);
  const me = await visit({ codeFolded: true });
  await me.openGame("rally");
  const { app, inspector } = await started("inspect-v4", me, studio);
  await joinStudio(me, inspector);
  const { page, step } = inspector;
  const stops = page.getByRole("group", { name: inspector.say("inspect.stops.title") });
  await expect(step).toContainText(/rally/, { timeout: 30_000 });

  await press(app, "Next move");
  await inspector.expectLast("SERVE");
  await page.bringToFront();
  await step.getByRole("button", { name: /^Stop where: guard isTurn holds/ }).click();
  await press(app, "not allowed");
  await inspector.expectLast(inspector.say("inspect.unchanged.short"));
  // Our copy knows which guard it was, and what it read.
  await expect(step).toContainText("by = turn");
  await expect(step).toContainText('context.turn = "P2"');
  await press(app, "Next move");
  await inspector.expectLast("RECEIVE");
  await press(app, "Next move");
  await expect(stops).toContainText(inspector.say("inspect.stops.here"));
  await press(app, "The rest");
  await page.bringToFront();
  // Our copy comes after the app: whoever follows before it is at the end is stopped there again.
  await stops.getByRole("button", { name: inspector.say("breakpoints.remove") }).click();
  await expect(stops).toHaveCount(0);
  await inspector.button("inspect.follow").click();
  await inspector.expectActive("over");
  await replayInStudio(me, inspector);
  const [command, said] = await saveAndPlay(me, studio);

  expectValue(command).toMatch(/^npx turnwright play rally --scenario /);
  expectValue(said).toMatch(/^ok .* 1\d steps/);
  expectValue(inspector.complaints).toEqual([]);
});

test("pages that only say nothing stay, and are asked whether they are there; those that were left without a word are told to be gone", async ({
  visit,
  studio,
}) => {
  const me = await visit();
  const both = [await started("inspect-v4", me, studio), await started("inspect-v5", me, studio)];
  const [four, five] = both;
  await four?.inspector.expectActive("serve");
  await five?.inspector.expectActive("setup.presentDecks");
  const gone = ({ inspector: { page, say } }: (typeof both)[number]) => [
    page.getByText(say("inspect.gone")),
    page.getByText(say("inspect.source.away")),
  ];

  await Promise.all(both.map(({ app }) => app.evaluate(askedAgain)));
  // Longer than an answer may take.
  await me.page.waitForTimeout(4_000);
  for (const one of both) for (const told of gone(one)) await expect(told).toHaveCount(0);

  await Promise.all(both.map(({ app }) => app.reload()));
  for (const one of both) for (const told of gone(one)) await expect(told).toBeVisible({ timeout: 20_000 });
  for (const { inspector } of both) expectValue(inspector.complaints).toEqual([]);
});
