import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "#cli/main.ts";

const machine = `import { createMachine } from "xstate";
export const machine = createMachine({ id: "lamp", initial: "off", states: { off: { on: { FLIP: "on" } }, on: { on: { FLIP: "off" } } } });
`;
const scenario = (step: object, count: number): string =>
  JSON.stringify({ format: 1, title: { en: "Long" }, steps: Array.from({ length: count }, () => step) });
const FLIP = { send: { type: "FLIP" } };

let root: string;
const write = async (path: string, text: string) => {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
};
async function run(...args: string[]) {
  let out = "";
  const code = await main(args, {
    home: process.cwd(),
    cwd: root,
    stdin: process.stdin,
    out: (text) => (out += text),
    err: (text) => (out += text),
  });
  return { code, out };
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "turnwright-long-"));
  for (const id of ["lamp", "other"]) await write(`machines/${id}.machine.ts`, machine);
  await write("rulesets/lamp/scenarios/short.json", scenario(FLIP, 2));
});
afterAll(() => rm(root, { recursive: true }));

describe("a scenario with more steps than are played", () => {
  beforeAll(() => write("rulesets/lamp/scenarios/long.json", scenario(FLIP, 30_000)));
  afterAll(() => rm(join(root, "rulesets/lamp/scenarios/long.json")));

  test("is one finding of check, with its steps, the limit and the option; the other games are checked", async () => {
    const { code, out } = await run("check");
    expect(code).toBe(1);
    expect(out).toMatch(
      /^rulesets\/lamp\/scenarios\/long\.json:1:\d+ {2}error {2}This scenario has 30000 steps; at most 10000 .*--max-steps\. {2}scenario-too-long\n2 games: 1 error/,
    );
    const asJson = JSON.parse((await run("check", "lamp", "--json")).out) as {
      games: { diagnostics: object[] }[];
    };
    expect(asJson.games[0]?.diagnostics).toMatchObject([
      { code: "scenario-too-long", facts: { steps: 30_000, limit: 10_000 } },
    ]);
    for (const [language, word] of [
      ["ja", "30000 ステップ"],
      ["zh-Hant", "30000 個步驟"],
    ] as const)
      expect((await run("check", "lamp", "--lang", language)).out).toContain(word);
  });

  test("is not played, and the others are", async () => {
    const { code, out } = await run("play", "lamp", "--all");

    expect(code).toBe(3);
    expect(out).toContain("ok    short  2 steps\n");
    expect(out).toContain(
      "STOP  long  start\n      too much work: The scenario has 30000 steps and is not played; at most 10000 are\n",
    );
    expect(out).toContain("--max-steps N plays longer ones");
    expect((await run("coverage", "lamp")).code).toBe(3);
  });

  test("is checked with a higher limit, and a limit may be lower", async () => {
    expect((await run("check", "lamp", "--max-steps", "30000")).code).toBe(0);
    expect((await run("play", "lamp", "--scenario", "short", "--max-steps", "1")).out).toContain(
      "scenario-too-long",
    );
    const { code, out } = await run("check", "--max-steps", "none");
    expect(code).toBe(2);
    expect(out).toContain("--max-steps: expected a number of steps, 1 or more, got none");
  });
});

test.each([
  ["a state that is unknown", { expect: { in: ["dim"] } }],
  ["a key that is missing", { send: {} }],
])(
  "a fault in each of very many steps, %s, is told, and neither time nor the stack runs out",
  async (_, step) => {
    await write("rulesets/lamp/scenarios/faulty.json", scenario(step, 40_000));

    const { code, out } = await run("check", "lamp", "--max-steps", "40000");

    expect(code).toBe(1);
    expect(out.split("\n").length).toBeGreaterThan(1);
    expect(out).toMatch(/1 game: [1-9]\d* errors?/);
    await rm(join(root, "rulesets/lamp/scenarios/faulty.json"));
  },
);
