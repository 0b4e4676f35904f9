import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect as plain, test } from "vitest";
import type { PlayerGame } from "#core/export/player/playerGame.ts";
import { toPlayer } from "#core/export/player/toPlayer.ts";
import { toCommonJs } from "#adapters/sandbox/stripTypes.ts";
import program from "#player/main.tsx?page";
import { turnwright } from "#test/support/commandLine.ts";
import { expect } from "#test/support/expect.ts";
import { openBrowser, type WatchedBrowser } from "#test/support/openBrowser.ts";

const games = ["chrono-card", "fate-ace-royal", "flesh-and-blood", "haikyu-break", "vf-card"];

let watched: WatchedBrowser;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-player-"));
  watched = await openBrowser();
  for (const id of games)
    await turnwright(["export", id, "--to", "player", "--out", join(folder, `${id}.html`)], {
      cwd: process.cwd(),
    });
});
afterAll(async () => {
  await watched.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opens a page from its file without a network; `faults` is what its console said and what it wanted from elsewhere. */
async function openFile(name: string, locale = "en") {
  const context = await watched.browser.newContext({
    locale,
    offline: true,
    viewport: { width: 1280, height: 720 },
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  const file = pathToFileURL(join(folder, name)).href;
  page.on("request", (request) => request.url() !== file && faults.push(request.url()));
  await page.goto(file);
  return { page, faults, close: () => context.close() };
}

const now = (page: Page) => page.locator(".where-now bdi");
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true }).click();
/** The states that the map marks as active, the innermost ones. */
const marked = (page: Page) =>
  page
    .locator('.map [data-now="inner"]')
    .evaluateAll((states) => states.map((state) => (state as SVGGElement).dataset["state"]));

test("a game is played from its file by clicks: moves, a refusal with its reason, undo, seats, languages, a scenario", async () => {
  const { page, faults, close } = await openFile("chrono-card.html");
  await expect(now(page)).toHaveText("declared: interrupts?");
  plain(await marked(page)).toEqual(["turn.chain.window"]);

  // A payload that the machine refuses is told with its clause, and nothing happens.
  const event = page.getByRole("form", { name: "Player 2 · use an event card" });
  await event.getByLabel("EP paid").fill("99");
  await event.getByRole("button", { name: "use an event card" }).click();
  await expect(event.getByRole("alert")).toContainText("Refused");
  await expect(event.getByRole("alert")).toContainText("CC-");
  await expect(page.getByRole("button", { name: "Undo" })).toBeDisabled();

  await tab(page, "Not possible");
  await expect(page.locator(".panel")).toContainText("Refused, because this does not hold");

  // The one who has the device sees what is theirs, and passes it on.
  await page.getByRole("button", { name: /^Player 1/ }).click();
  await page.getByRole("button", { name: "Pass to Player 2" }).click();
  await page
    .getByRole("form", { name: /no interrupt$/ })
    .getByRole("button")
    .click();
  await expect(now(page)).not.toHaveText("declared: interrupts?");
  await tab(page, "History");
  await expect(page.locator(".panel .steps > li")).toHaveCount(2);
  await tab(page, "Rules here");
  await expect(page.locator(".panel")).toContainText("Applied by the last step");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(now(page)).toHaveText("declared: interrupts?");

  await page.getByLabel("Language").selectOption("ja");
  await expect(now(page)).toHaveText("宣言：割り込みの確認");
  await expect(page.locator(".map svg")).toHaveAttribute("xml:lang", "ja");
  plain(await page.title()).toBe("クロノカードTCG");
  await page.getByLabel("言語").selectOption("zh-Hant");
  await expect(page.getByRole("button", { name: "重新開始" })).toBeVisible();
  await page.getByLabel("語言").selectOption("en");

  // A scenario goes step by step, to its end, and from there on by hand.
  await page.getByLabel("Scenario").selectOption({ label: "Nobody interrupts: one answer for all" });
  await page.getByRole("button", { name: "Next step" }).click();
  await expect(page.locator('.steps [aria-current="step"]')).toContainText("active: declared: interrupts?");
  await page.getByRole("button", { name: "Run to end" }).click();
  await expect(page.getByRole("status")).toHaveText("All 19 steps went as expected.");
  const [end] = await marked(page);
  await page.getByRole("button", { name: "Continue playing from here" }).click();
  await expect(page.locator(".moves")).toBeVisible();
  plain((await marked(page))[0]).toBe(end);

  // The game of before waits meanwhile, and goes on after a reload too.
  await page.getByRole("button", { name: "Back to the game" }).click();
  await expect(now(page)).toHaveText("declared: interrupts?");
  await page.reload();
  await expect(now(page)).toHaveText("declared: interrupts?");

  // It ends only when that is confirmed.
  await page
    .getByRole("form", { name: /no interrupt$/ })
    .first()
    .getByRole("button")
    .click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeEnabled();
  page.once("dialog", (dialog) => dialog.dismiss());
  await page.getByRole("button", { name: "Start again" }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeEnabled();
  page.once("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Start again" }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeDisabled();

  plain(faults).toEqual([]);
  plain(watched.outside).toEqual([]);
  await close();
});

test("every game opens without a fault, its first move is done, and a game goes on after the page was closed", async () => {
  for (const id of games) {
    const { page, faults, close } = await openFile(`${id}.html`, "ja");
    await page.locator(".moves .btn.do").first().click();
    const place = await now(page).textContent();
    await tab(page, "履歴");
    await expect(page.locator(".panel .steps > li")).toHaveCount(2);
    await page.reload();
    await expect(now(page)).toHaveText(place ?? "");
    plain([id, faults]).toEqual([id, []]);
    await close();
  }
}, 120_000);

test("hostile names stay text wherever the page shows them", async () => {
  const hostile = `</script><img src=x onerror="document.title='taken'"><!-- \u202e"'\${1}`;
  const game: PlayerGame = {
    id: "hostile",
    title: { en: hostile },
    locales: ["en"],
    kit: {
      kit: 1,
      machine: "hostile",
      spec: { events: [{ type: "GO", fields: [] }] },
      clauses: { a: [hostile], b: [hostile] },
      labels: {
        en: { "state:a": hostile, "state:b": hostile, "event:GO": hostile, "context:held": hostile },
      },
      text: { en: { [hostile]: hostile } },
      words: {},
    },
    maps: { en: "" },
    scenarios: {
      [hostile]: { format: 1, title: { en: hostile }, steps: [{ send: { type: "GO" }, note: hostile }] },
    },
  };
  const module = `import { createMachine } from "xstate";
export const machine = createMachine({ context: { held: ${JSON.stringify(hostile)} }, initial: "a", states: { a: { on: { GO: "b" } }, b: {} } });`;
  await writeFile(
    join(folder, "hostile.html"),
    toPlayer({ game, machine: "machine", modules: [{ path: "m.js", text: module }], program, toCommonJs }),
  );

  const { page, faults, close } = await openFile("hostile.html");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(hostile);
  await page.locator(".moves .btn.do").click();
  for (const name of ["On the table", "Not possible", "History", "Rules here"]) await tab(page, name);
  await page.getByLabel("Scenario").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Run to end" }).click();
  await expect(page.getByRole("status")).toHaveText("All 1 steps went as expected.");

  plain(await page.title()).toBe(hostile);
  plain(await page.locator("img").count()).toBe(0);
  plain(faults).toEqual([]);
  await close();
});
