import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "#test/support/expect.ts";
import { describe } from "vitest";
import type { UiLanguage } from "#app/i18n.ts";
import { uiLanguages } from "#app/i18n.ts";
import { consumerFolder } from "#test/support/consumer.ts";
import { home } from "#test/support/startStudio.ts";
import { test } from "#test/support/studioTest.ts";

const run = promisify(execFile);
const guard = 'guard: and(["byDecider", "takesOrLeaves"])';

describe.each(uiLanguages)("in %s", (language: UiLanguage) => {
  test("a game is opened, edited from both sides, undone, played, kept as a scenario, saved and exported", async ({
    studio,
    visit,
    watched,
  }) => {
    const me = await visit({ language });
    const picture = (stage: string) => me.picture(`${language}-${stage}`);
    const labels = (
      JSON.parse(await studio.text(`rulesets/haikyu-break/labels/${language}.json`)) as {
        labels: Record<string, string>;
      }
    ).labels;
    const before = await studio.filesOf("haikyu-break");

    await me.openGame();
    await expect(me.graphState("setup")).toHaveAccessibleName(new RegExp(`^${labels["state:setup"]}`));
    expect(await me.page.evaluate(() => document.documentElement.lang)).toBe(language);
    await picture("1-open");

    // a phase is renamed on the graph, and the code follows
    await me.selectState("set.serveTurn.serve");
    await me.renamePhaseOnGraph("set.serveTurn.serve", "servePhase");
    await expect(me.graphState("set.serveTurn.servePhase")).toBeVisible();
    await me.expectCode("servePhase: {");
    await me.expectSaved("unsaved");
    await picture("2-renamed");

    // a guard is changed in the code, and the graph follows
    await me.selectState("setup.decideServe");
    await me.level("full");
    const decides = me.graphTransition("setup.decideServe|on|DECIDE_SERVE|0").last();
    // labels are cut where the room ends
    const words = (name: string) => (labels[`guard:${name}`] ?? name).slice(0, 8);
    await expect(decides).toContainText(words("byDecider"));
    await expect(decides.getByText(words("byDecider"))).toBeVisible();
    await me.typeInCode(guard, 'guard: "takesOrLeaves"');
    await expect(decides.getByText(words("takesOrLeaves"))).toBeVisible();
    await expect(decides).not.toContainText(words("byDecider"));
    await picture("3-guard");

    // one undo from the code, one from the header: every byte is as before
    await me.page.keyboard.press("Control+z");
    await expect(decides).toContainText(words("byDecider"));
    await me.undo();
    await me.level("map");
    await expect(me.graphState("set.serveTurn.serve")).toBeVisible();
    await expect(me.graphState("set.serveTurn.servePhase")).toHaveCount(0);
    await me.expectSaved("saved");

    // a set is played to a Lost
    await me.startRun();
    const event = (type: string) => labels[`event:${type}`] ?? type;
    await me.sendEvent(event("PRESENT_DECK"), { seat: "P1" });
    await me.sendEvent(event("PRESENT_DECK"), { seat: "P2" });
    await me.sendEvent(event("PICK_DECIDER"));
    await me.sendEvent(event("DECIDE_SERVE"));
    await me.sendEvent(event("REDRAW"));
    await me.sendEvent(event("REDRAW"));
    expect(await me.active()).toEqual([
      "set",
      "set.serveTurn",
      "set.serveTurn.serve",
      "set.serveTurn.serve.deploy",
    ]);
    await picture("4-play");
    await me.sendEvent(event("DEPLOY_NOBODY"));
    await expect(
      me.now.page().getByRole("region", { name: me.say("simulate.context"), exact: true }),
    ).toContainText(labels["value:context.cause.noServer"] ?? "noServer");
    await picture("5-lost");

    // back, and the other branch
    await me.stepBack();
    await me.sendEvent(event("DEPLOY"));
    expect(await me.active()).toContain("set.serveTurn.serve.free");
    await expect(
      me.timeline.getByRole("combobox", { name: me.say("simulate.branches", { count: 2 }) }),
    ).toBeVisible();
    await picture("6-branch");

    // kept, saved, and played by the command line
    await me.saveScenario("first-serve");
    await me.save();
    const scenario = await studio.text("rulesets/haikyu-break/scenarios/first-serve.json");
    const { stdout } = await run(process.execPath, [
      join(home, "bin/turnwright.js"),
      "play",
      "haikyu-break",
      "--root",
      studio.folder,
      "--scenario",
      "first-serve",
    ]);
    expect(stdout).toContain("first-serve");
    expect(await studio.filesOf("haikyu-break")).toEqual({
      ...before,
      "rulesets/haikyu-break/scenarios/first-serve.json": scenario,
    });

    // taken out, and run by plain Node
    const { name, text } = await me.export("js");
    await picture("7-export");
    expect(name).toBe("haikyu-break.machine.js");
    const folder = await consumerFolder();
    try {
      await folder.write(name, text);
      await folder.write("scenarios.json", JSON.stringify({ "first-serve": JSON.parse(scenario) }));
      await folder.write("run.js", await readFile(join(home, "test/core/export/runScenarios.js"), "utf8"));
      const ran: unknown = JSON.parse(await folder.node("run.js", `./${name}`, "scenarios.json"));
      expect(ran).toMatchObject({ scenarios: 1, steps: 8 });
    } finally {
      await folder.remove();
    }

    expect(me.complaints).toEqual([]);
    expect(me.strangers).toEqual([]);
    expect(watched.outside).toEqual([]);
  });
});
