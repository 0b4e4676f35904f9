import { expect, test } from "vitest";
import { killRenames, killSaves, type Kills } from "#test/adapters/disk/kills.ts";

const kills = process.env["LONG"] ? 1000 : 30;
const seed = 20_261;

test.each<[string, () => Promise<Kills>]>([
  ["save leaves the old batch or the new one", () => killSaves({ seed, kills })],
  ["rename leaves the game under its old name or the new one", () => killRenames({ seed, kills })],
])(`kill -9 in the middle of a %s, ${kills} times`, { timeout: 3_600_000 }, async (_, run) => {
  const counted = await run();

  expect(counted.faults).toEqual([]);
  expect(counted.kills).toBe(kills);
  expect(counted.acknowledged).toBeGreaterThan(kills / 2);
});
