import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openPath } from "#cli/open.ts";
import { turnwright } from "#test/support/commandLine.ts";
import { expect } from "#test/support/expect.ts";
import { builtStudio } from "#test/support/startStudio.ts";
import { StudioDriver } from "#test/support/StudioDriver.ts";
import { test as base } from "#test/support/studioTest.ts";

const lamp = (name: string) => `import { createMachine } from "xstate";
export const ${name} = createMachine({
  id: "${name}",
  initial: "off",
  states: { off: { on: { PRESS: "on" } }, on: { on: { PRESS: "off" } } },
});
`;

/** A folder with these files, served as `turnwright open` does; what was logged. */
interface Opened {
  readonly folder: string;
  readonly me: StudioDriver;
  readonly said: readonly string[];
}
const test = base.extend<{ open: (files: Record<string, string>, path?: string) => Promise<Opened> }>({
  open: async ({ watched }, give) => {
    const ends: (() => Promise<void>)[] = [];
    await give(async (files, path = "") => {
      const folder = await mkdtemp(join(tmpdir(), "turnwright-bring-"));
      for (const [name, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), text);
      }
      const said: string[] = [];
      const studioDir = await builtStudio();
      const started = await openPath({
        path: join(folder, path),
        studioDir,
        port: 0,
        log: (line) => said.push(line),
      });
      const me = await StudioDriver.start(watched.browser, started.url);
      await me.open();
      ends.push(async () => {
        await me.close();
        await started.close();
        await rm(folder, { recursive: true });
      });
      return { folder, me, said };
    });
    for (const end of ends) await end();
  },
});
const place = (me: StudioDriver) => me.page.getByRole("contentinfo");
const trustIt = (me: StudioDriver) => me.button("simulate.trust");

/** Drops files on the window, as from another program. */
const drop = (me: StudioDriver, files: Record<string, string>) =>
  me.page.evaluate((given) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of Object.entries(given)) dataTransfer.items.add(new File([text], name));
    const drag = { bubbles: true, cancelable: true, dataTransfer };
    document.body.dispatchEvent(new DragEvent("dragenter", drag));
    document.body.dispatchEvent(new DragEvent("drop", drag));
  }, files);
const paste = (me: StudioDriver, text: string) =>
  me.page.evaluate((given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", given);
    document.body.dispatchEvent(
      new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }),
    );
  }, text);

test("a file that is opened by path is shown without being run or written; it runs when it is trusted, as it was", async ({
  open,
}) => {
  const { folder, me } = await open({ "src/lamp.ts": lamp("lamp"), "src/other.md": "" }, "src/lamp.ts");
  const file = join(folder, "src/lamp.ts");
  const before = await stat(file);

  await expect(me.graphState("off")).toBeVisible();
  await expect(place(me)).toContainText(me.say("place.saves-to", { place: file }));
  await me.view("export");
  await me.view("rules");
  await expect(me.page.getByRole("heading", { name: me.say("rules.no-ruleset") })).toBeVisible();
  await expect(me.page.getByText(me.say("rules.by-path"))).toBeVisible();
  await me.view("simulate");
  await expect(trustIt(me)).toBeVisible();
  await me.picture("bring-trust");
  // nothing of it has been run: there is not even a sandbox
  await expect(me.page.locator("iframe")).toHaveCount(0);
  const after = await stat(file);
  expect([after.mtimeMs, after.size, await readdir(join(folder, "src"))]).toEqual([
    before.mtimeMs,
    before.size,
    ["lamp.ts", "other.md"],
  ]);

  await trustIt(me).click();
  await me.startRun();
  await me.sendEvent("PRESS");
  expect(await me.active()).toEqual(["on"]);

  // what I write here is mine, also after it is saved and the page is loaded anew
  await me.view("design");
  await me.typeInCode('id: "lamp"', 'id: "light"');
  await me.save();
  expect(await readFile(file, "utf8")).toContain('id: "light"');
  await me.page.reload();
  await me.startRun();

  // what another program writes is not
  await me.expectWatching();
  await writeFile(file, lamp("other"));
  await expect(trustIt(me)).toBeVisible();
  expect(me.complaints).toEqual([]);
});

test("a run of a file that was opened by path is downloaded as a scenario, and what else was done is saved", async ({
  open,
}) => {
  const { folder, me } = await open({ "lamp.ts": lamp("lamp") }, "lamp.ts");
  await me.view("simulate");
  await trustIt(me).click();
  await me.startRun();
  await me.sendEvent("PRESS");
  await me.button("simulate.save-scenario").click();
  await me.dialog.getByLabel(me.say("scenario.title")).fill("Goes on");
  await expect(me.dialog).toContainText(
    `npx turnwright play ${join(folder, "lamp.ts")} --scenario goes-on.json`,
  );
  const download = me.page.waitForEvent("download");
  await me.dialog.getByRole("button", { name: me.say("scenario.download"), exact: true }).click();
  const got = await download;

  expect(got.suggestedFilename()).toBe("goes-on.json");
  await got.saveAs(join(folder, "goes-on.json"));
  const played = await turnwright(["play", join(folder, "lamp.ts"), "--scenario", "goes-on.json"], {
    cwd: folder,
  });
  expect(played).toMatchObject({ code: 0, err: "" });
  await me.view("design");
  await me.typeInCode('id: "lamp"', 'id: "light"');
  await me.save();
  expect(await readFile(join(folder, "lamp.ts"), "utf8")).toContain('id: "light"');
  expect(me.complaints).toEqual([]);
});

test("a folder that is opened lists its machines and names the files without one; what they import is followed", async ({
  open,
}) => {
  const { folder, me, said } = await open({
    "src/lamp.ts": `${lamp("lamp")}${lamp("bulb").replace(/import.*/, "")}`,
    "src/door/door.ts": `import { createMachine } from "xstate";
import { states } from "./states";
export const door = createMachine({ initial: "shut", states });
`,
    "src/door/states.ts": "export const states = { shut: { on: { OPEN: 'wide' } }, wide: {} };\n",
    "src/notes.js": "export const notes = 1;\n",
  });

  expect(said.join("\n")).toContain("src/lamp.ts: lamp, bulb");
  expect(said.join("\n")).toContain("No machine found");
  const list = me.page.getByRole("region", { name: me.say("welcome.brought") });
  await expect(list.getByRole("button")).toHaveText([/^lamp\.ts2 machines: lamp, bulb/, /^door\.ts/]);
  await me.page.getByText(me.say("welcome.others", { count: 2 })).click();
  await expect(me.page.getByText("src/door/states.ts")).toBeVisible();
  await me.picture("bring-folder");

  await list.getByRole("button", { name: /^door/ }).click();
  await expect(me.graphState("wide")).toBeVisible();
  await me.expectWatching();
  await writeFile(
    join(folder, "src/door/states.ts"),
    "export const states = { shut: { on: { OPEN: 'ajar' } }, ajar: {} };\n",
  );
  await expect(me.graphState("ajar")).toBeVisible();
  await me.view("simulate");
  await trustIt(me).click();
  await me.startRun();
  await me.sendEvent("OPEN");
  expect(await me.active()).toEqual(["ajar"]);
});

test("files that are dropped open side by side as copies, which outlive the page; the rest is named", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  const before = await readdir(join(studio.folder, "machines"));

  await drop(me, { "lamp.ts": lamp("lamp"), "door.mjs": lamp("door"), "readme.ts": "export const x = 1;" });

  await expect(me.notice("bring.none", { files: "readme.ts" })).toBeVisible();
  await expect(me.graphState("off")).toBeVisible();
  await expect(
    me.page.getByRole("navigation", { name: me.say("tabs.title") }).getByRole("listitem"),
  ).toHaveText([/Volleyball/, "lamp.ts", "door.mjs"]);
  await expect(place(me)).toContainText(me.say("place.copy", { name: "lamp.ts" }));
  await me.renameStateOnGraph("off", "dark");
  await me.save();
  await me.page.reload();
  await expect(me.graphState("dark")).toBeVisible();
  expect(await readdir(join(studio.folder, "machines"))).toEqual(before);

  // rules can be made for it, and it can be taken into the workspace
  await me.view("rules");
  await me.button("rules.make").click();
  await expect(me.page.getByRole("heading", { name: me.say("rules.empty") })).toBeVisible();
  await me.save();
  await me.gameMenu("games.brought-duplicate");
  const field = me.dialog.getByRole("textbox", { name: me.say("games.id") });
  await field.fill("my-lamp");
  await field.press("Enter");
  await expect(me.page).toHaveURL(/#\/my-lamp\//);
  expect(await studio.text("machines/my-lamp.machine.ts")).toContain("dark: {");
  expect(JSON.parse(await studio.text("rulesets/my-lamp/ruleset.json"))).toMatchObject({ format: 1 });

  // its code is as foreign there as it was, until it is trusted
  await me.view("simulate");
  await expect(trustIt(me)).toBeVisible();
  await me.page.reload();
  await expect(trustIt(me)).toBeVisible();
  await expect(me.page.locator("iframe")).toHaveCount(0);
  await trustIt(me).click();
  await me.startRun();
  expect(await me.active()).toEqual(["dark"]);
});

test("a module that is pasted where nobody writes becomes a new machine", async ({ visit }) => {
  const me = await visit();
  await me.openGame();
  const text = lamp("lampMachine");

  await paste(me, "just some words");
  await expect(me.dialog).toHaveCount(0);
  await paste(me, text);
  await expect(me.dialog).toContainText(me.say("bring.machines", { count: 1, machines: "lampMachine" }));
  await expect(me.dialog.getByRole("textbox")).toHaveValue("lamp.machine.ts");
  await me.picture("bring-paste");
  await me.dialog.getByRole("textbox").press("Enter");

  await expect(me.graphState("off")).toBeVisible();
  await me.expectCode("lampMachine");
  await me.expectSaved("saved");
});

test("a file that is chosen is saved to itself, also after the page was loaded anew", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  // the person's file, and the dialog in which they choose it
  await me.page.addInitScript((text) => {
    const file = async () => {
      const root = await navigator.storage.getDirectory();
      return root.getFileHandle("lamp.ts", { create: true });
    };
    Object.assign(window, {
      file,
      async showOpenFilePicker() {
        const handle = await file();
        if ((await handle.getFile()).size === 0) {
          const stream = await handle.createWritable();
          await stream.write(text);
          await stream.close();
        }
        return [handle];
      },
    });
  }, lamp("lamp"));
  const onDisk = () =>
    me.page.evaluate(async () => {
      const { file } = window as unknown as { file(): Promise<FileSystemFileHandle> };
      return (await (await file()).getFile()).text();
    });
  await me.openGame();

  await me.gameMenu("games.open-file");
  await expect(me.graphState("off")).toBeVisible();
  await expect(place(me)).toContainText(me.say("place.file", { name: "lamp.ts" }));
  expect(await onDisk()).toBe(lamp("lamp"));
  await me.renameStateOnGraph("off", "dark");
  await me.save();
  expect(await onDisk()).toContain('initial: "dark"');

  await me.page.reload();
  await expect(me.graphState("dark")).toBeVisible();
  await me.gameMenu("games.brought-delete");
  await expect(me.dialog).toContainText(me.say("dialog.forget-game-text"));
  await me.dialog.getByRole("button", { name: me.say("dialog.forget-game-do") }).click();
  await expect(me.dialog).toHaveCount(0);
  expect(await onDisk()).toContain('initial: "dark"');
});
