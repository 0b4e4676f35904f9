import { expect, test } from "vitest";
import type { Scenario, ScenarioStep } from "#core/run/scenario/scenario.ts";
import { playScenario, playScenarios } from "#cli/play/scenario.ts";
import { turn } from "#test/charts/charts.ts";
import { givenOf, shippedGame } from "#test/cli/play/tools.ts";

const draw = { type: "DRAW", by: "P1" };
const pass = { type: "PASS", by: "P1" };
const scenario = (...steps: ScenarioStep[]): Scenario => ({ format: 1, title: {}, steps });

async function played(scenarios: Record<string, Scenario>, { json = false, module = turn } = {}) {
  let out = "";
  const code = await playScenario({
    ...givenOf(module),
    scenarios: Object.entries(scenarios).map(([name, one]) => ({ name, scenario: one })),
    json,
    budgetMs: 500,
    out: (text) => void (out += text),
    err: () => undefined,
  });
  return { code, out };
}
const good = scenario(
  { send: draw, expect: { in: ["main"] } },
  { send: pass, expect: { context: { turnPlayer: "P2" } } },
);
const wrong = scenario(
  { send: draw },
  { send: pass, expect: { context: { turnPlayer: "P1" } } },
  { send: draw },
);

test("a scenario that goes as expected ends with 0", async () => {
  expect(await played({ good })).toEqual({ code: 0, out: "ok    good  2 steps\n" });
});

test("the first divergence is told with its step, counted from 1, what was expected and what came", async () => {
  const { code, out } = await played({ wrong });

  expect(code).toBe(1);
  expect(out).toBe(
    [
      `FAIL  wrong  step 2: send {"type":"PASS","by":"P1"}\n`,
      `      context turnPlayer: expected "P1", got "P2"\n`,
    ].join(""),
  );
});

test("where a play stands is changed by hand on the way; what the machine has not is told as the step's fault", async () => {
  const byHand = scenario(
    { edit: { in: ["main"], context: { turnPlayer: "P2" } }, expect: { in: ["main"] } },
    { send: { type: "PASS", by: "P2" }, expect: { context: { turnPlayer: "P1" } } },
  );
  const unknown = scenario({ edit: { in: ["mian"] } });

  const { code, out } = await played({ byHand, unknown });

  expect(code).toBe(1);
  expect(out).toContain("ok    byHand  2 steps\n");
  expect(out).toContain(
    `FAIL  unknown  step 1: edit {"in":["mian"]}\n      fault: expected null, got "edit.in: there is no state`,
  );
});

test("the others are still played, and counted", async () => {
  const { code, out } = await played({ wrong, good });

  expect(code).toBe(1);
  expect(out).toContain("ok    good  2 steps\n1 of 2 scenarios went as expected\n");
});

test("many scenarios, played side by side, are told in their order", async () => {
  const pair = Array.from({ length: 20 }, () => [draw, pass, { ...draw, by: "P2" }, { ...pass, by: "P2" }]);
  const long = scenario(...pair.flat().map((send) => ({ send })));
  const names = Array.from({ length: 30 }, (_, i) => `s${i}`);

  const { code, out } = await played(
    Object.fromEntries(names.map((name, i) => [name, i % 9 === 0 ? long : i === 20 ? wrong : good])),
  );

  expect(code).toBe(1);
  expect(out.match(/(?<=^(ok  |FAIL) {2})s\d+/gm)).toEqual(names);
  expect(out).toMatch(/29 of 30 scenarios went as expected\n$/);
});

test("as JSON the same is one object", async () => {
  const { code, out } = await played({ good, wrong }, { json: true });

  expect(code).toBe(1);
  expect(JSON.parse(out)).toEqual({
    ok: false,
    stopped: 0,
    scenarios: [
      { name: "good", ok: true, steps: 2 },
      {
        name: "wrong",
        ok: false,
        steps: 3,
        divergence: { step: 2, what: "context", at: "turnPlayer", expected: "P1", got: "P2" },
      },
    ],
  });
});

test("a play that cannot start is told as such", async () => {
  const { code, out } = await played({ bad: { ...good, input: { seats: 5 } } });

  expect(code).toBe(1);
  expect(out).toMatch(/^FAIL {2}bad {2}start\n {6}fault: expected null, got "input\.seats/);
});

test.each([
  ["rounds", "for (;;);", /more than 10000000 rounds/, { unit: "work", value: 10_000_000 }],
  [
    "a pattern",
    'if (/^(a+)+$/.test("a".repeat(60) + "!")) return true;',
    /more than 500 ms of a processor/,
    { unit: "cpu", value: 500 },
  ],
  [
    "memory",
    'return "x".repeat(2 ** 28).split("").length > 0;',
    /too much memory in the guard .*: The machine took more than 256 MB of memory and was stopped\n {6}whether it goes as expected is not known\n/,
    { unit: "memory", value: 256 },
  ],
])(
  "a scenario stopped at endless %s is neither right nor wrong, and the next is played",
  async (_, loop, said, limit) => {
    const module = turn.replace(
      "event.by === context.turnPlayer",
      `{ if (event.by === "P2") { ${loop} } return event.by === context.turnPlayer; }`,
    );

    const endless = scenario({ send: { type: "DRAW", by: "P2" } });
    const { code, out } = await played({ endless, good }, { module });
    expect(code).toBe(3);
    expect(out).toMatch(
      /^STOP {2}endless {2}step 1: send \{"type":"DRAW","by":"P2"\}\n {6}too much (?:work|memory) in the guard /,
    );
    expect(out).toMatch(said);
    expect(out).toContain("ok    good");
    expect(out).toContain("1 of 2 scenarios went as expected, 1 was stopped\n");
    expect(out).not.toMatch(/FAIL|expected null|differ/);

    const asJson = await played({ endless, good, wrong }, { module, json: true });
    expect(asJson.code).toBe(1);
    const { ok, stopped, scenarios } = JSON.parse(asJson.out) as {
      ok: boolean;
      stopped: number;
      scenarios: readonly Readonly<Record<string, unknown>>[];
    };
    expect({ ok, stopped }).toEqual({ ok: false, stopped: 1 });
    expect(scenarios[0]).toMatchObject({ ok: false, stop: { step: 1, limit, event: "DRAW" } });
    expect(scenarios[0]).toHaveProperty("stop.guard");
    expect(scenarios[0]).not.toHaveProperty("divergence");
    expect(scenarios[2]).toHaveProperty("divergence");
  },
);

test("what one scenario does to the module's variables the next does not see", async () => {
  const module = `import { createMachine } from "xstate";
let times = 0;
export const machine = createMachine({ id: "c", initial: "a", states: { a: { on: { X: { guard: () => ++times < 5, target: "b" } } }, b: { on: { X: { guard: () => ++times < 5, target: "a" } } } } });`;
  const x = { send: { type: "X" } };

  const { code } = await played({ one: scenario(x), two: scenario(x), three: scenario(x) }, { module });

  expect(code).toBe(0);
});

test("a module that cannot be loaded fails every scenario", async () => {
  const { code, out } = await played({ good, wrong }, { module: "export const nothing = 1;" });

  expect(code).toBe(1);
  expect(out.match(/load-error/g)).toHaveLength(2);
});

test("every shipped scenario goes as expected in a process of its own", async () => {
  const game = shippedGame("haikyu-break");
  let out = "";

  const code = await playScenario({ ...game, out: (text) => void (out += text), err: () => undefined });

  expect(out).not.toContain("FAIL");
  expect(out).toContain(`${game.scenarios.length} of ${game.scenarios.length} scenarios went as expected`);
  expect(code).toBe(0);
});

test("a run that is ended plays nothing more, and says why it ended", async () => {
  const stop = new AbortController();
  const names: string[] = [];
  const run = playScenarios(
    {
      ...givenOf(turn),
      scenarios: Array.from({ length: 30 }, (_, i) => ({ name: `${i}`, scenario: good })),
      ended: stop.signal,
      out: () => undefined,
      err: () => undefined,
    },
    ({ name }) => {
      names.push(name);
      stop.abort(new Error("no longer wanted"));
    },
  );

  await expect(run).rejects.toThrow("no longer wanted");
  expect(names.length).toBeLessThan(30);
});
