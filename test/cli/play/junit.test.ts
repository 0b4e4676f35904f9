import fc from "fast-check";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SaxesParser } from "saxes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toJunit } from "#cli/play/junit.ts";
import { turnwright } from "#test/support/commandLine.ts";

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** Reads XML strictly, as the readers of CI servers do. */
function parsed(xml: string): Element {
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element: Element = { name, attributes: attributes, children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("text", (text) => {
    const at = open.at(-1);
    if (at) at.text += text;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  return root.children[0]!;
}

const lamp = `import { setup } from "xstate";
export const machine = setup({
  types: { events: {} as { type: "PRESS"; by: string } },
  guards: { fine: ({ event }) => { if (event.by === "loop") for (;;); return true; } },
}).createMachine({ id: "lamp", initial: "off", states: {
  off: { on: { PRESS: { guard: "fine", target: "on" } } }, on: { on: { PRESS: "off" } } } });
`;
const scenario = (by: string, state: string, steps = 1) => ({
  format: 1,
  title: { en: by },
  steps: Array.from({ length: steps }, () => ({ send: { type: "PRESS", by }, expect: { in: [state] } })),
});
const scenarios = {
  good: scenario("P1", "on"),
  wrong: scenario("P1", "off"),
  endless: scenario("loop", "on"),
  long: scenario("P1", "on", 9),
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-junit-"));
  const files: Record<string, string> = {
    "machines/lamp.machine.ts": lamp,
    "machines/plain.machine.ts": lamp,
    "machines/new.machine.ts": `import { createMachine } from "xstate";\nexport const machine = createMachine({ initial: "a", states: { a: { on: { GO: () => ({ target: "a" }) } } } });\n`,
    "rulesets/lamp/ruleset.json": JSON.stringify({
      format: 1,
      id: "lamp",
      title: { en: "Lamp" },
      machine: "machines/lamp.machine.ts",
      players: { min: 1, max: 2 },
      locales: ["en"],
      sourceLocale: "en",
    }),
    ...Object.fromEntries(
      Object.entries(scenarios).map(([name, value]) => [
        `rulesets/lamp/scenarios/${name}.json`,
        JSON.stringify(value),
      ]),
    ),
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), text);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const play = (...words: string[]) => turnwright(["play", ...words], { cwd: folder });
const LIMITS = ["--budget", "500", "--max-steps", "5"];

test("a difference is a failure, a stop for time an error, and what is too long to be played is skipped", async () => {
  const { code, out } = await play("lamp", "--all", "--reporter", "junit", ...LIMITS);
  const report = parsed(out);
  const [suite] = report.children;

  expect(code).toBe(1);
  expect([report.name, suite?.name]).toEqual(["testsuites", "testsuite"]);
  const counts = { tests: "4", failures: "1", errors: "1", skipped: "1" };
  expect(report.attributes).toMatchObject(counts);
  expect(suite?.attributes).toMatchObject({ name: "lamp", ...counts });
  expect(suite?.children.map(({ attributes, children }) => [attributes["name"], children[0]?.name])).toEqual([
    ["endless", "error"],
    ["good", undefined],
    ["wrong", "failure"],
    ["long", "skipped"],
  ]);
  for (const { name, attributes } of suite?.children ?? []) {
    expect(name).toBe("testcase");
    expect(attributes["classname"]).toBe("lamp");
    expect(attributes["file"]).toBe(`rulesets/lamp/scenarios/${attributes["name"]}.json`);
    expect(Number(attributes["time"])).toBeGreaterThanOrEqual(0);
  }
  const times = suite?.children.map(({ attributes }) => Number(attributes["time"])) ?? [];
  expect(times.map((time) => time > 0)).toEqual([true, true, true, false]);
  const sum = times.reduce((total, time) => total + time, 0);
  expect(Math.abs(Number(suite?.attributes["time"]) - sum)).toBeLessThan(0.01);
  const failure = suite?.children[2]?.children[0];
  expect(failure?.text).toContain('expected ["off"], got ["on"]');
  expect(failure?.attributes["message"]).toBe(failure?.text);
});

test.each([
  ["ja", "ステップ 1"],
  ["zh-Hant", "第 1 步"],
])("a report in %s says so", async (language, words) => {
  const { out } = await play("lamp", "--scenario", "wrong", "--reporter", "junit", "--lang", language);
  expect(parsed(out).children[0]?.children[0]?.children[0]?.text).toContain(words);
});

test("without a game all games are played, and one that cannot be played keeps no other from it", async () => {
  const { code, out } = await play("--all", "--reporter", "junit", ...LIMITS);
  const suites = parsed(out).children;
  expect(code).toBe(1);
  expect(suites.map(({ attributes }) => [attributes["name"], attributes["tests"]])).toEqual([
    ["lamp", "4"],
    ["new", "0"],
    ["plain", "0"],
  ]);

  const text = await play("--all", ...LIMITS);
  expect(text.out).toMatch(/^lamp\nSTOP {2}endless/);
  expect(text.out).toContain("1 of 4 scenarios went as expected, 2 were stopped\n");

  const json = JSON.parse((await play("--all", "--json", ...LIMITS)).out) as object;
  expect(json).toMatchObject({
    ok: false,
    stopped: 2,
    games: [{ id: "lamp", ok: false }, { id: "new", ok: true }, { id: "plain" }],
  });
});

test("a game with a scenario but without a playable machine is an error of its own", async () => {
  const copy = await mkdtemp(join(tmpdir(), "turnwright-junit-"));
  await cp(folder, copy, { recursive: true });
  const next = await readFile(join(copy, "machines/new.machine.ts"), "utf8");
  await writeFile(join(copy, "machines/lamp.machine.ts"), next);
  const { code, out } = await turnwright(["play", "lamp", "--all", "--reporter", "junit"], { cwd: copy });
  await rm(copy, { recursive: true });

  const [item] = parsed(out).children[0]?.children ?? [];
  expect(code).toBe(1);
  expect([item?.attributes["name"], item?.children[0]?.name]).toEqual(["machine", "error"]);
});

test("a stop alone exits with 3, as without a reporter", async () => {
  const { code } = await play("lamp", "--scenario", "endless", "--reporter", "junit", ...LIMITS);
  expect(code).toBe(3);
});

test("law: whatever characters a name or a value has, the report is XML that says them", () => {
  const odd = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({
      unit: fc.constantFrom(
        "\0",
        "\u001b",
        "\ud800",
        "\udc00",
        "\uffff",
        "]]>",
        "&",
        "<",
        '"',
        "\r",
        "\n",
        "\t",
        "é",
      ),
    }),
  );
  fc.assert(
    fc.property(odd, odd, (name, got) => {
      const divergence = { step: 1, what: "output" as const, expected: null, got };
      const result = { name, ok: false, steps: 1, divergence };
      const xml = toJunit([{ id: name, cases: [{ result, ms: 3 }] }], "en");
      const [item] = parsed(xml).children[0]?.children ?? [];
      const isPlain = /^[\t\n\u0020-\u007e\u00a1-\u00ac]*$/.test(name);
      if (isPlain) expect(item?.attributes["name"]).toBe(name);
      else expect(item?.attributes["name"]).toBeDefined();
      expect(item?.children[0]?.text).toContain("expected null");
    }),
  );
  const bell = toJunit([{ id: "\u0007", cases: [] }], "en");
  expect(parsed(bell).children[0]?.attributes["name"]).toBe("\\u0007");
});

test.each([
  [["lamp", "--all", "--reporter", "xunit"], "--reporter xunit is unknown: there is junit"],
  [
    ["lamp", "--all", "--reporter", "junit", "--json"],
    "--json and --reporter are two forms of one report: give one of them",
  ],
  [["lamp", "--stdio", "--reporter", "junit"], "--reporter goes with --all and --scenario"],
  [["--scenario", "good"], "play needs ID|FILE"],
  [["--all", "--machine", "machine"], "--machine goes with one game: play ID --all"],
  [["--all", "--budget", "no"], "--budget: expected milliseconds, 1 to 3600000, got no"],
])("%j is refused with what would be right", async (words, why) => {
  const { code, err } = await play(...words);
  expect([code, err.split("\n")[0]]).toEqual([2, `turnwright play: ${why}`]);
});
