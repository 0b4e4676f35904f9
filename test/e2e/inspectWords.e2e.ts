import { beforeAll, expect as expectValue } from "vitest";
import { exampleApp } from "#test/support/exampleApp.ts";
import { expect } from "#test/support/expect.ts";
import { InspectDriver } from "#test/support/InspectDriver.ts";
import { test } from "#test/support/studioTest.ts";

beforeAll(async () => (await exampleApp("connect")).close(), 300_000);

test("clauses carry their wordings, states and events their labels, in the language chosen; the log finds what its rows show", async ({
  visit,
  studio,
}) => {
  const me = await visit();
  const page = await me.context.newPage();
  const address = new URL(studio.inspector);
  address.searchParams.set("language", "ja");
  await page.goto(address.href);
  const inspector = new InspectDriver(page, "ja");
  const app = await exampleApp("connect");
  await app.play(studio.inspect.replace("http", "ws").replace("/inspect", "/app")).ended;
  app.close();
  await inspector.allow();
  await inspector.expectActive("gameOver");
  const game = "rulesets/haikyu-break";
  const wordings = JSON.parse(await studio.text(`${game}/text/ja.json`)) as { text: Record<string, string> };
  const labels = JSON.parse(await studio.text(`${game}/labels/ja.json`)) as {
    labels: Record<string, string>;
  };
  const rows = inspector.log.getByRole("option");

  await expect(rows.last()).toContainText(labels.labels["state:gameOver"] ?? "no label");
  await expect(rows.last()).toContainText("gameOver");
  const chip = inspector.step.getByRole("button", { name: /^HV-/ }).first();
  const wording = wordings.text[(await chip.textContent()) ?? ""] ?? "no wording";
  await expect(inspector.step.getByRole("listitem").getByText(wording).first()).toBeVisible();
  await chip.hover();
  await expect(page.getByRole("tooltip")).toHaveText(wording);
  await page.mouse.move(400, 20, { steps: 8 });
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await chip.focus();
  await expect(page.getByRole("tooltip")).toHaveText(wording);
  await chip.click();
  await expect(page.getByRole("tooltip")).toHaveText(wording);

  const search = page.getByRole("searchbox", { name: inspector.say("inspect.search") });
  for (const text of ["hand: ", "PRESENT_DECK", labels.labels["event:PRESENT_DECK"] ?? "no label"]) {
    await search.fill(text);
    await expect(rows.first()).toContainText(text);
  }
  await search.fill("zzz");
  await expect(inspector.log).toContainText(inspector.say("inspect.no-fit-text", { text: "zzz" }));
  await inspector.button("inspect.show-all").click();
  await expect(search).toHaveValue("");
  await expect(rows.last()).toContainText("gameOver");
  expectValue(inspector.complaints).toEqual([]);
});
