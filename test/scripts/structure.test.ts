import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("the figures of the code's shape are all there, and no import leads up a floor", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/structure.mjs"]);
  const rows = stdout
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => /^(.*?)\s{2,}([\d.]+)/.exec(row)?.slice(1));
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) expect(Number(row?.[1])).toBeGreaterThanOrEqual(0);
  expect(rows.find((row) => row?.[0]?.includes("lead up"))?.[1]).toBe("0");
});
