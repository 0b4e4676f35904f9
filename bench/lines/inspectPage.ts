import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { WebSocket } from "ws";
import { createActor } from "xstate";
import { connect, type ConnectSocket } from "#core/inspect/connect.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import { machine } from "../../machines/haikyu-break.machine.ts";
import { InspectDriver } from "#test/support/InspectDriver.ts";
import { timesAt, type BenchLine } from "../line.ts";

const EVENTS_A_SECOND = 200;
const SECONDS = 60;
const IDLE_SECONDS = 20;

/** The inspector's page while a running app sends two hundred events a second for a minute, followed on the chart. */
export const inspectPage: BenchLine = {
  about: `an app sends ${EVENTS_A_SECOND} events a second for ${SECONDS} s to the inspector's page, volleyball games one after the other`,
  run: async ({ withStudio, scale }) =>
    withStudio(async (open) => {
      const [seconds, idleSeconds] = [timesAt(scale, SECONDS), timesAt(scale, IDLE_SECONDS)];
      const page = await open.page({ reducedMotion: "reduce" });
      const driver = new InspectDriver(page);
      await page.goto(open.studio.inspector);
      let sent = 0;
      class CountedSocket extends WebSocket {
        override send(text: string): void {
          sent++;
          super.send(text);
        }
      }
      const connection = connect({
        to: open.studio.inspect.replace("http", "ws").replace("/inspect", "/app"),
        name: "Volleyball",
        WebSocket: CountedSocket as unknown as new (url: string) => ConnectSocket,
      });
      const games = await recordedGames(connection.inspect);
      games.send();
      await driver.allow();
      await driver.log.getByRole("option").first().waitFor();
      await page.waitForTimeout(3_000);

      const idle = await longestGap(page, () => page.waitForTimeout(idleSeconds * 1_000));
      const from = games.sent();
      const began = performance.now();
      const loaded = await longestGap(page, async () => {
        for (;;) {
          const passed = (performance.now() - began) / 1_000;
          const due = Math.min(seconds, passed) * EVENTS_A_SECOND;
          while (games.sent() - from < due) games.send();
          if (passed >= seconds) return;
          await new Promise((done) => setTimeout(done, 5));
        }
      });
      const events = games.sent() - from;
      const shown = page.getByText(driver.say("inspect.messages", { count: sent }), { exact: true });
      const isWhole = await shown.waitFor({ timeout: 20_000 }).then(
        () => true,
        () => false,
      );
      const messages = sent;
      connection.close();
      if (idle.pictures === 0 || loaded.pictures === 0) throw new Error("The page showed no new picture");
      return [
        { what: "events that the app made", value: events, unit: "" },
        { what: "messages that the app sent", value: messages, unit: "" },
        { what: "the page has them all", value: isWhole ? 1 : 0, unit: "", note: "1 says yes" },
        { what: "longest gap between two pictures, idle", value: idle.longest, unit: "ms" },
        { what: "longest gap while they come", value: loaded.longest, unit: "ms" },
        { what: "the same / idle", value: loaded.longest / idle.longest, unit: "x", limit: 3 },
        { what: "pictures a second while they come", value: loaded.pictures / seconds, unit: "" },
      ];
    }),
};

/** The moves of a recorded game, sent one by one; at its end the next game begins. */
async function recordedGames(inspect: (event: unknown) => void) {
  const { input = {}, steps } = JSON.parse(
    await readFile("rulesets/haikyu-break/scenarios/whole-game.json", "utf8"),
  ) as Scenario;
  const moves = steps.flatMap(({ send }) => send ?? []);
  const begin = () => createActor(machine, { input: input as never, inspect }).start();
  let game = begin();
  let [at, count] = [0, 0];
  return {
    sent: () => count,
    send: () => {
      if (game.getSnapshot().status === "done") [game, at] = [begin(), 0];
      game.send(moves[at++] as never);
      count++;
    },
  };
}

/** The longest time between two pictures of the page while something is done, in milliseconds, and how many there were. */
async function longestGap(
  page: Page,
  doing: () => Promise<unknown>,
): Promise<{ readonly longest: number; readonly pictures: number }> {
  await page.evaluate(() => {
    const watch = { on: true, longest: 0, pictures: 0, last: performance.now() };
    Object.assign(window, { watch });
    const look = (now: number) => {
      watch.longest = Math.max(watch.longest, now - watch.last);
      watch.last = now;
      watch.pictures++;
      if (watch.on) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await doing();
  return page.evaluate(() => {
    const { watch } = window as unknown as { watch: { on: boolean; longest: number; pictures: number } };
    watch.on = false;
    return { longest: watch.longest, pictures: watch.pictures };
  });
}
