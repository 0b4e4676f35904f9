import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";

test("a link to a state opens there, on the graph, in the outline and in the code", async ({ visit }) => {
  const me = await visit();

  await me.open("#/haikyu-break/design?state=set.interval.takeSetCard");

  await expect(me.graphState("set.interval.takeSetCard")).toBeVisible();
  await expect(me.outlineState("set.interval.takeSetCard")).toHaveAttribute("aria-selected", "true");
  await expect(me.outlineState("set.interval.takeSetCard")).toBeInViewport();
  await expect(me.inspector.getByRole("textbox", { name: me.say("inspector.key") })).toHaveValue(
    "takeSetCard",
  );
  await me.expectCode("takeSetCard: {");
});

test("a link to a clause opens it; back and forward walk over clauses and views", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  const chosen = (id: string) => expect(me.clause(id)).toHaveAttribute("aria-selected", "true");

  await me.open("#/haikyu-break/rules?clause=HV-II-1.3");
  await chosen("HV-II-1.3");
  await expect(me.clause("HV-II-1.3")).toBeInViewport();
  await me.clause("HV-II-1.2").click();
  await chosen("HV-II-1.2");
  await me.view("export");
  await expect(me.button("export.download")).toBeVisible();

  await me.page.goBack();
  await chosen("HV-II-1.2");
  await me.page.goBack();
  await chosen("HV-II-1.3");
  await me.page.goForward();
  await chosen("HV-II-1.2");
  await expect(me.page).toHaveURL(/clause=HV-II-1\.2$/);
});

for (const [id, size] of [
  ["HV-IV-T.2b", { width: 1600, height: 960 }],
  ["HV-III.6", { width: 1280, height: 720 }],
  ["HV-VI-2b", { width: 1280, height: 720 }],
] as const)
  test(`a link to ${id} shows the graph as a click on it does, ${size.width} pixels wide`, async ({
    visit,
  }) => {
    const clicking = await visit({ size, codeFolded: true });
    await clicking.open("#/haikyu-break/rules");
    await clicking.still();
    await clicking.clause(id).click();
    const clicked = await clicking.still();
    await clicking.close();

    const linking = await visit({ size, codeFolded: true });
    await linking.open(`#/haikyu-break/rules?clause=${id}`);
    await linking.graph.waitFor();
    expect(await linking.still()).toBe(clicked);
    await linking.page.reload();
    await linking.graph.waitFor();
    expect(await linking.still(), "loaded anew").toBe(clicked);
  });

test("links that lead nowhere say so and leave a way on", async ({ visit }) => {
  const me = await visit({ codeFolded: true });

  await me.open("#/no-such-game/design");
  await expect(
    me.page.getByRole("heading", { name: me.say("welcome.failed", { game: "no-such-game" }) }),
  ).toBeVisible();
  await me.page.getByRole("button", { name: /Volleyball/ }).click();
  await expect(me.graphState("setup")).toBeVisible();

  await me.page.evaluate(() => (location.hash = "#/haikyu-break/design?state=no.such.state"));
  await expect(me.page.getByText(me.say("origin.gone"))).toBeVisible();
  await expect(me.graphState("setup")).toBeVisible();

  await me.page.evaluate(() => (location.hash = "#/%E0%A4%A/nonsense?transition=%%%"));
  await expect(me.graphState("setup")).toBeVisible();
});

test("an error in one panel leaves the others alive, and can be tried again", async ({ visit }) => {
  const me = await visit();
  // scrollIntoView of the outline's rows fails: an effect of that panel throws
  await me.page.addInitScript(() => {
    const scroll = Element.prototype.scrollIntoView;
    Object.assign(window, { panelFails: true });
    Element.prototype.scrollIntoView = function (this: Element, ...args) {
      if (this.getAttribute("role") === "treeitem" && "panelFails" in window && window.panelFails)
        throw new Error("the outline broke");
      scroll.apply(this, args);
    };
  });
  await me.open("#/haikyu-break/design?state=setup.pickDecider");

  const broken = me.page.getByRole("alert").filter({ hasText: "the outline broke" });
  await expect(broken).toContainText(me.say("failure.panel", { name: me.say("outline.title") }));
  await expect(me.graphState("setup.pickDecider")).toBeVisible();
  await me.expectCode("pickDecider: {");
  await me.typeInCode('target: "decideServe"', 'target: "shuffle"');
  await me.expectSaved("unsaved");
  await me.undo();
  await me.expectSaved("saved");

  await me.page.evaluate(() => Object.assign(window, { panelFails: false }));
  await broken.getByRole("button", { name: me.say("failure.retry") }).click();
  await expect(me.outlineState("setup.pickDecider")).toBeVisible();
});
