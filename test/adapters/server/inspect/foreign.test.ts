import { expect, test } from "vitest";
import { draws } from "#test/support/dice.ts";
import { foreignInspectorMessages } from "#test/support/inspector/foreignMessages.ts";

const COUNT = process.env["LONG"] ? 100_000 : 10_000;

test("law: whatever a page or an app says, no handler throws, no promise is left rejected, and each line ends by itself", async () => {
  const seed = Math.floor(draws(Date.now()).int(0, 1e9));

  const { tried, faults, ended, introduced } = await foreignInspectorMessages(seed, COUNT);

  expect(faults, `seed ${seed}`).toEqual([]);
  expect(tried).toBe(COUNT);
  // Some come through, so that what lies behind the reader is tried as well.
  expect(ended).toBeGreaterThan(COUNT / 100);
  expect(introduced).toBeGreaterThan(COUNT / 100);
}, 120_000);
