// What lies over what is in these sheets, as on the page.
import "#app/kit/tokens.css";
import "#app/kit/app.css";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { appStore } from "#adapters/storage/appStore.ts";
import { broughtStore } from "#adapters/storage/broughtStore.ts";
import { browserStore } from "#adapters/storage/browserStore.ts";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { App } from "#app/roof/App.tsx";
import { lateDrafts } from "#app/studio/lateDrafts.ts";
import { Studio } from "#app/studio/Studio.ts";
import { endlessWalk } from "#test/support/endlessWalk.ts";
import { mounted } from "#test/support/mounted.tsx";

const text = `import { createMachine } from "xstate";

export const machine = createMachine({
  id: "lamp",
  initial: "off",
  states: { off: { on: { PRESS: "on" } }, on: { on: { PRESS: "off" } } },
});
`;

/** The whole studio with one game of this browser, shown as soon as it is open. */
async function openStudio(): Promise<Studio> {
  const name = `stopped-${crypto.randomUUID()}`;
  const seed = [{ id: "lamp", files: [{ name: "machine", text }] }];
  const before = { get: () => false, set: () => undefined };
  const copies = { has: () => false, add: () => undefined, remove: () => undefined, own: () => undefined };
  const store = appStore(
    await browserStore({ name, seed }),
    () => broughtStore(name),
    before,
    copies as never,
  );
  location.hash = "#/lamp";
  const studio = new Studio(store, lateDrafts(), { uiLanguage: "en", theme: "light" });
  const { element, show } = await mounted(studio);
  Object.assign(element.style, { position: "fixed", inset: "0", display: "grid" });
  await show(<App />);
  // What follows comes by itself, as it does on a page.
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = false;
  onTestFinished(() => void (location.hash = ""));
  await studio.start();
  await expect.element(page.getByRole("treeitem", { name: /off/ })).toBeVisible();
  await loadGraphCommands();
  expect(studio.editor.whyNot("state.rename", { state: ["off"], to: "out" })).toBeUndefined();
  return studio;
}

test("a command that never ends is stopped: the page takes input, nothing is changed, and the foot of the window says so", async () => {
  const studio = await openStudio();
  const args = {
    state: ["on"],
    get to() {
      return endlessWalk();
    },
  };

  studio.editor.command("state.rename", args);

  expect(studio.get().project?.text("machine")).toBe(text);
  expect(studio.get().files?.undo).toBeUndefined();
  await expect
    .element(page.getByText("“Rename the state” at on was stopped after 2 s; nothing was changed"))
    .toBeVisible();
  await userEvent.click(page.getByRole("treeitem", { name: /off/ }));
  const key = page.getByRole("textbox", { name: "Key" });
  await userEvent.fill(key, "dark");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => studio.get().project?.text("machine")).toContain("dark: { on:");
  await expect.element(page.getByText(/was stopped after/)).not.toBeInTheDocument();
});

test("a text that is read for ever leaves the graph of before, and the editor goes on", async () => {
  const studio = await openStudio();
  const { project } = studio.get();
  Object.assign(project!.source, { modules: endlessWalk });
  const broken = `import { far } from "./far.ts";\n${text.replace("off: {", "far, off: {")}`;

  project!.write("machine", broken, { label: "typing", origin: "code", at: 0 });

  await expect.element(page.getByText(/Reading .*lamp\.machine\.ts was stopped after 2 s/)).toBeVisible();
  await expect.element(page.getByRole("treeitem", { name: /off/ })).toBeVisible();
  expect(project!.text("machine")).toBe(broken);
  studio.editor.undo();
  await expect.poll(() => studio.get().graph?.stale).toBe(false);
  expect(project!.text("machine")).toBe(text);
});

test("a machine that is too large to be drawn is told instead of its picture, and the page goes on", async () => {
  const studio = await openStudio();
  const ways = Array.from({ length: 50_000 }, (_, i) => `E${i}: "on"`).join();

  studio.get().project!.write("machine", text.replace(`PRESS: "on"`, `PRESS: "on", ${ways}`), {
    label: "typing",
    origin: "code",
    at: 0,
  });

  await expect.element(page.getByText("The machine is too large to be drawn")).toBeVisible();
  await expect.element(page.getByRole("treeitem", { name: /off/ })).toBeVisible();
  studio.editor.undo();
  await expect.element(page.getByText("The machine is too large to be drawn")).not.toBeInTheDocument();
  expect(studio.get().project?.text("machine")).toBe(text);
});
