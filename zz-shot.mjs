import { chromium } from "playwright";
import { readFileSync } from "node:fs";
const url = /http:\S+/.exec(readFileSync("/tmp/blk/start.log", "utf8"))[0];
const b = await chromium.launch({ executablePath: "/usr/bin/chromium" });
for (const [lang, theme, w, h] of [
  ["en", "light", 1280, 720],
  ["ja", "dark", 1280, 720],
  ["zh-Hant", "light", 1600, 960],
]) {
  const c = await b.newContext({
    viewport: { width: w, height: h },
    locale: lang === "zh-Hant" ? "zh-TW" : lang,
    colorScheme: theme,
  });
  const p = await c.newPage();
  p.on("console", (m) => m.type() === "error" && console.log("console", m.text()));
  p.on("pageerror", (e) => console.log("pageerror", e.message));
  await p.goto(url);
  await p.waitForTimeout(1500);
  p.setDefaultTimeout(4000);
  await p.waitForSelector("[data-id='turn.main']", { timeout: 15000 }).catch(() => console.log("no main"));
  await p.waitForTimeout(800);
  await p
    .locator("[data-id='turn.main']")
    .first()
    .click()
    .catch((e) => console.log(String(e).slice(0, 200)));
  await p.keyboard.press("Control+k");
  await p.waitForTimeout(400);
  await p.keyboard.type(lang === "en" ? "insert a block" : lang === "ja" ? "ブロックを挿入" : "插入區塊");
  await p.waitForTimeout(300);
  await p.keyboard.press("Enter");
  await p.waitForTimeout(1500);
  await p.keyboard.press("ArrowDown");
  await p.keyboard.press("ArrowDown");
  await p.waitForTimeout(1200);
  console.log(await p.evaluate(() => document.activeElement?.outerHTML.slice(0, 100)));
  await p.screenshot({ path: `/tmp/blk/dialog-${lang}.png` });
  await p.keyboard.press("Enter");
  await p.waitForTimeout(2000);
  await p.screenshot({ path: `/tmp/blk/after-${lang}.png` });
  console.log(lang, p.url(), await p.evaluate(() => document.activeElement?.outerHTML.slice(0, 120)));
  await p.keyboard.press("Control+z");
  await p.waitForTimeout(800);
  await p.screenshot({ path: `/tmp/blk/undo-${lang}.png` });
  await c.close();
}
await b.close();
