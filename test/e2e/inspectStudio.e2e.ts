import { beforeAll, expect as expectValue } from "vitest";
import { exampleApp } from "#test/support/exampleApp.ts";
import { expect } from "#test/support/expect.ts";
import { InspectDriver } from "#test/support/InspectDriver.ts";
import { test } from "#test/support/studioTest.ts";

beforeAll(async () => (await exampleApp("connect")).close(), 300_000);

const toApps = (inspect: string) => inspect.replace("http", "ws").replace("/inspect", "/app");

test("a page that was joined by its code hands a trace over, which is saved as a scenario and replayed in the studio", async ({
  visit,
  studio,
}) => {
  const me = await visit();
  await me.openGame("haikyu-break");
  const page = await me.context.newPage();
  const inspector = new InspectDriver(page);
  await page.goto(studio.inspector);
  const app = await exampleApp("connect");
  await app.play(toApps(studio.inspect)).ended;
  app.close();
  await inspector.expectActive("gameOver");
  await expect(inspector.button("inspect.hand-over")).toBeDisabled();

  await inspector.button("inspect.pair.join").click();
  const code = page.getByLabel(inspector.say("inspect.pair.code"));
  const shown = await code.textContent();
  await me.button("header.inspect-waiting", { count: 1 }).click();
  await expect(me.dialog.getByText(shown ?? "no code")).toBeVisible();
  await me.button("inspect.studio.join").click();
  await page.keyboard.press("Escape");
  await expect(inspector.button("inspect.pair.joined")).toBeVisible();
  await expect(inspector.button("inspect.hand-over")).toBeEnabled({ timeout: 30_000 });
  await inspector.button("inspect.hand-over").click();
  await expect(me.button("inspect.studio.save")).toBeVisible();
  const name = /scenarios\/([\w-]+)\.json/.exec((await me.dialog.textContent()) ?? "")?.[1] ?? "no file";
  await me.button("inspect.studio.save").click();
  await expect(page.getByText(inspector.say("inspect.handed.taken"))).toBeVisible();
  await me.button("close").last().click();
  await me.save();

  const saved = JSON.parse(await studio.text(`rulesets/haikyu-break/scenarios/${name}.json`)) as {
    steps: unknown[];
  };
  expectValue(saved.steps.length).toBeGreaterThan(70);
  await me.view("simulate");
  await me.page.getByLabel(me.say("simulate.replay")).selectOption(name);
  await expect(me.page.getByText(String(me.say("simulate.done")), { exact: true })).toBeVisible();
  expectValue(inspector.complaints).toEqual([]);
});

test("nothing comes into the studio from a page that the person did not join", async ({ visit, studio }) => {
  const me = await visit();
  await me.openGame("haikyu-break");
  const page = await me.context.newPage();
  const inspector = new InspectDriver(page);
  await page.goto(studio.inspector);

  await inspector.button("inspect.pair.join").click();
  await me.button("header.inspect-waiting", { count: 1 }).click();
  await me.button("inspect.studio.refuse").click();

  await expect(page.getByText(inspector.say("inspect.pair.turnedAway-text"))).toBeVisible();
  await expect(me.dialog.getByText(me.say("inspect.studio.no-pages"))).toBeVisible();
  await expect(me.dialog.getByText(me.say("inspect.studio.no-traces"))).toBeVisible();
});
