import { expect } from "#test/support/expect.ts";
import { uiLanguages } from "#app/i18n.ts";
import { views } from "#app/studio/route.ts";
import { test } from "#test/support/studioTest.ts";

const sizes = [
  { width: 1280, height: 720 },
  { width: 1600, height: 960 },
];

/** What does not fit: elements whose words are wider than they are, or that reach out of the window. Runs in the page. */
function overflows(selector: string): string[] {
  const found: string[] = [];
  const { clientWidth, clientHeight, scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} wide in ${clientWidth}`);
  if (scrollHeight > clientHeight) found.push(`the page is ${scrollHeight} high in ${clientHeight}`);
  for (const part of document.querySelectorAll<HTMLElement>(selector)) {
    const name = part.getAttribute("aria-label") ?? part.textContent?.trim().slice(0, 30);
    const { left, right } = part.getBoundingClientRect();
    if (right - left > 0 && (right > clientWidth + 0.5 || left < -0.5))
      found.push(`${name} reaches from ${left} to ${right}`);
    // one pixel is rounding
    if (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== "inline")
      found.push(`${name} is ${part.scrollWidth} wide in ${part.clientWidth}`);
  }
  return found;
}

test.for([...uiLanguages])(
  "every view and the header fit at each size, in %s",
  async (language, { visit }) => {
    const me = await visit({ language, size: sizes[0] });
    await me.openGame();
    await me.selectState("setup.decideServe");
    await expect(me.graphState("setup.decideServe")).toBeVisible();
    await me.graphState("setup.decideServe").click({ button: "right", position: { x: 30, y: 12 } });
    const menu = me.page.getByRole("menu");
    await expect(menu).toBeVisible();
    const { y = -1, height = 0 } = (await menu.boundingBox()) ?? {};
    expect([y >= 0, y + height <= 720], `the menu reaches from ${y} to ${y + height}`).toEqual([true, true]);
    await me.page.keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
    const tabs = me.page.getByRole("navigation", { name: me.say("header.views") }).getByRole("link");
    await expect(tabs).toHaveCount(views.length);
    await me.startRun();
    await me.settled();

    for (const view of views) {
      await me.view(view);
      if (view === "simulate") await expect(me.now).toBeVisible();
      if (view === "rules") await expect(me.clause().first()).toBeVisible();
      if (view === "export") await expect(me.button("export.download")).toBeEnabled();
      for (const size of sizes) {
        await me.page.setViewportSize(size);
        await me.picture(`${language}-${size.width}-${view}`);
        const at = `${view} at ${size.width}`;
        expect(await me.page.evaluate(overflows, "header, header *:not(svg, svg *), main"), at).toEqual([]);
        // names of the panels and their controls stand on one line each
        expect(await me.page.evaluate(overflows, "button.btn, [role=tab], h4, nav a"), at).toEqual([]);
      }
    }
  },
);

test("enlarged to 200 %, panels stand one below the other and nothing is out of reach", async ({ visit }) => {
  const me = await visit({ size: { width: 640, height: 360 } });
  await me.openGame();
  for (const size of [
    { width: 800, height: 480 },
    { width: 640, height: 360 },
  ]) {
    await me.page.setViewportSize(size);
    for (const view of views) {
      await me.view(view);
      if (view === "rules") await expect(me.clause().first()).toBeVisible();
      await me.picture(`stacked-${size.width}-${view}`);
      const at = `${view} at ${size.width}`;
      expect(await me.page.evaluate(overflows, "header, header *:not(svg, svg *), main"), at).toEqual([]);
    }
    await me.view("rules");
    const list = await me.page.getByRole("listbox").first().boundingBox();
    expect(list?.width, "the clauses").toBeGreaterThan(size.width - 40);
    // what stands further down is scrolled to
    const readings = me.page.getByText(me.say("rules.readings"), { exact: true }).first();
    await readings.scrollIntoViewIfNeeded();
    await expect(readings).toBeInViewport();
  }
});

test("enlarged to 200 %, an address leads to its clause, and what the machine does is in reach", async ({
  visit,
}) => {
  const me = await visit({ size: { width: 800, height: 480 } });
  await me.open("#/vf-card/rules?clause=VF-E.5");

  await expect(me.page.locator("article[data-marked]").first()).toBeAttached();
  await expect(me.clause("VF-E.5")).toBeInViewport({ ratio: 0.9 });
  await expect(me.page.getByText(me.say("rules.machine"), { exact: true })).toBeInViewport();
});

test("in a narrow window the picture has its room at first, to edit and to play", async ({ visit }) => {
  const me = await visit({ size: { width: 1280, height: 720 } });
  for (const view of ["design", "simulate"] as const) {
    await me.open(`#/flesh-and-blood/${view}`);
    await expect(me.graphState("game")).toBeVisible();
    expect((await me.graph.boundingBox())?.width, view).toBeGreaterThanOrEqual(800);
    // of 73 states
    await expect.poll(() => me.graph.locator("[data-state-name]").count(), view).toBeGreaterThan(30);
  }
  // what plays is beside it, and the outline is a button away
  await expect(me.page.getByRole("heading", { name: me.say("simulate.start-title") })).toBeVisible();
  const folds = me.page.getByRole("group", { name: me.say("panels.title") });
  await folds.getByRole("button", { name: me.say("outline.title") }).click();
  await expect(me.page.getByRole("tree", { name: me.say("outline.title") })).toBeVisible();
});

test("panels fold and come back, and stay folded over a reload", async ({ visit }) => {
  const me = await visit();
  await me.openGame();
  const folds = me.page.getByRole("group", { name: me.say("panels.title") });
  const fold = (panel: string) => folds.getByRole("button", { name: me.say(`${panel}.title`) }).click();
  const middle = async () => (await me.graph.boundingBox())?.width ?? 0;
  await expect(me.code).toBeVisible();

  for (const size of sizes) {
    await me.page.setViewportSize(size);
    const before = await middle();

    for (const panel of ["outline", "side", "problems"]) await fold(panel);
    await expect(me.code).toHaveCount(0);
    await expect(me.problems).toHaveCount(0);
    expect(await middle()).toBeGreaterThan(size.width - 30);

    for (const panel of ["outline", "side", "problems"]) await fold(panel);
    await expect(me.code).toBeVisible();
    await expect(me.problems).toBeVisible();
    expect(Math.abs((await middle()) - before)).toBeLessThan(4);
  }

  const before = await middle();
  await fold("side");
  await expect(me.code).toHaveCount(0);
  await me.page.reload();
  await expect(me.graphState("setup")).toBeVisible();
  await expect(me.problems).toBeVisible();
  await expect(me.code).toHaveCount(0);
  expect(await middle()).toBeGreaterThan(before + 100);

  await fold("side");
  await expect(me.code).toBeVisible();
  expect(Math.abs((await middle()) - before)).toBeLessThan(4);
});

test("panels are drawn larger and smaller by pointer and keys, fold at the end, and stay so over a reload", async ({
  visit,
}) => {
  const me = await visit({ size: sizes[1] });
  await me.openGame();
  await expect(me.code).toBeVisible();
  const divider = me.page.getByRole("separator", { name: me.say("side.title") });
  const valueOf = async () => Number(await divider.getAttribute("aria-valuenow"));
  const middle = async () => (await me.graph.boundingBox())?.width ?? 0;
  const before = await middle();
  const [first, half] = [await valueOf(), 300];
  const drawBy = async (away: number) => {
    const { x = 0, y = 0 } = (await divider.boundingBox()) ?? {};
    await me.page.mouse.move(x, y + half);
    await me.page.mouse.down();
    await me.page.mouse.move(x + away / 2, y + half);
    await me.page.mouse.move(x + away, y + half, { steps: 4 });
    await me.page.mouse.up();
  };
  await drawBy(100);
  expect(await valueOf()).toBe(first - 100);
  expect(Math.abs((await middle()) - before - 100)).toBeLessThan(2);
  await divider.press("ArrowLeft");
  expect(await valueOf()).toBeGreaterThan(first - 100);
  await divider.press("Home");
  const least = await valueOf();
  expect(least).toBeLessThan(first - 100);

  await me.page.reload();
  await expect(me.graphState("setup")).toBeVisible();
  await expect(me.code).toBeVisible();
  expect(await valueOf()).toBe(least);
  // the middle keeps its room however far one draws
  await drawBy(-1500);
  expect(await middle()).toBeGreaterThan(270);
  await drawBy(1500);
  await expect(me.code).toHaveCount(0);
  await divider.press("Enter");
  await expect(me.code).toBeVisible();
  await divider.dblclick();
  expect(await valueOf()).toBe(first);
});
