import { readFile } from "node:fs/promises";
import { getMicrosteps, initialTransition, type AnyMachineSnapshot, type AnyStateMachine } from "xstate";
import { readModule } from "#core/read/readModule.ts";
import type { Outcome, PlayEvent } from "#core/run/play/play.ts";
import { playSpecOf } from "#core/run/play/playSpec.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import type { Moves } from "#core/ruleset/ruleset.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import { loadModule } from "#adapters/sandbox/loadMachine.ts";
import type { JsonObject } from "#core/text/json.ts";
import type { BenchLine, Measure } from "../line.ts";
import { longModule } from "../support/longModule.ts";
import { interleaved } from "../support/stats.ts";

const game = "rulesets/haikyu-break";
/** States of the machines that are compared. */
const SMALL = 50;
const LARGE = 5_000;

/**
 * What one step costs with everything that the debugger shows of it: microsteps with candidates, guards with formulas and values read,
 * exits, actions, entries, effects, changes, and what can happen then. Beside it XState's own calls for the same facts.
 */
export const debugStep: BenchLine = {
  about: "one step with everything shown, beside bare XState, and on 50 and 5,000 states",
  async run({ scale }) {
    return [...(await besideBare(scale)), ...byMachine(scale)];
  },
};

/** A whole game of volleyball, step by step. */
async function besideBare(scale: number): Promise<Measure[]> {
  const json = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, "utf8"));
  const { input = {}, steps } = (await json(`${game}/scenarios/whole-game.json`)) as Scenario;
  const events = steps.flatMap(({ send }) => send ?? []);
  const text = await readFile("machines/haikyu-break.machine.ts", "utf8");
  const { machine } = loadModule(text, "ts", "machine");
  const { charts, consts } = readModule(text);
  const [chart] = charts;
  if (!chart) throw new Error("The module has no machine");
  const spec = playSpecOf(chart, consts, (await json(`${game}/moves.json`)) as Moves);
  const player = createParsingPlayer(machine, spec);
  const bare = loadModule(text, "ts", "machine").machine;
  const offered: (readonly PlayEvent[])[] = [];
  let now = player.start(input);
  for (const event of events) {
    offered.push(now.view.enabled.map(({ example }) => example));
    now = player.send(now.state, event);
    if (now.refused) throw new Error(`The scenario is refused at ${JSON.stringify(event)}`);
  }
  const [plain = NaN, shown = NaN] = interleaved(
    [
      () => bareSteps(bare, input, events, offered),
      () => {
        let at = player.start(input);
        for (const event of events) told((at = player.send(at.state, event)));
        if (at.view.status !== "done") throw new Error("The game did not end");
      },
    ],
    scale,
  );
  return [
    {
      what: "bare XState: microsteps, their differences, can() of what is open, state as JSON",
      value: plain / events.length,
      unit: "ms/step",
      note: `a game of ${events.length} events`,
    },
    { what: "with everything shown", value: shown / events.length, unit: "ms/step" },
    { what: "everything shown / bare", value: shown / plain, unit: "x", limit: 3 },
  ];
}

/** The same facts by XState's own calls: microsteps with their actions, whether a guard lets open events pass, the state as JSON. */
function bareSteps(
  machine: AnyStateMachine,
  input: JsonObject,
  events: readonly PlayEvent[],
  offered: readonly (readonly PlayEvent[])[],
): void {
  let [snapshot]: [AnyMachineSnapshot, unknown] = initialTransition(machine, input as never) as never;
  events.forEach((event, i) => {
    for (const one of offered[i] ?? []) snapshot.can(one as never);
    const before = snapshot;
    const microsteps = getMicrosteps(machine, snapshot as never, event as never);
    let context = JSON.stringify(before.context);
    for (const [after, actions] of microsteps) {
      const next = JSON.stringify((after as AnyMachineSnapshot).context);
      if (next !== context) context = next;
      JSON.stringify([
        (after as AnyMachineSnapshot).value,
        actions.map(({ type, params }) => [type, params]),
      ]);
    }
    snapshot = (microsteps.at(-1)?.[0] ?? snapshot) as AnyMachineSnapshot;
    JSON.stringify(snapshot.machine.getPersistedSnapshot(snapshot as never));
  });
  if (snapshot.status !== "done") throw new Error("The game did not end");
}

/** As it crosses to the page: nothing of it is left for later. */
const told = (outcome: Outcome): number => JSON.stringify(outcome).length;

/** The same way on a small and on a large machine: the active path is as long in both. */
function byMachine(scale: number): Measure[] {
  const jobs = [SMALL, Math.max(2 * SMALL, LARGE * scale)].map((states) => {
    const text = longModule(states);
    const { charts, consts } = readModule(text);
    const [chart] = charts;
    if (!chart) throw new Error("The module has no machine");
    const player = createParsingPlayer(loadModule(text, "ts", "machine").machine, playSpecOf(chart, consts));
    return () => {
      let at = player.start({});
      for (let i = 0; i < STEPS; i++) told((at = player.send(at.state, { type: "NEXT", by: "P1" })));
      if (at.refused || at.view.in.length !== 2) throw new Error("The way is another one");
    };
  });
  const [small = NaN, large = NaN] = interleaved(jobs, scale);
  return [
    { what: `a step with everything shown, ${SMALL} states`, value: small / STEPS, unit: "ms/step" },
    {
      what: `a step with everything shown, ${LARGE.toLocaleString("en")} states`,
      value: large / STEPS,
      unit: "ms/step",
    },
    { what: "large / small", value: large / small, unit: "x", limit: 1.5 },
  ];
}

const STEPS = 20;
