import { expect } from "vitest";
import { only } from "#test/charts/walk.ts";
import { chart } from "#test/charts/charts.ts";
import { askedOf } from "#test/support/readability/askedOf.ts";
import { atRest, canvasSize, judged, readabilityOf } from "#test/support/readability/judgePage.ts";
import { test } from "#test/support/studioTest.ts";

const drawing = (name: string) =>
  `<div data-canvas style="position:absolute;left:0;top:0;width:400px;height:300px;background:#fff;font:12px sans-serif"><p data-state-name="draw">${name}</p></div>`;
const asked = askedOf(only(chart("draw: {}")), { "state:draw": "Draw a card" });

test("a page that forbids scripts is judged, once what it shows stands still", async ({ watched }) => {
  const page = await watched.browser.newPage();
  await judged(page);
  await page.route("**/*", (route) =>
    route.fulfill({
      contentType: "text/html",
      headers: { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" },
      body: drawing("Draw"),
    }),
  );
  await page.goto("http://127.0.0.1:4173/");

  expect(await canvasSize(page)).toEqual({ width: 400, height: 300 });
  expect(await atRest(page)).toBe(true);
  expect((await readabilityOf(page, asked)).unnamed).toEqual([{ id: "draw", why: "cut" }]);

  // moves at every frame: never at rest
  await page.evaluate(() => {
    const name = document.querySelector<HTMLElement>("[data-state-name]");
    const move = () => {
      if (name) name.style.marginLeft = `${(performance.now() / 10) % 100}px`;
      requestAnimationFrame(move);
    };
    move();
  });
  expect(await atRest(page, { patience: 1_500 })).toBe(false);
  await page.close();
});

test("a page without a canvas has nothing to judge", async ({ watched }) => {
  const page = await watched.browser.newPage();
  await judged(page);
  await page.goto("about:blank");

  await expect(canvasSize(page)).rejects.toThrow("no canvas");
  expect(await atRest(page, { patience: 600 })).toBe(false);
  await page.close();
});
