import { afterAll, beforeAll, expect, test } from "vitest";
import { turnwright } from "#test/support/commandLine.ts";
import { consumerFolder, type ConsumerFolder } from "#test/support/consumer.ts";

let folder: ConsumerFolder;
beforeAll(async () => {
  folder = await consumerFolder();
});
afterAll(() => folder.remove());

const exported = (out: string) =>
  turnwright(["export", "haikyu-break", "--to", "js", "--out", out], { cwd: folder.path });

test("a module that Node would take for CommonJS is told with what to do, and no other", async () => {
  expect((await exported("src/game.js")).err).not.toContain("commonjs");
  await folder.write("package.json", `{ "name": "app", "type": "commonjs" }`);

  const { code, err } = await exported("src/game.js");
  expect(code).toBe(0);
  expect(err).toMatch(/package\.json says "type": "commonjs".*npm pkg set type=module, or --out game\.mjs/);
  expect((await exported("src/game.mjs")).err).not.toContain("commonjs");
});
