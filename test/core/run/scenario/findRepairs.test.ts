import { describe, expect, test } from "vitest";
import { findRepairs, recordedOn, type Repair } from "#core/run/scenario/findRepairs.ts";
import { PlayError } from "#core/run/play/play.ts";
import { replayScenario } from "#core/run/scenario/replay.ts";
import { renamedIn, withNames, type NameNews } from "#core/run/scenario/scenarioNames.ts";
import type { Scenario, ScenarioStep } from "#core/run/scenario/scenario.ts";
import { way } from "#core/run/timeline/timeline.ts";
import { toScenario } from "#core/run/scenario/toScenario.ts";
import { machineFrom } from "#test/core/run/play/machineFrom.ts";

interface Changes {
  readonly cost?: number;
  readonly draw?: string;
  readonly main?: string;
  /** States between the draw and the main phase. */
  readonly between?: string;
  readonly end?: string;
}

/** A turn of three phases; each test changes one thing of it, as a designer would. */
const turn = ({ cost = 2, draw = "DRAW", main = "main", between = "", end = "END" }: Changes = {}) =>
  machineFrom(`import { assign, setup } from "xstate";
export const machine = setup({
  types: {} as { context: { points: number; hand: string[] }; events: { type: "${draw}" } | { type: "PAY"; cards: number } | { type: "${end}" } | { type: "CONFIRM" } | { type: "PEEK" } },
  guards: { isPaid: ({ event }) => event.type === "PAY" && event.cards <= ${cost} },
  actions: { pay: assign({ points: ({ context, event }) => event.type === "PAY" ? context.points - event.cards : context.points }) },
}).createMachine({
  id: "turn", context: { points: 5, hand: [] }, initial: "turn", output: ({ context }) => ({ points: context.points }),
  states: {
    turn: { initial: "draw", states: {
      draw: { on: { ${draw}: "${between === "" ? main : "between"}" } },
      ${between}
      ${main}: { on: { PAY: { guard: "isPaid", actions: "pay", meta: { clauses: ["T-1"] } }, ${end}: "#turn.over" } },
    } },
    over: { type: "final" },
  },
});
`);

const usual = turn();
const play = async (steps: readonly ScenarioStep[], on = usual) => {
  const scenario: Scenario = { format: 1, title: { en: "t" }, machine: "sha256:old", steps };
  const { divergence } = await replayScenario(on.ask, scenario, "sha256:new");
  return { scenario, divergence };
};
/** The mends of a scenario on a changed machine. */
async function mendsOn(
  on: ReturnType<typeof turn>,
  steps: readonly ScenarioStep[],
  news: Omit<NameNews, "chart"> = {},
): Promise<readonly Repair[]> {
  expect((await play(steps)).divergence).toBeUndefined();
  const { scenario, divergence } = await play(steps, on);
  if (!divergence) throw new Error("it fits");
  return findRepairs({
    ask: on.ask,
    scenario,
    divergence,
    machineHash: "sha256:new",
    news: { chart: on.chart, ...news },
  });
}
const kinds = (all: readonly Repair[]) =>
  all.map(({ kind, left }) => `${kind}${left ? ` until ${left.step}` : ""}`);
const of = (all: readonly Repair[], kind: Repair["kind"]) => all.find((one) => one.kind === kind)!;

const DRAW: ScenarioStep = { send: { type: "DRAW" }, expect: { in: ["turn.main"] } };
const pay = (cards: number, points: number): ScenarioStep => ({
  send: { type: "PAY", cards },
  expect: { context: { points } },
});
const END: ScenarioStep = { send: { type: "END" }, expect: { status: "done", output: { points: 3 } } };

describe("what came is taken over", () => {
  test("here, of the same things and of no more, and what still differs is told", async () => {
    const all = await mendsOn(turn({ cost: 1 }), [DRAW, pay(2, 3), END]);

    expect(kinds(all)).toEqual(["onward", "here until 2", "leave-out until 1"]);
    expect(of(all, "here").scenario.steps[1]).toEqual({
      send: { type: "PAY", cards: 2 },
      expect: { refused: { guard: "isPaid" }, context: { points: 5 } },
    });
    expect(of(all, "here").left).toMatchObject({ step: 2, what: "output" });
  });

  test("from here on, and then it is a scenario of this machine", async () => {
    const { scenario } = of(await mendsOn(turn({ cost: 1 }), [DRAW, pay(2, 3), END]), "onward");

    expect(scenario.steps[2]).toEqual({
      send: { type: "END" },
      expect: { status: "done", output: { points: 5 } },
    });
    expect(scenario.machine).toBe("sha256:new");
  });

  test("a refusal that came no more is no longer expected", async () => {
    const refused: ScenarioStep = {
      send: { type: "PAY", cards: 3 },
      expect: { refused: true, in: ["turn.main"] },
    };
    const all = await mendsOn(turn({ cost: 3 }), [DRAW, refused]);

    expect(kinds(all)).toEqual(["here", "leave-out"]);
    expect(of(all, "here").scenario.steps[1]!.expect).toEqual({ in: ["turn.main"] });
  });

  test("an event that is possible now is no longer among the impossible ones", async () => {
    const step: ScenarioStep = {
      send: { type: "DRAW" },
      expect: { can: [{ type: "PAY", cards: 1 }], cannot: [{ type: "PAY", cards: 3 }, { type: "DRAW" }] },
    };
    const { scenario } = of(await mendsOn(turn({ cost: 3 }), [step]), "here");

    expect(scenario.steps[0]!.expect).toEqual({
      can: [
        { type: "PAY", cards: 1 },
        { type: "PAY", cards: 3 },
      ],
      cannot: [{ type: "DRAW" }],
    });
  });
});

describe("a step that only expects, with a note", () => {
  const between = "between: { on: { CONFIRM: 'main' } },";

  test("goes on expecting something, be it nothing in particular", async () => {
    const noted: ScenarioStep = { note: "Paid for", clauses: ["T-1"], expect: { notIn: ["turn.between"] } };
    const all = await mendsOn(turn({ between }), [{ send: { type: "DRAW" } }, noted]);

    expect(of(all, "here").scenario.steps[1]).toEqual({ note: "Paid for", clauses: ["T-1"], expect: {} });
  });

  test("comes whole behind the step that was missed", async () => {
    const noted: ScenarioStep = { note: "Paid for", expect: { in: ["turn.main"] } };
    const all = await mendsOn(turn({ between }), [{ send: { type: "DRAW" } }, noted]);

    expect(of(all, "insert").scenario.steps.slice(1)).toEqual([{ send: { type: "CONFIRM" } }, noted]);
  });
});

describe("a step that was missed is put in", () => {
  const confirm = "between: { on: { CONFIRM: 'main' } },";

  test("behind the one that no longer leads where it did, with what was expected there", async () => {
    const all = await mendsOn(turn({ between: confirm }), [DRAW, pay(2, 3), END]);

    expect(kinds(all)).toEqual(["insert", "onward", "here until 1", "leave-out until 0"]);
    expect(of(all, "insert")).toMatchObject({ event: { type: "CONFIRM" }, at: 1 });
    expect(of(all, "insert").scenario.steps.slice(0, 2)).toEqual([
      { send: { type: "DRAW" } },
      { send: { type: "CONFIRM" }, expect: { in: ["turn.main"] } },
    ]);
  });

  test("before the one that was refused", async () => {
    const all = await mendsOn(turn({ between: confirm }), [{ send: { type: "DRAW" } }, pay(2, 3), END]);

    expect(of(all, "insert").scenario.steps.map(({ send }) => send?.type)).toEqual([
      "DRAW",
      "CONFIRM",
      "PAY",
      "END",
    ]);
    expect(of(all, "insert").left).toBeUndefined();
  });

  test("not when two events would do", async () => {
    const all = await mendsOn(turn({ between: "between: { on: { CONFIRM: 'main', PEEK: 'main' } }," }), [
      DRAW,
      END2,
    ]);

    expect(kinds(all)).not.toContain("insert");
  });
  const END2: ScenarioStep = { send: { type: "END" }, expect: { status: "done" } };
});

test("a step is left out when the rest goes without it", async () => {
  const all = await mendsOn(turn({ cost: 0 }), [
    DRAW,
    { send: { type: "PAY", cards: 1 } },
    { send: { type: "END" } },
  ]);

  expect(of(all, "leave-out").left).toBeUndefined();
  expect(of(all, "leave-out").scenario.steps.map(({ send }) => send?.type)).toEqual(["DRAW", "END"]);
});

describe("a new name is taken over everywhere", () => {
  test("of a state, as renames.json says it", async () => {
    const all = await mendsOn(
      turn({ main: "action" }),
      [DRAW, { expect: { notIn: ["over"], in: ["turn.main"] } }, END2],
      {
        renames: [{ states: { "turn.main": "turn.mid" } }, { states: { "turn.mid": "turn.action" } }],
      },
    );

    expect(of(all, "rename")).toMatchObject({
      names: [{ kind: "state", from: "turn.main", to: "turn.action" }],
    });
    expect(of(all, "rename").left).toBeUndefined();
    expect(of(all, "rename").scenario.steps.map(({ expect: wanted }) => wanted?.in)).toEqual([
      ["turn.action"],
      ["turn.action"],
      undefined,
    ]);
  });

  test("of a state that a hand edit goes to, and of an event that an actor sends", () => {
    const steps = [
      { edit: { in: ["turn.main"] } },
      { answer: { actor: "a", event: { type: "END" } } },
      { answer: { value: 1 } },
      { edit: { context: { points: 1 } } },
    ];
    const scenario: Scenario = { format: 1, title: {}, steps };
    const renamed = renamedIn(scenario, {
      chart: turn({ main: "action", end: "ENDS" }).chart,
      renames: [{ states: { "turn.main": "turn.action" } }],
    });

    expect(renamed).toEqual([
      { kind: "state", from: "turn.main", to: "turn.action" },
      { kind: "event", from: "END", to: "ENDS" },
    ]);
    expect(withNames(scenario, renamed).steps).toEqual([
      { edit: { in: ["turn.action"] } },
      { answer: { actor: "a", event: { type: "ENDS" } } },
      ...steps.slice(2),
    ]);
  });

  test("of an event, where the label went over to another", async () => {
    const all = await mendsOn(turn({ end: "STOP" }), [DRAW, { send: { type: "END" } }], {
      labels: { en: { "event:END": "End the turn", "event:STOP": "End the turn", "event:PAY": "Pay" } },
    });

    expect(of(all, "rename").scenario.steps[1]!.send).toEqual({ type: "STOP" });
    expect(all[0]!.kind).toBe("rename");
  });

  test("of an event, where one name alone is so near", async () => {
    const all = await mendsOn(turn({ draw: "DRAWS" }), [DRAW]);

    expect(of(all, "rename")).toMatchObject({ names: [{ kind: "event", from: "DRAW", to: "DRAWS" }] });
  });
  const END2: ScenarioStep = { send: { type: "END" }, expect: { status: "done" } };
});

test("a start that fails has no mend among the steps", async () => {
  const scenario: Scenario = { format: 1, title: {}, steps: [{ expect: {} }] };
  const divergence = { step: -1, what: "fault", expected: null, got: "broken" } as const;

  expect(await findRepairs({ ask: usual.ask, scenario, divergence, machineHash: "h" })).toEqual([]);
});

test("a run that was recorded, played on a machine that costs more, fits after taking over all", async () => {
  const { run } = await replayScenario(
    usual.ask,
    { format: 1, title: {}, steps: [DRAW, pay(2, 3), END] },
    "sha256:old",
  );
  const changed = turn({ cost: 1, between: "between: { on: { CONFIRM: 'main' } }," });
  let scenario = toScenario(run!, { en: "A turn" });
  const done: string[] = [];
  for (let n = 0; n < 5; n++) {
    const { divergence } = await replayScenario(changed.ask, scenario, "sha256:new");
    if (!divergence) break;
    const [best] = await findRepairs({ ask: changed.ask, scenario, divergence, machineHash: "sha256:new" });
    done.push(best!.kind);
    scenario = best!.scenario;
  }

  expect(done).toEqual(["onward"]);
  expect(scenario.machine).toBe("sha256:new");
  expect(way((await replayScenario(changed.ask, scenario, "x")).run!).length).toBeGreaterThan(1);
});

describe("a search", () => {
  const changed = turn({ between: "between: { on: { CONFIRM: 'main', PEEK: 'main' } }," });
  const search = async (ask: typeof changed.ask, isLate?: () => boolean) => {
    const { scenario, divergence } = await play([DRAW, { send: { type: "END" } }], changed);
    const given = { ask, scenario, divergence: divergence!, machineHash: "sha256:new" };
    return findRepairs({ ...given, ...(isLate ? { isLate } : {}) });
  };

  test("goes on behind an event that takes too long: that one does not fit", async () => {
    const ask: typeof changed.ask = (request) =>
      request.do === "send" && request.event.type === "PEEK"
        ? Promise.reject(new PlayError({ code: "over-budget", message: "too long" }))
        : changed.ask(request);

    expect(of(await search(ask), "insert")).toMatchObject({ event: { type: "CONFIRM" } });
  });

  test("ends when nobody waits for it", async () => {
    let asked = 0;
    const ask: typeof changed.ask = (request) => (asked++, changed.ask(request));
    await search(ask);
    const whole = asked;
    asked = 0;

    expect(await search(ask, () => asked > 3)).toEqual([]);
    expect(asked).toBeLessThan(whole / 2);
  });
});

test("whether the machine is the one that it was recorded on", () => {
  const scenario: Scenario = { format: 1, title: {}, machine: "sha256:a", steps: [] };

  expect(recordedOn(scenario, "sha256:a")).toBe(true);
  expect(recordedOn(scenario, "sha256:b")).toBe(false);
  expect(recordedOn({ ...scenario, machine: "sha256:..." }, "sha256:a")).toBeUndefined();
});

test("to expect whatever came is offered last of what fits", async () => {
  const all = await mendsOn(turn({ cost: 3 }), [
    DRAW,
    { send: { type: "PAY", cards: 3 }, expect: { refused: true } },
    { expect: { context: { points: 5 } } },
  ]);

  expect(kinds(all)).toEqual(["insert", "leave-out", "onward", "here until 2"]);
});
