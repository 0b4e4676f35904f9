import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeEach, expect, test } from "vitest";
import { main } from "#cli/main.ts";
import { contentHash } from "#adapters/disk/contentHash.ts";

const machine = (between = "") => `import { assign, setup } from "xstate";
export const machine = setup({
  types: {} as { context: { n: number }; events: { type: "DRAW" } | { type: "CONFIRM" } | { type: "ADD"; amount: number } | { type: "REST" } },
  guards: { isLittle: ({ event }) => event.type === "ADD" && event.amount > 0 && event.amount < 4 },
}).createMachine({
  id: "turn", context: { n: 0 }, initial: "draw",
  states: {
    draw: { meta: { structural: "start" }, on: { DRAW: "${between === "" ? "main" : "between"}" } },
    ${between}
    main: { meta: { clauses: ["T-1"] }, on: { ADD: { guard: "isLittle", meta: { clauses: ["T-2"] }, actions: assign({ n: ({ context, event }) => context.n + event.amount }) }, REST: "rest" } },
    rest: { meta: { clauses: ["T-3"] } },
  },
});
`;
const whole = `{
  "format": 1,
  "title": { "en": "A turn" },
  "machine": "${contentHash(machine())}",
  "steps": [
    { "send": { "type": "DRAW" }, "expect": { "in": ["main"] } },
    { "send": { "type": "ADD", "amount": 9 }, "expect": { "refused": true } },
    { "send": { "type": "ADD", "amount": 2 }, "expect": { "context": { "n": 2 } } }
  ]
}
`;

let folder = "";
const made: string[] = [];
beforeEach(async () => {
  made.push((folder = await mkdtemp(join(tmpdir(), "turnwright-mend-"))));
  await mkdir(join(folder, "machines"));
  await mkdir(join(folder, "rulesets/turn/scenarios"), { recursive: true });
  const info = {
    format: 1,
    id: "turn",
    title: { en: "Turn" },
    machine: "machines/turn.machine.ts",
    players: { min: 1, max: 1 },
    locales: ["en"],
    sourceLocale: "en",
    sources: [],
  };
  await writeFile(join(folder, "machines/turn.machine.ts"), machine());
  await writeFile(join(folder, "rulesets/turn/ruleset.json"), JSON.stringify(info));
  await writeFile(join(folder, "rulesets/turn/scenarios/whole.json"), whole);
});
afterAll(() => Promise.all(made.map((one) => rm(one, { recursive: true }))));

async function turnwright(line: string) {
  let [out, err] = ["", ""];
  const code = await main(line.split(" "), {
    home: process.cwd(),
    cwd: folder,
    stdin: Readable.from([]),
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, out, err };
}
const kept = () => readFile(join(folder, "rulesets/turn/scenarios/whole.json"), "utf8");
const change = () =>
  writeFile(join(folder, "machines/turn.machine.ts"), machine("between: { on: { CONFIRM: 'main' } },"));

test("a scenario that no longer fits says what differs, that the machine was changed, and how it can be mended", async () => {
  await change();

  const { code, out } = await turnwright("play turn --scenario whole");

  expect(code).toBe(1);
  expect(out.split("\n")).toEqual([
    `FAIL  whole  step 1: send {"type":"DRAW"}`,
    `      in main: expected ["main"], got ["between"]`,
    `      the machine was changed since it was recorded`,
    `      it can be mended; --mend KIND shows how:`,
    `        insert     puts in step 2: send {"type":"CONFIRM"}; then all goes as expected`,
    `        onward     expects what came at this step and at all after it; then all goes as expected`,
    `        here       expects what came at this step; then step 3 differs (accepted)`,
    `        leave-out  leaves this step out; then step 2 differs (accepted)`,
    "",
  ]);
});

test("--mend shows the difference and writes nothing; --write does, and then the scenario fits", async () => {
  await change();

  const shown = await turnwright("play turn --scenario whole --mend first");
  expect(shown.code).toBe(0);
  expect(await kept()).toBe(whole);
  expect(shown.out.split("\n").filter((line) => /^[-+]/.test(line))).toEqual([
    "--- a/rulesets/turn/scenarios/whole.json",
    "+++ b/rulesets/turn/scenarios/whole.json",
    `-  "machine": "${contentHash(machine())}",`,
    `+  "machine": "${contentHash(machine("between: { on: { CONFIRM: 'main' } },"))}",`,
    `-    { "send": { "type": "DRAW" }, "expect": { "in": ["main"] } },`,
    `+    { "send": { "type": "DRAW" } },`,
    `+    { "send": { "type": "CONFIRM" }, "expect": { "in": ["main"] } },`,
  ]);

  expect((await turnwright("play turn --scenario whole --mend insert --write")).code).toBe(0);
  expect(await turnwright("play turn --scenario whole")).toMatchObject({
    code: 0,
    out: "ok    whole  4 steps\n",
  });
});

test("a mend that leaves a difference is shown, with exit code 1; one that there is not is told with those that are", async () => {
  await change();

  expect(await turnwright("play turn --scenario whole --mend here")).toMatchObject({ code: 1 });
  expect(await turnwright("play turn --scenario whole --mend rename")).toMatchObject({
    code: 2,
    err: expect.stringContaining("has no mend rename here; there is insert, onward, here, leave-out"),
  });
  expect(await turnwright("play turn --scenario whole --mend onwards")).toMatchObject({
    code: 2,
    err: expect.stringContaining("did you mean onward?"),
  });
});

test("as JSON there are the mends with the scenarios that they make", async () => {
  await change();

  const { scenarios } = JSON.parse((await turnwright("play turn --scenario whole --json")).out);

  expect(scenarios[0]).toMatchObject({ ok: false, sameMachine: false, divergence: { step: 1 } });
  expect(scenarios[0].mends[0]).toMatchObject({ kind: "insert", at: 2, event: { type: "CONFIRM" } });
  const mended = JSON.parse((await turnwright("play turn --scenario whole --mend insert --json")).out);
  expect(mended).toMatchObject({ ok: true, written: false });
  expect(JSON.parse(mended.text)).toEqual(mended.mend.scenario);
});

test("a scenario that fits has nothing to mend", async () => {
  expect(await turnwright("play turn --scenario whole --mend first")).toMatchObject({
    code: 0,
    out: "ok    whole: there is nothing to mend\n",
  });
});

test("coverage tells how much the scenarios play, and what they do not", async () => {
  const { code, out } = await turnwright("coverage turn");

  expect(code).toBe(0);
  expect(out).toBe(`             COVERED  OF  %
states       2        3   66
transitions  2        3   66
guards       5        6   83
events       2        4   50
clauses      2        3   66

not covered, states:
  rest

not covered, transitions:
  main|on|REST|0

not covered, guards:
  main|on|ADD|0  never false: amount > 0

not covered, events:
  REST  (main|on|REST|0)
  CONFIRM

not covered, clauses:
  T-3  (rest)
`);
});

test("as JSON, and of one scenario", async () => {
  const told = JSON.parse((await turnwright("coverage turn --scenario whole --json")).out);

  expect(told).toMatchObject({
    game: "turn",
    scenarios: [{ name: "whole" }],
    totals: { guards: { covered: 5, of: 6 } },
  });
  expect(told.notCovered.map(({ id }: { id: string }) => id)).toContain("main|on|ADD|0#0=false");
  expect(await turnwright("coverage turn --scenario hole")).toMatchObject({ code: 2 });
});

test("a scenario that fails is named, and what it played until then counts", async () => {
  await change();

  const { code, err, out } = await turnwright("coverage turn");

  expect(code).toBe(1);
  expect(err).toBe("whole: differs at step 1 (in); what it played until there counts\n");
  expect(out).toContain("transitions  1        4   25\n");
});
