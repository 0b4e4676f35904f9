import { expect, test } from "vitest";
import { posingWindow } from "#test/support/inspector/posingWindow.ts";

const COUNT = process.env["LONG"] ? 100_000 : 10_000;

test("law: whatever a window posts, nothing throws, and nothing is taken but of the opener at an origin that the person said yes to", () => {
  const seed = Math.floor(Math.random() * 1e9);

  const { faults, taken, answers } = posingWindow(seed, COUNT);

  expect(faults, `seed ${seed}`).toEqual([]);
  expect(taken).toBeGreaterThan(COUNT / 100);
  expect(answers).toBeGreaterThan(5);
}, 120_000);
