import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, test } from "vitest";
import { exampleApp, type Example, type ExampleApp } from "#test/support/exampleApp.ts";
import { drawn } from "#test/support/drawn.ts";
import { expect } from "#test/support/expect.ts";
import { InspectDriver } from "#test/support/InspectDriver.ts";
import { openBrowser, type WatchedBrowser } from "#test/support/openBrowser.ts";
import { seriousFindings } from "#test/support/seriousFindings.ts";
import { builtStudio, home, startStudio, type ServedStudio } from "#test/support/startStudio.ts";

let watched: WatchedBrowser;
let studio: ServedStudio;
let context: BrowserContext;
const apps: ExampleApp[] = [];

beforeAll(async () => {
  // Building and installing takes its time once, before the first of the apps is seen.
  for (const name of ["inspect-v5", "inspect-v4", "connect"] as const) (await exampleApp(name)).close();
  await builtStudio();
  watched = await openBrowser();
}, 400_000);
afterAll(() => watched.close());
afterEach(async () => {
  await context.close();
  for (const app of apps.splice(0)) app.close();
  await studio.close();
  expect(watched.outside).toEqual([]);
});

const example = async (name: Example): Promise<ExampleApp> => {
  const app = await exampleApp(name);
  apps.push(app);
  return app;
};
const newContext = async () => {
  context = await watched.browser.newContext({
    locale: "en-GB",
    viewport: { width: 1500, height: 950 },
    reducedMotion: "reduce",
    acceptDownloads: true,
  });
  context.setDefaultTimeout(20_000);
};

/** The app's page, and the inspector that it opened or frames. */
async function opened(
  name: Example,
  way: "window" | "frame",
): Promise<{ app: Page; inspector: InspectDriver }> {
  const url = await (await example(name)).serve();
  studio = await startStudio({ frames: [new URL(url).origin] });
  await newContext();
  const app = await context.newPage();
  await app.goto(`${url}?inspect=${encodeURIComponent(studio.inspect)}${way === "frame" ? "&frame" : ""}`);
  const start = app.getByRole("button", { name: "Start" });
  if (way === "window") {
    const [page] = await Promise.all([context.waitForEvent("page"), start.click()]);
    const inspector = new InspectDriver(page);
    await inspector.allow(app);
    return { app, inspector };
  }
  await start.click();
  const inspector = new InspectDriver(app);
  await inspector.allow(app, app.frameLocator("iframe"));
  return { app, inspector };
}
/** The inspector as the person opens it, by its address. */
async function alone(): Promise<InspectDriver> {
  studio = await startStudio();
  await newContext();
  const page = await context.newPage();
  await page.goto(studio.inspector);
  return new InspectDriver(page);
}
const socket = () => studio.inspect.replace("http", "ws").replace("/inspect", "/app");

/** Keeps the trace as a file and plays it with the command line; gives what that says. */
async function played(inspector: InspectDriver, game: string): Promise<string> {
  const [file] = await Promise.all([
    inspector.page.waitForEvent("download"),
    inspector.button("inspect.keep-file").click(),
  ]);
  const path = join(studio.folder, "trace.scenario.json");
  await file.saveAs(path);
  const args = ["bin/turnwright.js", "play", game, "--scenario", path, "--root", studio.folder];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: home });
  return stdout;
}

describe("XState 5, @statelyai/inspect", () => {
  test("in a window: each step is seen on the map, an event that nothing takes is told as refused, and our copy says why", async () => {
    const { app, inspector } = await opened("inspect-v5", "window");

    await inspector.expectLast("xstate.init");
    await inspector.expectActive("setup.presentDecks");
    await app.getByRole("button", { name: "Next move" }).click();
    await drawn(app, () => inspector.expectLast("PRESENT_DECK", 500));
    await app.getByRole("button", { name: "not allowed" }).click();
    await drawn(app, () => inspector.expectLast(inspector.say("inspect.refused"), 500));
    await expect(inspector.step).toContainText(inspector.say("inspect.refused-long.definition"));
    await expect(inspector.step.getByText(/haikyu-break/)).toBeVisible();
    await app.getByRole("button", { name: "The rest" }).click();
    // A page that is still for a while is asked, and says again what it kept.
    const counts = inspector.page.getByRole("banner");
    const count = async (of: RegExp) => Number(of.exec((await counts.textContent()) ?? "")?.[1] ?? 0);
    await drawn(app, async () =>
      expect((await count(/(\d+) messages/)) - (await count(/(\d+) sent again/))).toBe(149),
    );
    await inspector.expectActive("gameOver");
    await expect(inspector.step).toContainText(/Nowhere, in 7\d steps/);

    await inspector.log.getByRole("option").nth(3).click();
    await expect(inspector.button("inspect.follow")).toBeVisible();
    await expect(inspector.step.locator(".clause").first()).toBeVisible();
    await expect(inspector.page.getByText(new URL(app.url()).origin).first()).toBeVisible();
    expect(inspector.complaints).toEqual([]);
  });

  test("in a frame that the person allowed", async () => {
    const { app } = await opened("inspect-v5", "frame");
    const frame = app.frameLocator("iframe");

    await app.getByRole("button", { name: "Next move" }).click();

    await drawn(app, () =>
      expect(frame.getByRole("option").last()).toContainText("PRESENT_DECK", { timeout: 500 }),
    );
  });

  test("from Node: a whole game, no difference to our copy, kept as a scenario that the command line plays", async () => {
    const inspector = await alone();
    const app = await example("inspect-v5");

    const { lines, ended } = app.play(socket());
    await ended;
    await inspector.allow();

    expect(lines[0]).toBe("The game is over.");
    await inspector.expectActive("gameOver");
    await expect(inspector.step).toContainText(/Nowhere, in 7\d steps/);
    expect(await played(inspector, "haikyu-break")).toMatch(/7\d steps/);
  });
});

describe("turnwright/connect", () => {
  test("in a window: microsteps and refusals as the app tells them, and an event goes back", async () => {
    const { app, inspector } = await opened("connect", "window");

    await inspector.expectLast("xstate.init");
    await app.getByRole("button", { name: "not allowed" }).click();
    await inspector.expectLast(inspector.say("inspect.refused"));
    const before = await app.getByRole("status").textContent();
    await inspector.send("PRESENT_DECK", { by: "P1", cards: 40, eventCards: 8 });
    await expect(inspector.step).toContainText(inspector.say("inspect.sent", { type: "PRESENT_DECK" }));
    await inspector.expectLast("PRESENT_DECK");
    await app.getByRole("button", { name: "The rest" }).click();

    expect(before).toContain("presentDecks");
    expect(inspector.complaints).toEqual([]);
  });

  test("from Node: a whole game, no difference to our copy, kept as a scenario that the command line plays", async () => {
    const inspector = await alone();
    const app = await example("connect");

    const { lines, ended } = app.play(socket());
    await ended;
    await inspector.allow();

    expect(lines[0]).toBe("The game is over.");
    await expect(inspector.page.getByText("Volleyball in Node")).toBeVisible();
    await inspector.expectActive("gameOver");
    await expect(inspector.step).toContainText(/Nowhere, in 7\d steps/);
    expect(await played(inspector, "haikyu-break")).toMatch(/7\d steps/);
  });
});

describe("turnwright/connect, beside", () => {
  test("in a frame that the person allowed", async () => {
    const { app } = await opened("connect", "frame");
    const frame = app.frameLocator("iframe");

    await expect(frame.getByText(new URL(app.url()).origin).first()).toBeVisible();
    await app.getByRole("button", { name: "Next move" }).click();

    await expect(frame.getByRole("option").last()).toContainText("PRESENT_DECK");
  });

  test("an app is set back to what was read of it; a snapshot that does not fit is refused by it", async () => {
    const { app, inspector } = await opened("connect", "window");
    const whole = inspector.page.getByLabel(inspector.say("inspect.whole.json"));
    const actors = inspector.page.getByRole("navigation", { name: inspector.say("inspect.apps") });

    await inspector.expectLast("xstate.init");
    await inspector.button("inspect.whole.read").click();
    await expect(whole).toHaveValue(/"presentDecks"/);
    const first = await whole.inputValue();
    await app.getByRole("button", { name: "Next move" }).click();
    await app.getByRole("button", { name: "Next move" }).click();
    await inspector.expectActive("setup.pickDecider");

    await whole.fill(first.replaceAll("presentDecks", "presentCats"));
    await inspector.button("inspect.whole.restore").click();
    await expect(inspector.step.getByRole("status").filter({ hasText: "presentCats" })).toBeVisible();
    await expect(app.getByRole("status")).toContainText("pickDecider");

    await whole.fill(first);
    await inspector.button("inspect.whole.restore").click();
    await expect(app.getByRole("status")).toContainText("presentDecks");
    // What was set back is another actor: the one before has ended, and the one that could not begin never started.
    const list = actors.getByRole("button", { name: /haikyu/ });
    await expect(list).toHaveCount(3);
    await expect(list.nth(0)).toContainText(inspector.say("inspect.status.stopped"));
    await expect(list.nth(1)).toContainText(inspector.say("inspect.status.new"));
    await expect(list.nth(2)).toContainText("presentDecks");
  });

  test("a page on a WebSocket that is loaded anew is the same app, with what it did before, and is not asked about again", async () => {
    const inspector = await alone();
    const url = await (await example("connect")).serve();
    const app = await context.newPage();
    const apps = inspector.page.getByRole("navigation", { name: inspector.say("inspect.apps") });
    await app.goto(`${url}?inspect=${encodeURIComponent(socket())}`);
    await app.getByRole("button", { name: "Start" }).click();
    await inspector.allow();
    await app.getByRole("button", { name: "Next move" }).click();
    await inspector.expectLast("PRESENT_DECK");

    await app.reload();
    await app.getByRole("button", { name: "Start" }).click();

    await expect(apps.getByRole("button", { name: /haikyu/ })).toHaveCount(2);
    await expect(apps.getByText("Volleyball", { exact: true })).toHaveCount(1);
    await expect(apps.getByText(inspector.say("inspect.gone"))).toHaveCount(0);
    await inspector.expectLast("xstate.init");
    await app.getByRole("button", { name: "Next move" }).click();
    await inspector.expectLast("PRESENT_DECK");
    await inspector.send("PICK_DECIDER", { by: "nobody" });
    await inspector.expectLast("PICK_DECIDER");
  });

  test("the page has nothing that axe finds serious, in either theme", async () => {
    const { app, inspector } = await opened("connect", "window");
    await inspector.expectLast("xstate.init");
    await app.getByRole("button", { name: "not allowed" }).click();
    await inspector.expectLast(inspector.say("inspect.refused"));
    await inspector.button("inspect.whole.read").click();
    expect(await seriousFindings(inspector.page)).toEqual([]);
    await inspector.button("header.dark").click();
    expect(await seriousFindings(inspector.page)).toEqual([]);
  });
});

describe("XState 4, @xstate/inspect", () => {
  test("in a window: a machine that nobody knows is drawn as it is told, and an event goes back", async () => {
    const { app, inspector } = await opened("inspect-v4", "window");

    await inspector.expectActive("serve");
    await app.getByRole("button", { name: "not allowed" }).click();
    await inspector.expectLast(inspector.say("inspect.refused"));
    await inspector.send("SERVE", { by: "P1", op: 3 });

    await expect(app.getByRole("status")).toHaveText('{"turn":"receive"}');
    await inspector.expectLast("SERVE");
    await inspector.expectActive("turn.receive");
    expect(inspector.complaints).toEqual([]);
  });

  test("in a frame that the person allowed", async () => {
    const { app } = await opened("inspect-v4", "frame");
    const frame = app.frameLocator("iframe");

    await expect(frame.getByText(new URL(app.url()).origin).first()).toBeVisible();
    await app.getByRole("button", { name: "Next move" }).click();

    await expect(frame.getByRole("option").last()).toContainText("SERVE");
  });

  test("in Node the app listens, and the inspector goes to it on the person's word", async () => {
    const inspector = await alone();
    const { lines, ended } = (await example("inspect-v4")).play("0");
    await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(1);

    await inspector.page.getByLabel(inspector.say("inspect.reach-at")).fill(lines[0] ?? "");
    await inspector.button("inspect.reach-button").click();
    await inspector.expectActive("serve");
    await inspector.send("SERVE", { by: "P1", op: 3 });
    await ended;

    expect(lines).toContain('{"turn":"receive"}');
    expect(lines.at(-1)).toBe("The game is over.");
    await inspector.expectActive("over");
  });
});
