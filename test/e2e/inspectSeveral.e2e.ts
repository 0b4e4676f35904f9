import { onTestFinished, expect as expectValue } from "vitest";
import WebSocket from "ws";
import { createActor, createMachine, sendTo, type AnyStateMachine } from "xstate";
import { connect } from "#core/inspect/connect.ts";
import { expect } from "#test/support/expect.ts";
import { InspectDriver } from "#test/support/InspectDriver.ts";
import type { ServedStudio } from "#test/support/startStudio.ts";
import { test } from "#test/support/studioTest.ts";
import { machine as volleyball } from "../../machines/haikyu-break.machine.ts";

const bulb = createMachine({
  id: "bulb",
  initial: "dark",
  states: { dark: { on: { SWITCH: "lit" } }, lit: { on: { SWITCH: "dark" } } },
});
/** A machine with another one inside. */
const lamp = createMachine({
  id: "lamp",
  invoke: { src: bulb, id: "bulb" },
  initial: "off",
  states: {
    off: { on: { PRESS: { target: "on", actions: sendTo("bulb", { type: "SWITCH" }) } } },
    on: { on: { PRESS: { target: "off", actions: sendTo("bulb", { type: "SWITCH" }) } } },
  },
});
const door = createMachine({
  id: "door",
  initial: "shut",
  states: { shut: { on: { OPEN: "wide" } }, wide: { on: { CLOSE: "shut" } } },
});

/** An app that runs here, and tells the inspector. */
function running(studio: ServedStudio, name: string, machine: AnyStateMachine) {
  const to = studio.inspect.replace("http", "ws").replace("/inspect", "/app");
  const line = connect({ to, name, WebSocket: WebSocket as never });
  onTestFinished(() => line.close());
  return createActor(machine, { inspect: line.inspect as never }).start();
}

test("where an app goes another way than its model, that is told with its place, and the rest is followed", async ({
  visit,
  studio,
}) => {
  const me = await visit();
  const { page } = me;
  const inspector = new InspectDriver(page);
  await page.goto(studio.inspector);
  // The same structure with a rule that lets pass what the model refuses.
  const lax = volleyball.provide({ guards: { hasDeckToPresent: () => true } });
  const app = running(studio, "Lax volleyball", lax);
  const present = (by: string, eventCards: number) =>
    app.send({ type: "PRESENT_DECK", by, cards: 40, eventCards } as never);
  const differences = page.getByRole("button", {
    name: String(inspector.say("inspect.step-number", { n: 2 })),
    exact: true,
  });

  await inspector.allow();
  present("P1", 8);
  await inspector.expectLast("PRESENT_DECK");
  await inspector.expectActive("setup.presentDecks");
  await expect(inspector.step.getByText(inspector.say("inspect.no-findings", { count: 1 }))).toBeVisible();
  present("P1", 7);
  present("P2", 8);

  await inspector.expectActive("setup.pickDecider");
  await differences.first().click();
  await expect(inspector.step.getByText(inspector.say("inspect.finding.accepted"))).toHaveCount(2);
  await expect(inspector.log.getByRole("option", { selected: true })).toContainText('"eventCards":7');
  // Our copy says which rule it was.
  await expect(inspector.step.getByText("has not presented a deck yet").first()).toBeVisible();
  expectValue(inspector.complaints).toEqual([]);
});

test("of two apps each actor is looked at by itself; one pauses, and filters and searches what came", async ({
  visit,
  studio,
}) => {
  const me = await visit();
  const { page } = me;
  const inspector = new InspectDriver(page);
  await page.goto(studio.inspector);
  const apps = page.getByRole("navigation", { name: inspector.say("inspect.apps") });
  const rows = inspector.log.getByRole("option");
  const light = running(studio, "Light", lamp);
  await inspector.allow();
  await inspector.expectActive("off");
  const entry = running(studio, "Entry", door);
  await inspector.allow();
  await expect(apps.getByText("Entry", { exact: true })).toBeVisible();
  light.send({ type: "PRESS" });
  await inspector.expectLast("PRESS");
  await inspector.expectActive("on");

  // The actor inside the first, the other app, and back: each with its chart and its own events.
  await inspector.choose("bulb");
  await inspector.expectLast("SWITCH");
  await inspector.expectActive("lit");
  await inspector.choose("door");
  await inspector.expectActive("shut");
  light.send({ type: "PRESS" });
  entry.send({ type: "OPEN" });
  await inspector.expectActive("wide");
  await expect(rows).toHaveCount(2);
  await inspector.choose("lamp");
  await inspector.expectActive("off");

  // All of an app in the order in which it came; of the others nothing.
  await page.getByLabel(inspector.say("inspect.scope.label")).selectOption("app");
  await expect(rows.filter({ hasText: "SWITCH" })).toHaveCount(2);
  await expect(rows.filter({ hasText: "OPEN" })).toHaveCount(0);
  light.send({ type: "NOTHING" });
  await page.getByLabel(inspector.say("inspect.refusals.label")).selectOption("only");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(inspector.say("inspect.refused"));
  await page.getByLabel(inspector.say("inspect.refusals.label")).selectOption("all");
  await page.getByLabel(inspector.say("inspect.scope.label")).selectOption("actor");

  // Held, the page stays at its step while the app goes on.
  await inspector.button("inspect.pause").click();
  const before = await rows.count();
  light.send({ type: "PRESS" });
  await expect(rows).toHaveCount(before + 1);
  await inspector.expectActive("off");
  await inspector.button("inspect.follow").click();
  await inspector.expectActive("on");
  await page.getByRole("searchbox", { name: inspector.say("inspect.search") }).fill("NOTHING");
  await expect(rows).toHaveCount(1);
  expectValue(inspector.complaints).toEqual([]);
});
