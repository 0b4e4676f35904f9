import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "#test/support/expect.ts";
import type { InspectDriver } from "#test/support/InspectDriver.ts";
import { home, type ServedStudio } from "#test/support/startStudio.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";

/** Joins the inspector's page to the studio, as the person does who sees both. */
export async function joinStudio(me: StudioDriver, inspector: InspectDriver): Promise<void> {
  await inspector.page.bringToFront();
  await inspector.button("inspect.pair.join").click();
  await me.page.bringToFront();
  await me.button("apps.waiting", { count: 1 }).click();
  await me.button("inspect.studio.join").click();
  await me.button("close").last().click();
  await inspector.page.bringToFront();
  await inspector.page.keyboard.press("Escape");
  await expect(inspector.button("inspect.pair.joined")).toBeVisible();
}

/** Hands the trace of the chosen actor over, and replays it in the studio. */
export async function replayInStudio(me: StudioDriver, inspector: InspectDriver): Promise<void> {
  await inspector.page.bringToFront();
  await expect(inspector.button("inspect.hand-over")).toBeEnabled({ timeout: 30_000 });
  await inspector.button("inspect.hand-over").click();
  await expect(inspector.page.getByText(inspector.say("inspect.handed.waiting"))).toBeVisible();
  await me.page.bringToFront();
  await me.button("apps.trace-replay").click();
  await expect(me.button("trace.save")).toBeVisible({ timeout: 30_000 });
}

/** Saves what was replayed as a scenario, and plays that with the command that the studio tells; gives the command and what it prints. */
export async function saveAndPlay(
  me: StudioDriver,
  studio: ServedStudio,
): Promise<readonly [string, string]> {
  await me.button("trace.save").click();
  const told = me.page.getByText(/^npx turnwright play /);
  await expect(told).toBeVisible();
  const command = (await told.textContent()) ?? "";
  const [, , ...words] = command.split(" ");
  const run = promisify(execFile)(process.execPath, [join(home, "bin/turnwright.js"), ...words], {
    cwd: studio.folder,
  });
  // A scenario that fails says on standard output why: the error alone does not tell it.
  const { stdout } = await run.catch((error: { stdout: string; stderr: string }) => ({
    stdout: `${error.stdout}${error.stderr}`,
  }));
  return [command, stdout];
}
