import { cp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { preview, type PreviewServer } from "vite";
import { copiedExample } from "#test/support/copiedExample.ts";
import { consumerFolder } from "#test/support/consumer.ts";
import { openBrowser, type WatchedBrowser } from "#test/support/openBrowser.ts";
import { seriousFindings } from "#test/support/seriousFindings.ts";

// The example as a stranger has it: its own folder, the package as it is published, a build by Vite, a browser.
const run = promisify(execFile);
const home = process.cwd();
let folder: string;
let server: PreviewServer;
let browser: WatchedBrowser;
beforeAll(async () => {
  folder = await copiedExample("react-game", ["react"]);
  // In a process of its own: this one says that it is a test, and React's build for those is another one.
  await run(process.execPath, [join(home, "node_modules/vite/bin/vite.js"), "build"], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production" },
  });
  server = await preview({
    root: folder,
    configFile: join(folder, "vite.config.js"),
    logLevel: "error",
    preview: { host: "127.0.0.1", port: 0 },
  });
  browser = await openBrowser();
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(): Promise<Page> {
  const context = await browser.browser.newContext({ locale: "ja-JP" });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(server.resolvedUrls!.local[0]!);
  return page;
}

const form = (page: Page, name: string) => page.getByRole("form", { name, exact: true });
const submit = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** The opening: both decks, who decides, who serves, both redraws. */
async function playOpening(page: Page): Promise<void> {
  await submit(page, "プレイヤー1 · デッキを提示する");
  await submit(page, "プレイヤー2 · デッキを提示する");
  await form(page, "ダイス・抽選 · 決める人を選ぶ")
    .getByLabel("選ばれたプレイヤー")
    .selectOption({ label: "プレイヤー2" });
  await submit(page, "ダイス・抽選 · 決める人を選ぶ");
  await form(page, "プレイヤー2 · サーブ権を決める")
    .getByLabel("選択")
    .selectOption({ label: "サーブ権を得る" });
  await submit(page, "プレイヤー2 · サーブ権を決める");
  await form(page, "プレイヤー2 · 引き直しをする").getByLabel("戻す枚数").fill("2");
  await submit(page, "プレイヤー2 · 引き直しをする");
  await submit(page, "プレイヤー1 · 引き直しをする");
}

test("the opening is played in Japanese by clicks, with the clauses of what happened", async () => {
  const page = await open();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  expect(await page.getByRole("heading").textContent()).toBe("デッキの提示");

  await playOpening(page);

  expect(await page.getByRole("heading").textContent()).toBe("登場ステップ");
  expect(await page.getByText(/^プレイヤー2 {2}手札 \d+枚/).count()).toBe(1);
  expect(await page.locator(".turnwright-clauses li").first().textContent()).toMatch(/^HV-[\w.-]+ .*[ぁ-ん]/);
  expect(errors).toEqual([]);
  await page.context().close();
});

test("a refusal names its reason and clause beside the field, and changes nothing", async () => {
  const page = await open();
  const first = form(page, "プレイヤー1 · デッキを提示する");
  await first.getByLabel("カードの枚数", { exact: true }).fill("39");
  await submit(page, "プレイヤー1 · デッキを提示する");

  const alert = first.getByRole("alert");
  expect(await alert.textContent()).toContain("デッキは40枚");
  expect(await alert.locator("li b").allTextContents()).not.toEqual([]);
  const field = first.getByLabel("カードの枚数", { exact: true });
  expect(await field.inputValue()).toBe("39");
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await page.getByRole("button", { name: "元に戻す" }).isDisabled()).toBe(true);

  await field.fill("40");
  await submit(page, "プレイヤー1 · デッキを提示する");
  await expect.poll(() => first.count()).toBe(0);
  await page.context().close();
});

test("a reload goes on where the game stood; undo takes a step back, and a new game is stored too", async () => {
  const page = await open();
  await playOpening(page);
  const shown = await page.locator("main").innerText();
  await page.reload();

  expect(await page.getByRole("heading").textContent()).toBe("登場ステップ");
  expect((await page.locator("main").innerText()).slice(0, 60)).toBe(shown.slice(0, 60));

  await submit(page, "プレイヤー2 · キャラクターを登場させる");
  const after = await page.getByRole("heading").textContent();
  expect(after).not.toBe("登場ステップ");
  await page.getByRole("button", { name: "元に戻す" }).click();
  expect(await page.getByRole("heading").textContent()).toBe("登場ステップ");

  await page.getByRole("button", { name: "最初から" }).click();
  await page.reload();
  expect(await page.getByRole("heading").textContent()).toBe("デッキの提示");
  await page.context().close();
});

test("the opening is played by keyboard alone: the focus goes to the next form", async () => {
  const page = await open();
  await page.getByLabel("カードの枚数", { exact: true }).first().focus();
  const seen: (string | null)[] = [];
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press("Enter");
    seen.push(await page.getByRole("heading").textContent());
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
    // A select opens at Enter; the button behind it submits.
    while ((await page.evaluate(() => document.activeElement?.tagName)) === "SELECT")
      await page.keyboard.press("Tab");
  }

  expect(seen.at(-1)).toBe("登場ステップ");
  await page.context().close();
});

test("axe finds nothing serious in the forms, before and after a refusal and in the middle of a game", async () => {
  const page = await open();
  const first = form(page, "プレイヤー1 · デッキを提示する");
  await first.getByLabel("カードの枚数", { exact: true }).fill("39");
  await submit(page, "プレイヤー1 · デッキを提示する");
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "最初から" }).click();
  await playOpening(page);

  expect(await seriousFindings(page)).toEqual([]);
  await page.context().close();
});

test("the app has at most 30 lines, and weighs at most 140 KiB with React, XState and the game", async () => {
  const lines = (await readFile("examples/react-game/src/main.tsx", "utf8")).trimEnd().split("\n").length;
  const assets = join(folder, "dist/assets");
  let weight = 0;
  for (const name of await readdir(assets)) weight += gzipSync(await readFile(join(assets, name))).length;
  console.log(`the example: ${lines} lines, ${weight} bytes gzip`);

  expect(lines).toBeLessThanOrEqual(30);
  expect(weight).toBeLessThanOrEqual(140 * 1024);
});

test("an event that the game does not have is a type error, and so is a field of another type", async () => {
  const consumer = await consumerFolder();
  for (const name of ["machine.ts", "saves.ts", "kit.json"])
    await cp(join(folder, `src/game/haikyu-break.${name}`), join(consumer.path, `haikyu-break.${name}`));
  await rm(join(consumer.path, "node_modules"));
  await symlink(join(folder, "node_modules"), join(consumer.path, "node_modules"));
  await consumer.write(
    "app.tsx",
    `import { derived, machine } from "./haikyu-break.machine.js";
import { canRestore, stamped } from "./haikyu-break.saves.js";
import { kitOf, useGame } from "turnwright/react";
const game = { machine, derived, canRestore, stamped, kit: kitOf({}) };
export function Table() {
  const play = useGame(game, { as: "P1" });
  play.send({ type: "PASS" });
  play.send({ type: "PRESENT_DECK", by: "P2", cards: 40, eventCards: 4 });
  const hands: number[] = play.view.context.players.map(({ hand }) => hand);
  // @ts-expect-error no such event
  play.send({ type: "PAS" });
  // @ts-expect-error a text is no number
  play.send({ type: "PRESENT_DECK", cards: "40", eventCards: 4 });
  // @ts-expect-error a field is missing
  play.send({ type: "PRESENT_DECK", cards: 40 });
  // @ts-expect-error no such part of the context
  play.view.context.nothing;
  return hands.length;
}
`,
  );
  const said = await consumer.tsc("--jsx", "react-jsx", "app.tsx");
  await consumer.remove();

  expect(said).toBe("");
});
