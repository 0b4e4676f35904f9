import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { turnwright } from "#test/support/commandLine.ts";

// Machines among the games whose names are no ids: nobody may take them for checked.
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-stray-"));
  await mkdir(join(folder, "machines"));
});
afterEach(() => rm(folder, { recursive: true }));

const faulty = `import { createMachine } from "xstate";
export const light = createMachine({ id: "light", initial: "gone", states: { red: {} } });
`;
const sound = faulty.replace("gone", "red").replace("red: {}", `red: { type: "final" }`);
const put = (name: string, text: string) => writeFile(join(folder, "machines", name), text);

test("check is not green over machines that it did not check, and says what to rename them to", async () => {
  await put("trafficLight.machine.ts", faulty);
  await put("bad name.machine.ts", faulty);
  await put("cart.machine.js", faulty);

  const { code, out } = await turnwright(["check"], { cwd: folder });

  expect(code).toBe(1);
  const [first = "", second = "", third = "", last] = out.split("\n");
  expect(first).toMatch(
    /^machines\/bad name\.machine\.ts {2}warning .*machines\/bad-name\.machine\.ts.* no-game$/,
  );
  expect(second).toMatch(/^machines\/cart\.machine\.js .*machines\/cart\.machine\.ts/);
  expect(third).toMatch(/^machines\/trafficLight\.machine\.ts .*machines\/traffic-light\.machine\.ts/);
  expect(last).toBe("0 games: 0 errors, 3 warnings, 0 notes");
  const json = await turnwright(["check", "--json"], { cwd: folder });
  expect(json.code).toBe(1);
  expect(JSON.parse(json.out)).toMatchObject({
    games: [],
    stray: [
      { file: "machines/bad name.machine.ts", rename: "machines/bad-name.machine.ts" },
      { file: "machines/cart.machine.js", rename: "machines/cart.machine.ts" },
      { file: "machines/trafficLight.machine.ts", rename: "machines/traffic-light.machine.ts" },
    ],
    warnings: 3,
  });
});

test("list names them beside the games", async () => {
  await put("lamp.machine.ts", sound);
  await put("trafficLight.machine.ts", sound);

  const { code, out, err } = await turnwright(["list", "--lang", "ja"], { cwd: folder });

  expect(code).toBe(0);
  expect(out).toContain("lamp");
  expect(err).toMatch(
    /^machines\/trafficLight\.machine\.ts: .*machines\/traffic-light\.machine\.ts に名前を変える/,
  );
  const json = await turnwright(["list", "--json"], { cwd: folder });
  expect(JSON.parse(json.out)).toMatchObject({
    games: [{ id: "lamp" }],
    stray: [{ file: "machines/trafficLight.machine.ts" }],
  });
});

test("games, what was made beside them, and what is no machine are no strays; a new name is free", async () => {
  for (const name of ["lamp.machine.ts", "lamp.machine.js", "shared.ts", "lamp.machine.d.ts"])
    await put(name, sound);
  const { code, out } = await turnwright(["check"], { cwd: folder });
  expect([code, out]).toEqual([0, expect.stringMatching(/^1 game: 0 errors, 0 warnings/)]);

  await put("Lamp.machine.mts", sound);
  expect((await turnwright(["check"], { cwd: folder })).out).toContain(
    "rename it to machines/lamp-2.machine.ts",
  );
});
