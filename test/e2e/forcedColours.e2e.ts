import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";

/** What is pressed, chosen, current or live, yet drawn as its like that is not. */
const undistinguished = () => {
  const look = (element: Element) => {
    const own = getComputedStyle(element);
    // backgrounds and colours are computed as if they were kept: only where they may be are they seen
    const kept = own.forcedColorAdjust === "none" ? own.backgroundColor : "";
    return `${own.outlineStyle === "none" ? "" : own.outline} ${own.borderStyle} ${own.borderWidth} ${kept}`;
  };
  const signs = ["aria-pressed", "aria-selected", "aria-current", "data-live"];
  const isOn = (element: Element, sign: string) =>
    ["true", "page", "step", "active"].includes(element.getAttribute(sign) ?? "");
  return signs.flatMap((sign) =>
    [...document.querySelectorAll(`[${sign}]`)]
      .filter((on) => isOn(on, sign) && !on.closest("svg") && on.getClientRects().length > 0)
      .flatMap((on) => {
        const like = [...document.querySelectorAll(on.tagName)].find(
          (other) =>
            other.className === on.className &&
            !signs.some((one) => other.hasAttribute(one) && other.getAttribute(one) !== "false"),
        );
        return like && look(like) === look(on) ? [`${sign}: ${on.outerHTML.slice(0, 160)}`] : [];
      }),
  );
};

test("in forced colours what is pressed, chosen, current or live is told apart in every view", async ({
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  await me.page.emulateMedia({ forcedColors: "active" });
  await me.openGame();
  for (const view of ["design", "rules", "export", "simulate"] as const) {
    await me.view(view);
    await me.still().catch(() => undefined);
    if (view === "simulate") {
      await me.button("simulate.start").click();
      await expect(me.now).toBeVisible();
      await me.settled();
      expect(await me.page.locator('[data-live="active"]').count()).toBeGreaterThan(0);
    }
    expect(await me.page.evaluate(undistinguished), view).toEqual([]);
  }
});
