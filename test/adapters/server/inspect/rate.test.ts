import { expect, test } from "vitest";
import { Inspection } from "#core/inspect/inspection.ts";
import { rateDebt, rateLimit } from "#adapters/server/inspect/rate.ts";

const HOUR = 3_600_000;

test("a clock that is set back by an hour shuts nobody out", () => {
  let now = HOUR;
  const may = rateLimit({ perSecond: 10, atOnce: 5 }, () => now);
  const debt = rateDebt({ perSecond: 10, atOnce: 5 }, () => now);
  expect([may(), debt()]).toEqual([true, 0]);

  now = 0;
  expect([may(), debt()]).toEqual([true, 0]);
  for (let i = 0; i < 5; i++) may();
  expect(may()).toBe(false);
  now += 1_000;
  expect(may()).toBe(true);
});

test("nor is an app refused for an hour by the page when its clock is set back", () => {
  const inspection = new Inspection({ burst: 5, perSecond: 10 });
  inspection.open("a", { wire: "connect", origin: "", at: HOUR });
  const comes = (at: number) => {
    const receipt = inspection.receive("a", {}, { origin: "", at });
    return !("code" in receipt && receipt.code === "too-fast");
  };
  for (let i = 0; i < 6; i++) comes(HOUR);
  expect(comes(HOUR)).toBe(false);

  expect(comes(0)).toBe(false);
  expect(comes(1_000)).toBe(true);
});
