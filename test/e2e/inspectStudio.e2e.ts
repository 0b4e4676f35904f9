import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect as expectValue } from "vitest";
import WebSocket from "ws";
import { createActor, createMachine } from "xstate";
import { connect } from "#core/inspect/connect.ts";
import { exampleApp } from "#test/support/exampleApp.ts";
import { expect } from "#test/support/expect.ts";
import { joinStudio, replayInStudio, saveAndPlay } from "#test/support/handOver.ts";
import { InspectDriver } from "#test/support/InspectDriver.ts";
import { home } from "#test/support/startStudio.ts";
import { test } from "#test/support/studioTest.ts";

const house = `import { createMachine } from "xstate";

export const door = createMachine({
  id: "door",
  initial: "shut",
  states: { shut: { on: { OPEN: "wide" } }, wide: { on: { CLOSE: "shut" } } },
});
const lamp = createMachine({
  id: "lamp",
  initial: "off",
  states: { off: { on: { PRESS: "on" } }, on: { on: { PRESS: "off" } } },
});
export const lamps = [lamp];
`;
/** As the app has it. */
const lamp = createMachine({
  id: "lamp",
  initial: "off",
  states: { off: { on: { PRESS: "on" } }, on: { on: { PRESS: "off" } } },
});

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
  await inspector.allow();
  await inspector.expectActive("gameOver");
  await expect(inspector.button("inspect.hand-over")).toBeDisabled();

  await inspector.button("inspect.pair.join").click();
  const code = page.getByLabel(inspector.say("inspect.pair.code"));
  const shown = await code.textContent();
  await me.button("apps.waiting", { count: 1 }).click();
  await expect(me.dialog.getByText(shown ?? "no code")).toBeVisible();
  await me.button("inspect.studio.join").click();
  await page.keyboard.press("Escape");
  await expect(inspector.button("inspect.pair.joined")).toBeVisible();
  await expect(inspector.button("inspect.hand-over")).toBeEnabled({ timeout: 30_000 });
  await me.button("close").last().click();
  await inspector.button("inspect.hand-over").click();
  await expect(page.getByText(inspector.say("inspect.handed.waiting"))).toBeVisible();

  // The second press: it is played before anything is saved.
  await me.button("apps.trace-replay").click();
  await expect(me.page.getByText(String(me.say("simulate.done")), { exact: true })).toBeVisible();
  await expect(me.page.getByRole("status").filter({ hasText: "Volleyball in Node" })).toBeVisible();
  expectValue(Object.keys(await studio.filesOf("haikyu-break")).filter((path) => /trace/.test(path))).toEqual(
    [],
  );
  await me.button("trace.save").click();
  const command = me.page.getByText(/^npx turnwright play /);
  await expect(command).toBeVisible();
  await expect(page.getByText(inspector.say("inspect.handed.taken"))).toBeVisible();
  const [, ...words] = ((await command.textContent()) ?? "").split(" ");
  const name = words.at(-1) ?? "no name";

  const saved = JSON.parse(await studio.text(`rulesets/haikyu-break/scenarios/${name}.json`)) as {
    steps: unknown[];
  };
  expectValue(saved.steps.length).toBeGreaterThan(70);
  const played = await promisify(execFile)(
    process.execPath,
    [join(home, "bin/turnwright.js"), ...words.slice(1)],
    { cwd: studio.folder },
  );
  expectValue(played.stdout).toMatch(/7\d steps/);
  await expect(me.page.getByRole("combobox", { name: me.say("simulate.replay") })).toContainText(
    "Volleyball",
  );
  expectValue(inspector.complaints).toEqual([]);
});

test("a trace of a game that is not open opens it and is replayed", async ({ visit, studio }) => {
  const me = await visit();
  await me.openGame("chrono-card");
  const page = await me.context.newPage();
  const inspector = new InspectDriver(page);
  await page.goto(studio.inspector);
  const app = await exampleApp("connect");
  await app.play(toApps(studio.inspect)).ended;
  app.close();
  await inspector.allow();
  await inspector.button("inspect.pair.join").click();
  await me.button("apps.waiting", { count: 1 }).click();
  await me.button("inspect.studio.join").click();
  await page.keyboard.press("Escape");
  await inspector.expectActive("gameOver");
  for (const _ of [1, 2]) {
    await expect(inspector.button("inspect.hand-over")).toBeEnabled({ timeout: 30_000 });
    await inspector.button("inspect.hand-over").click();
    await expect(page.getByText(inspector.say("inspect.handed.waiting"))).toBeVisible();
  }
  await expect(me.button("inspect.studio.replay")).toHaveCount(2);
  await me.button("inspect.studio.replay").first().click();

  await expect(me.page.getByText(String(me.say("simulate.done")), { exact: true })).toBeVisible({
    timeout: 30_000,
  });
  await expect(me.dialog).toHaveCount(0);
  await expect(me.button("trace.save")).toBeVisible();
  expectValue(inspector.complaints).toEqual([]);
});

test("a trace is replayed on the machine of its file that the app runs, and the command that plays it names that machine", async ({
  visit,
  studio,
}) => {
  await studio.write("machines/house.machine.ts", house);
  const me = await visit({ codeFolded: true });
  await me.openGame("house");
  await expect(me.graphState("shut")).toBeVisible();
  const page = await me.context.newPage();
  const inspector = new InspectDriver(page);
  await page.goto(studio.inspector);
  const line = connect({ to: toApps(studio.inspect), name: "Lamp", WebSocket: WebSocket as never });
  const app = createActor(lamp, { inspect: line.inspect as never }).start();
  for (let pressed = 0; pressed < 3; pressed++) app.send({ type: "PRESS" });

  await inspector.allow();
  await joinStudio(me, inspector);
  await inspector.expectActive("on");
  await replayInStudio(me, inspector);
  line.close();
  await expect(me.page).toHaveURL(/#\/house\/simulate\?machine=lamp$/);
  expectValue(await me.active()).toEqual(["on"]);
  const replayed = me.page.getByRole("status").filter({ hasText: "of Lamp" });
  await expect(replayed).toContainText("3 steps");
  const [command, said] = await saveAndPlay(me, studio);
  expectValue(command).toMatch(/^npx turnwright play house --machine lamp --scenario /);
  expectValue(said).toMatch(/^ok .* 3 steps/);

  // What it came to is put away; the run stays.
  await replayed.getByRole("button", { name: me.say("close"), exact: true }).click();
  await expect(replayed).toHaveCount(0);
  expectValue(await me.active()).toEqual(["on"]);
});

test("nothing comes into the studio from a page that the person did not join", async ({ visit, studio }) => {
  const me = await visit();
  await me.openGame("haikyu-break");
  const page = await me.context.newPage();
  const inspector = new InspectDriver(page);
  await page.goto(studio.inspector);

  await inspector.button("inspect.pair.join").click();
  await me.button("apps.waiting", { count: 1 }).click();
  await me.button("inspect.studio.refuse").click();

  await expect(page.getByText(inspector.say("inspect.pair.turnedAway-text"))).toBeVisible();
  await expect(me.dialog.getByText(me.say("inspect.studio.no-pages"))).toBeVisible();
  await expect(me.dialog.getByText(me.say("inspect.studio.no-traces"))).toBeVisible();
});
