import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, afterAll, describe } from "vitest";
import type { Page } from "playwright-core";
import type { BookForm } from "#core/export/book/book.ts";
import { gameBook } from "#core/project/gameBook.ts";
import { bookOf, bookSourceOf } from "#test/support/bookOf.ts";
import { expect as plain } from "vitest";
import { openBrowser, type WatchedBrowser } from "#test/support/openBrowser.ts";
import { test } from "#test/support/studioTest.ts";
import { expect } from "#test/support/expect.ts";

/** Least letters on paper: 7 points in pixels of a style sheet. */
const MIN_LETTERS_PX = 7 * (4 / 3);
/** What margins leave of a page, in pixels: the narrower of A4 and Letter. */
const PAGE_WIDTH_PX = { upright: 718, across: 979 };

let watched: WatchedBrowser;
let page: Page;
beforeAll(async () => {
  watched = await openBrowser();
  page = await watched.browser.newPage();
});
afterAll(() => watched.close());

async function show(html: string, form: BookForm): Promise<void> {
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({
    width: form === "rules" ? PAGE_WIDTH_PX.upright : PAGE_WIDTH_PX.across,
    height: 700,
  });
  await page.setContent(html);
}

/** Texts that are too small to be read, and those that reach over the page or what is around them. */
const faultsOn = (least: number) =>
  page.evaluate((min) => {
    const small: string[] = [];
    const cut: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (!parent || text === "") continue;
      if (parseFloat(getComputedStyle(parent).fontSize) < min) small.push(text.slice(0, 40));
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      const around = (parent.closest("td, th, li, p") ?? document.body).getBoundingClientRect();
      if (box.left < -0.5 || box.right > innerWidth + 0.5 || box.right > around.right + 0.5)
        cut.push(text.slice(0, 40));
    }
    return { small, cut };
  }, least);

/** The smallest letters of the map as it is printed, in pixels. */
const mapLetters = () =>
  page.evaluate(async () => {
    const image = document.querySelector<HTMLImageElement>(".map img");
    if (!image) throw new Error("There is no map");
    await image.decode();
    const scale = Math.min(image.clientWidth / image.naturalWidth, image.clientHeight / image.naturalHeight);
    const held = document.createElement("div");
    held.innerHTML = decodeURIComponent(image.src.slice("data:image/svg+xml,".length));
    document.body.append(held);
    const sizes = [...held.querySelectorAll("text")].map((text) =>
      parseFloat(getComputedStyle(text).fontSize),
    );
    held.remove();
    return { smallest: Math.min(...sizes) * scale, count: sizes.length };
  });

/** Pages of a PDF that Chromium prints, and whether they lie across. */
async function printed(): Promise<{ pages: number; across: boolean; bookmarks: number }> {
  const pdf = (await page.pdf({ format: "A4", tagged: true, outline: true, printBackground: true })).toString(
    "latin1",
  );
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  return {
    pages: [...pdf.matchAll(/\/Type \/Page\b(?!s)/g)].length,
    across: boxes.every(([, width, height]) => Number(width) > Number(height)),
    bookmarks: [...pdf.matchAll(/\/Title [(<]/g)].length,
  };
}

const games = [
  ["haikyu-break", "en"],
  ["chrono-card", "ja"],
  ["flesh-and-blood", "zh-Hant"],
  ["fate-ace-royal", "ja"],
  ["vf-card", "en"],
] as const;

describe.each(games)("the book of %s in %s on paper", (game, locale) => {
  test("rules: nothing is cut or too small, and each phase is a bookmark", async () => {
    await show(bookOf(game, "rules", [locale]), "rules");

    plain(await faultsOn(MIN_LETTERS_PX)).toEqual({ small: [], cut: [] });
    const { pages, across, bookmarks } = await printed();
    plain(across).toBe(false);
    plain(pages).toBeGreaterThan(3);
    plain(bookmarks).toBeGreaterThanOrEqual(await page.locator("h2, h3, h4, h5, h6").count());
  });

  test("turn sheet: the map fits one page with legible letters", async () => {
    await show(bookOf(game, "sheet", [locale]), "sheet");

    plain(await faultsOn(MIN_LETTERS_PX)).toEqual({ small: [], cut: [] });
    const { smallest, count } = await mapLetters();
    plain(count).toBeGreaterThan(10);
    plain(smallest).toBeGreaterThanOrEqual(MIN_LETTERS_PX);
    // A4 across, without its margins: 190 mm
    const bottom = await page.locator(".map").evaluate((map) => map.getBoundingClientRect().bottom);
    plain(bottom).toBeLessThan((190 / 25.4) * 96);
    plain((await printed()).across).toBe(true);
  });
});

test("side by side: three languages next to each other, nothing cut or too small", async () => {
  await show(bookOf("haikyu-break", "compare", ["zh-Hant", "ja", "en"]), "compare");

  plain(await faultsOn(MIN_LETTERS_PX)).toEqual({ small: [], cut: [] });
  plain((await printed()).across).toBe(true);
});

test("hostile text runs nothing and asks for nothing", async () => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("dialog", (dialog) => void dialog.dismiss());
  const hostile = `<script>document.title="run"</script><img src="http://127.0.0.1:9/x" onerror='document.title="run"'>`;
  const source = bookSourceOf("vf-card", (ruleset) => ({
    ...ruleset,
    text: { en: Object.fromEntries(ruleset.clauses.map(({ id }) => [id, hostile])) },
  }));
  await show(gameBook(source, "rules", ["en"]), "rules");

  plain(await page.title()).not.toBe("run");
  plain(await page.locator("script, main img").count()).toBe(0);
  plain(asked.filter((url) => url.startsWith("http"))).toEqual([]);
});

test("a person looks at a book in the studio, in the language of the labels, and prints it", async ({
  visit,
}) => {
  const me = await visit({ language: "ja" });
  await me.open("#/chrono-card/export");
  await me.page.getByRole("radio", { name: new RegExp(`^${me.say("export.book")}`) }).click();
  const book = me.page.frameLocator("iframe[title$='.book.html']");
  await expect(book.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(book.locator("html")).toHaveAttribute("lang", "ja");
  await me.page.evaluate(() => {
    const frame = document.querySelector("iframe[title$='.book.html']") as HTMLIFrameElement;
    frame.contentWindow!.print = () => (document.title = "printed");
  });
  await me.button("export.print").click();
  await expect(me.page).toHaveTitle("printed");
  await me.picture("book-rules");
  await me.page.getByRole("radio", { name: new RegExp(`^${me.say("export.sheet")}`) }).click();
  await expect(me.page.frameLocator("iframe[title$='.sheet.html']").getByRole("img")).toBeVisible();
  await me.picture("book-sheet");
});

test("a book that would take minutes is refused in words, and the page goes on", async ({
  visit,
  studio,
}) => {
  // At each of these clauses stand all helpers, in three languages.
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
  const helpers = numbers(1000).map(
    (i) => `const h${i} = (n: number): number => h${(i + 1) % 1000}(n) + h${(i * 7 + 3) % 1000}(n) + ${i};`,
  );
  const states = numbers(3000).map(
    (i) =>
      `s${i}: { on: { GO: { guard: () => h${i % 1000}(1) > 0, target: "s${(i + 1) % 3000}", meta: { clauses: ["C-${i}"] } } } },`,
  );
  await studio.write(
    "machines/heavy.machine.ts",
    `import { createMachine } from "xstate";\n${helpers.join("\n")}\nexport const machine = createMachine({ id: "heavy", initial: "s0", states: {\n${states.join("\n")}\n} });\n`,
  );
  await mkdir(join(studio.folder, "rulesets/heavy"));
  const locales = ["en", "ja", "zh-Hant"];
  const write = (name: string, content: object) =>
    studio.write(`rulesets/heavy/${name}.json`, JSON.stringify({ format: 1, ...content }));
  const players = { min: 2, max: 2 };
  await write("ruleset", {
    id: "heavy",
    title: {},
    machine: "machines/heavy.machine.ts",
    players,
    locales,
    sourceLocale: "en",
  });
  await write("clauses", { clauses: numbers(3000).map((i) => ({ id: `C-${i}`, kind: "effect" })) });

  const me = await visit();
  await me.open("#/heavy/export");
  await me.page.getByRole("radio", { name: new RegExp(`^${me.say("export.side-by-side")}`) }).click();
  await expect(me.page.getByRole("alert").filter({ hasText: "too large to be printed" })).toBeVisible({
    timeout: 60_000,
  });
  await me.view("design");
  await expect(me.graph).toBeVisible();
});
