import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";

test("a state that is held still asks for no frames; held at the border the canvas goes along", async ({
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  await me.openGame("vf-card");
  await me.level("map");
  await me.still();
  const [state, canvas] = [
    await me.graphState("turn.draw").boundingBox(),
    await me.page.locator(".react-flow").first().boundingBox(),
  ];
  if (!state || !canvas) throw new Error("not drawn");
  await me.page.evaluate(() => {
    const ask = window.requestAnimationFrame.bind(window);
    const counted = window as unknown as { asked: number };
    counted.asked = 0;
    window.requestAnimationFrame = (then) => {
      counted.asked++;
      return ask(then);
    };
  });
  const frames = async (ms: number) => {
    const before = await me.page.evaluate(() => (window as unknown as { asked: number }).asked);
    await me.page.waitForTimeout(ms);
    return (await me.page.evaluate(() => (window as unknown as { asked: number }).asked)) - before;
  };
  const camera = () =>
    me.page
      .locator(".react-flow__viewport")
      .first()
      .evaluate((e) => getComputedStyle(e).transform);

  const { mouse } = me.page;
  await mouse.move(state.x + 20, state.y + 10);
  await mouse.down();
  await mouse.move(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2, { steps: 8 });
  await me.page.waitForTimeout(400);
  const seen = await camera();
  expect(await frames(1000)).toBeLessThan(5);
  expect(await camera()).toBe(seen);

  // in one step, and then it stays there
  await mouse.move(canvas.x + canvas.width - 4, canvas.y + canvas.height / 2);
  await expect.poll(camera).not.toBe(seen);
  const going = await camera();
  await expect.poll(camera).not.toBe(going);

  await me.page.keyboard.press("Escape");
  await mouse.up();
});
