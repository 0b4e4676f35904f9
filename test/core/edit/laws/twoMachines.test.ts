import { expect, test } from "vitest";
import { countTried } from "#test/core/edit/laws/twoMachines.ts";
import { patience } from "#test/support/patience.ts";

const RUNS = process.env["LONG"] ? 10_000 : 300;

test(
  "a command changes no other machine, leaves a module that runs, and seldom refuses",
  () => {
    const { applied, refused, faults, tried } = countTried(Number(process.env["SEED"] ?? 1), RUNS);

    expect(faults).toEqual([]);
    expect(applied).toBeGreaterThan(tried / 2);
    // A count of 300 strays from 8 in 100 by no more than this.
    expect(refused / tried).toBeLessThan(RUNS < 1000 ? 0.12 : 0.08);
  },
  patience(600_000),
);
