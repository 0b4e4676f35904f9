import type { Locator } from "playwright";
import { expect } from "#test/support/expect.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";
import { test } from "#test/support/studioTest.ts";

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error("not drawn");
  return box;
};
const folds = (me: StudioDriver) =>
  me.graph
    .locator("[data-fold]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-fold")).toSorted());

test("level, closed phases, place and the phase that is the page are as one left them, also after a reload", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true });
  const before = await studio.filesOf("haikyu-break");
  await me.openGame();
  await expect(me.levelButton("map")).toHaveAttribute("aria-pressed", "true");
  await expect(me.graphState("setup.redraw.otherPlayer")).toBeVisible();

  // a phase is closed, and one looks from nearer
  await me.graphState("set.interval").hover({ position: { x: 40, y: 10 } });
  await me
    .graphState("set.interval")
    .getByRole("button", { name: me.say("canvas.fold"), exact: true })
    .click();
  await expect(me.graphState("set.interval.takeSetCard")).toHaveCount(0);
  await me.zoomIn();
  await me.zoomIn();
  const [seen, closed] = [await me.still(), await folds(me)];
  expect(closed).toContain("set.interval");
  await expect
    .poll(() =>
      me.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("turnwright.look."))),
    )
    .toHaveLength(1);
  await me.page.reload();
  await me.graphState("set.interval").waitFor();
  expect(await me.still()).toBe(seen);
  expect(await folds(me)).toEqual(closed);

  // a phase is entered, and left by the breadcrumb
  await me.graphState("set.lostSet").dblclick({ position: { x: 40, y: 10 } });
  await expect(me.graphState("setup")).toHaveCount(0);
  await expect(me.levelButton("full")).toHaveAttribute("aria-pressed", "true");
  await me.page.reload();
  await expect(me.graphState("set.lostSet.checkSkills")).toBeVisible();
  await expect(me.graphState("setup")).toHaveCount(0);
  await me.breadcrumb.getByRole("button", { name: me.say("canvas.whole"), exact: true }).click();
  await expect(me.graphState("setup")).toBeVisible();
  await expect(me.levelButton("map")).toHaveAttribute("aria-pressed", "true");

  // a level that was chosen is kept
  await me.level("flow");
  await me.page.reload();
  await expect(me.levelButton("flow")).toHaveAttribute("aria-pressed", "true");

  // how a person looks is nothing of the game
  await me.expectSaved("saved");
  expect(await studio.filesOf("haikyu-break")).toEqual(before);
});

test("a state that is dragged to another place stands there in the lines of the layout file; undo takes it back", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true });
  const before = await studio.filesOf("vf-card");
  await me.openGame("vf-card");
  await me.level("map");
  await me.still();
  const order = async () => {
    const boxes = await Promise.all(
      ["draw", "phases"].map(async (key) => ({
        key,
        ...(await boxOf(me.graphState(`turn.${key}`))),
      })),
    );
    type Box = (typeof boxes)[number];
    const isBefore = (a: Box, b: Box) => a.x + a.width <= b.x || a.y + a.height <= b.y;
    return boxes.toSorted((a, b) => (isBefore(a, b) ? -1 : 1)).map(({ key }) => key);
  };
  expect(await order()).toEqual(["draw", "phases"]);

  await me.holdBehind("turn.draw", "turn.phases");
  await me.page.mouse.up();

  await expect.poll(order).toEqual(["phases", "draw"]);
  await me.save();
  const layout = JSON.parse(await studio.text("machines/vf-card.layout.json")) as {
    format: number;
    machines: Record<string, { compounds: Record<string, { lines: string[][] }> }>;
  };
  expect(layout.format).toBe(2);
  const [machine] = Object.values(layout.machines);
  expect(Object.keys(machine?.compounds ?? {})).toEqual(["turn"]);
  expect(machine?.compounds["turn"]?.lines.flat()).toEqual(["phases", "draw"]);

  await me.undo();
  await expect.poll(order).toEqual(["draw", "phases"]);
  await me.save();
  expect(await studio.filesOf("vf-card")).toEqual(before);
});

test("what comes after the first picture is there when it is needed: the card of a step, the overview, tidying up", async ({
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  await me.openGame("vf-card");
  await me.level("map");
  await me.still();

  await me.graphState("turn.draw").hover();
  await expect(me.page.locator("[data-ways]")).toBeVisible();

  await me.page.getByRole("button", { name: me.say("canvas.overview"), exact: true }).click();
  await expect(me.page.locator('[data-place="turn"]')).toBeVisible();

  await me.page.getByRole("button", { name: me.say("canvas.tidyUp"), exact: true }).click();
  await expect(me.page.locator("[data-proposal]").or(me.notice("canvas.tidy-already"))).toBeVisible();
});
