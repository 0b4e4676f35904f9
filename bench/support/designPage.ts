import { StudioDriver } from "#test/support/StudioDriver.ts";
import type { OpenStudio } from "../../scripts/studio/withStudio.ts";

/**
 * The Design view of a game, states under their own names, with Monaco loaded and everything at rest: by the driver that the tests use, so
 * that a change of the page which breaks one breaks the other.
 */
export async function designPage(
  { studio, browser }: OpenStudio,
  game = "haikyu-break",
): Promise<StudioDriver> {
  const driver = await StudioDriver.start(browser, studio.at(""));
  await driver.context.addInitScript(() => {
    // A machine's sandbox has no storage.
    if (window === window.top) localStorage.setItem("turnwright.labels", "id");
  });
  await driver.openGame(game);
  await driver.focusCode();
  // The types of XState are read by Monaco's worker in the meantime.
  await driver.page.waitForTimeout(3_000);
  await driver.still();
  return driver;
}
