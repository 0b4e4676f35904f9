import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect as plain } from "vitest";
import { start } from "#cli/start.ts";
import { expect } from "#test/support/expect.ts";
import { builtStudio } from "#test/support/startStudio.ts";
import { StudioDriver } from "#test/support/StudioDriver.ts";
import { test } from "#test/support/studioTest.ts";

test("a folder without games offers the samples and the machines in it: these open where they lie, and a sample that is chosen is copied into it", async ({
  watched,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "turnwright-empty-"));
  await mkdir(join(folder, "src"));
  await writeFile(
    join(folder, "src/lamp.ts"),
    `import { createMachine } from "xstate";\nexport const lamp = createMachine({ initial: "off", states: { off: {} } });\n`,
  );
  const studio = await start({ root: folder, studioDir: await builtStudio(), port: 0, log: () => undefined });
  let me = await StudioDriver.start(watched.browser, studio.url, { codeFolded: true });
  try {
    await me.open("");
    const samples = () => me.page.getByRole("region", { name: me.say("welcome.samples") });
    await expect(samples().getByRole("button")).toHaveCount(5);
    const found = me.page.getByRole("region", { name: me.say("welcome.found", { count: 1 }) });
    await found.getByRole("button", { name: /src\/lamp\.ts/ }).click();
    await expect(me.graphState("off")).toBeVisible();
    plain(await readdir(folder)).toEqual(["src"]);

    // Another person comes to the start page.
    await me.close();
    me = await StudioDriver.start(watched.browser, studio.url, { codeFolded: true });
    await me.open("");
    await samples()
      .getByRole("button", { name: /VF card game/ })
      .click();

    await expect(me.graphState("setup")).toBeVisible();
    plain(await readdir(join(folder, "machines"))).toContain("vf-card.machine.ts");
    plain(await readdir(join(folder, "rulesets/vf-card/scenarios"))).not.toEqual([]);
    plain(me.complaints).toEqual([]);
  } finally {
    await me.close();
    await studio.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test("where no game is open a trace of a sample can be replayed: the sample is copied into the folder", async ({
  watched,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "turnwright-empty-"));
  const studio = await start({ root: folder, studioDir: await builtStudio(), port: 0, log: () => undefined });
  const me = await StudioDriver.start(watched.browser, studio.url, { codeFolded: true });
  const scenario = await readFile("rulesets/vf-card/scenarios/battle.json", "utf8");
  const news = { address: studio.inspector, asking: [], joined: 0, apps: 0 };
  let traces = [{ trace: 1, game: "vf-card", scenario }];
  // As the relay tells it once an inspector's page has handed it over.
  await me.page.route("**/api/inspect", (route) => route.fulfill({ json: { ...news, traces } }));
  try {
    await me.open("");
    await me.button("apps.waiting", { count: 1 }).click();
    await me.button("inspect.studio.sample").click();

    await expect(me.button("trace.save")).toBeVisible({ timeout: 30_000 });
    plain(await readdir(join(folder, "machines"))).toContain("vf-card.machine.ts");
    traces = [];
    plain(me.complaints).toEqual([]);
  } finally {
    await me.close();
    await studio.close();
    await rm(folder, { recursive: true, force: true });
  }
});
