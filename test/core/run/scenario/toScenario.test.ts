import { expect, test } from "vitest";
import { replayScenario } from "#core/run/scenario/replay.ts";
import type { Run } from "#core/run/timeline/run.ts";
import { addStep, cursorStep, startRun } from "#core/run/timeline/timeline.ts";
import { optionOffers } from "#core/run/scenario/expectationOffers.ts";
import { chosenScenario, scenarioOffers, toScenario, usualOffers } from "#core/run/scenario/toScenario.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import { loadFile } from "#core/ruleset/loadFile.ts";
import { haikyuSpec } from "#test/core/simulate/haikyu.ts";
import { shippedGame } from "#test/cli/play/tools.ts";
import { add, counter } from "#test/core/run/play/counter.ts";
import { playerAsk } from "#test/core/run/play/playerAsk.ts";
import { machine as haikyu } from "../../../../machines/haikyu-break.machine.ts";

const ask = playerAsk(counter());
const runOf = async (steps: object[]): Promise<Run> =>
  (await replayScenario(ask, { format: 1, title: {}, steps }, "sha256:1")).run!;

test("a run becomes steps with where each led: states, what changed in the context, the end", async () => {
  const run = await runOf([
    { send: add(2) },
    { send: { type: "REST" } },
    { advance: 1000 },
    { send: { type: "END" } },
  ]);

  expect(toScenario(run, { en: "A sum" })).toEqual({
    format: 1,
    title: { en: "A sum" },
    input: {},
    machine: "sha256:1",
    clauses: ["C-1"],
    steps: [
      { expect: { in: ["open"] } },
      {
        send: add(2),
        expect: { in: ["open"], context: { sum: 2, last: { by: "P1", amount: 2 }, log: [2] } },
      },
      { send: { type: "REST" }, expect: { in: ["resting"] } },
      { advance: 1000, expect: { in: ["open"] } },
      { send: { type: "END" }, expect: { in: ["over"], status: "done", output: { sum: 2 } } },
    ],
  });
});

test("a state that was gone back to is saved where it was left", async () => {
  const run = await runOf([
    { send: add(1) },
    { save: "x" },
    { send: add(2) },
    { restore: "x" },
    { send: add(3) },
  ]);

  const scenario = toScenario(run, {});

  expect(scenario.steps.map(({ expect: _, ...deed }) => deed)).toEqual([
    {},
    { send: add(1) },
    { save: "x" },
    { send: add(2) },
    { restore: "x" },
    { send: add(3) },
  ]);
  expect((await replayScenario(ask, scenario, "h")).divergence).toBeUndefined();
});

test("two states that were gone back to under one name get two", async () => {
  const run = await runOf([
    { send: add(1) },
    { save: "x" },
    { send: add(2) },
    { restore: "x" },
    { send: add(3) },
    { save: "x" },
    { send: add(4) },
    { restore: "x" },
  ]);

  const scenario = toScenario(run, {});

  expect(scenario.steps.flatMap(({ save, restore }) => save ?? restore ?? [])).toEqual([
    "x",
    "x",
    "x 2",
    "x 2",
  ]);
  expect((await replayScenario(ask, scenario, "h")).divergence).toBeUndefined();
});

test("what was changed by hand is changed by hand again, in a file that is valid", async () => {
  const run = await runOf([
    { send: add(1) },
    { edit: { context: { sum: 5 }, in: ["resting"] } },
    { advance: 1000 },
    { send: add(2) },
  ]);

  const scenario = toScenario({ ...run, machineHash: `sha256:${"0".repeat(64)}` }, { en: "By hand" });

  expect(scenario.steps[2]).toEqual({
    edit: { context: { sum: 5 }, in: ["resting"] },
    expect: { in: ["resting"], context: { sum: 5 } },
  });
  expect(scenario.steps.at(-1)?.expect).toMatchObject({ in: ["open"], context: { sum: 7 } });
  expect(loadFile("scenarios/byHand", JSON.stringify(scenario)).diagnostics).toEqual([]);
  expect((await replayScenario(ask, scenario, "h")).divergence).toBeUndefined();
});

test("an edit that the machine refuses is where the scenario stops, with what and where", async () => {
  const steps = [{ send: add(1) }, { edit: { context: { sum: "five" } } }];

  const { divergence } = await replayScenario(ask, { format: 1, title: {}, steps }, "h");

  expect(divergence).toEqual({
    step: 1,
    what: "fault",
    expected: null,
    got: `context.sum: expected number, got "five"`,
  });
});

const tried = async () =>
  replayScenario(
    ask,
    {
      format: 1,
      title: {},
      steps: [
        { send: add(2) },
        { send: add(99), expect: { refused: true } },
        { send: add(3) },
        { send: { type: "END" } },
      ],
    },
    "sha256:1",
  );

test("events that were refused are steps, when something of their refusal is expected", async () => {
  const { run, refusals } = await tried();
  const offers = scenarioOffers(run!, refusals);

  expect(offers[2]!.offers.map(({ key }) => key)).toEqual([
    "refused:guard:fits",
    "refused:clause:C-1",
    "refused",
  ]);
  const kept = chosenScenario(run!, {}, offers, usualOffers(offers, "all", true));
  expect(kept.steps[2]).toEqual({ send: add(99), expect: { refused: { guard: "fits" } } });
  expect(chosenScenario(run!, {}, offers, usualOffers(offers, "all", false)).steps).toEqual(
    toScenario(run!, {}).steps,
  );
  const both = usualOffers(offers, "none", false).map((own, i) =>
    i === 2 ? offers[2]!.offers.slice(0, 2) : own,
  );
  expect(chosenScenario(run!, {}, offers, both).steps[1]).toEqual({
    send: add(99),
    expect: { refused: { guard: "fits", clause: "C-1" } },
  });
});

test("only the ends, or nothing, is expected where that is chosen; each replays", async () => {
  const { run, refusals } = await tried();
  const offers = scenarioOffers(run!, refusals);
  const steps = (usual: "ends" | "none") =>
    chosenScenario(run!, {}, offers, usualOffers(offers, usual, true));

  expect(steps("ends").steps.map((step) => step.expect && Object.keys(step.expect))).toEqual([
    undefined,
    ["refused"],
    undefined,
    ["in", "status", "output"],
  ]);
  expect(steps("none").steps.map((step) => step.expect && Object.keys(step.expect))).toEqual([
    undefined,
    ["refused"],
    undefined,
    undefined,
  ]);
  for (const usual of ["ends", "none"] as const)
    expect((await replayScenario(ask, steps(usual), "h")).divergence).toBeUndefined();
});

test("what can be done after a step, and what cannot, may be expected of it", async () => {
  const { run } = await tried();
  const offers = scenarioOffers(run!);
  const player = playerAsk(counter());
  const options = await player({ do: "options", state: offers[1]!.step.outcome.state });
  const can = optionOffers(options);

  expect(new Set(can.map(({ kind }) => kind)).has("can")).toBe(true);
  const scenario = chosenScenario(
    run!,
    {},
    offers,
    offers.map((_, i) => (i === 1 ? can : [])),
  );
  expect((await replayScenario(player, scenario, "h")).divergence).toBeUndefined();
  const { can: possible = [], cannot = [] } = scenario.steps[0]!.expect!;
  expect(possible.map(({ type }) => type)).toContain("REST");
  expect(cannot.map(({ type }) => type)).toContain("ADD");
});

test("a random play of the volleyball game becomes a valid scenario that replays", async () => {
  const player = createParsingPlayer(haikyu as never, haikyuSpec);
  let run = startRun(`sha256:${"0".repeat(64)}`, {}, player.start({}));
  for (let seed = 0; seed < 60; seed++) {
    const { state } = cursorStep(run).outcome;
    const move = player.random(state, seed);
    if (!move) break;
    run = addStep(run, { kind: "send", event: move }, player.send(state, move));
  }

  const scenario = toScenario(run, { en: "By chance" });
  const text = JSON.stringify(scenario);

  expect(
    loadFile("scenarios/chance", text).diagnostics.filter(({ severity }) => severity === "error"),
  ).toEqual([]);
  expect(
    scenario.clauses?.every((id) =>
      shippedGame("haikyu-break").ruleset?.clauses.some((one) => one.id === id),
    ),
  ).toBe(true);
  expect(scenario.steps.length).toBeGreaterThan(20);
  const { divergence } = await replayScenario(playerAsk(haikyu as never, haikyuSpec), JSON.parse(text), "h");
  expect(divergence).toBeUndefined();
});
