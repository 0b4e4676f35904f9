import { expect, test } from "vitest";
import type { Chart } from "#core/chart/chart.ts";
import { transitionId } from "#core/chart/places.ts";
import { Inspection } from "#core/inspect/inspection.ts";
import type { Session } from "#core/inspect/session.ts";
import type { Wire } from "#core/inspect/fact.ts";
import { Recomputation } from "#core/inspect/recompute.ts";
import { chartTransition } from "#core/inspect/chartTransition.ts";
import { traceToScenario } from "#core/inspect/traceToScenario.ts";
import { readModule } from "#core/read/readModule.ts";
import { transitionIdOf } from "#core/run/play/microstep.ts";
import { replayScenario } from "#core/run/scenario/replay.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import { loadFile } from "#core/ruleset/loadFile.ts";
import { way } from "#core/run/timeline/timeline.ts";
import type { JsonObject } from "#core/text/json.ts";
import { playerAsk } from "#test/core/run/play/playerAsk.ts";
import { haikyuSpec, haikyuText } from "#test/core/simulate/haikyu.ts";
import { connectTo } from "#test/core/inspect/fakeSocket.ts";
import { playedGame, type GameOptions, type Logged } from "#test/core/inspect/playedGame.ts";
import { statelyInspector, xstate4Inspector } from "#test/core/inspect/wireMessages.ts";
import type { InspectionEvent } from "xstate";
import { machine } from "../../../machines/haikyu-break.machine.ts";

/** Hears what XState tells of an app, and tells it; then what still waits. */
type Inspector = readonly [inspect: (event: InspectionEvent) => void, flush: () => void];
type Way = "window v5" | "socket v5" | "xstate 4" | "connect" | "connect, whole";
const WAYS: readonly Way[] = ["window v5", "socket v5", "xstate 4", "connect", "connect, whole"];

const wireOfWay = (by: Way): Wire =>
  by === "xstate 4" ? "xstate4" : by.startsWith("connect") ? "connect" : "stately";

/** What an app with a way to tell sends. */
function inspectorOf(by: Way, send: (message: unknown) => void): Inspector {
  if (by === "window v5") return statelyInspector("window", send);
  if (by === "socket v5") return statelyInspector("socket", send);
  if (by === "xstate 4") return [xstate4Inspector((message) => send(structuredClone(message))), () => {}];
  return [connectTo(send, { whole: by === "connect, whole" }).connection.inspect, () => {}];
}

function watched(by: Way, game: GameOptions): { session: Session; log: Logged[]; seen: Inspection } {
  const seen = new Inspection();
  seen.open("app", { wire: wireOfWay(by), origin: "", at: 0 });
  let at = 0;
  const [inspect, flush] = inspectorOf(by, (message) =>
    seen.receive("app", message, { origin: "", at: (at += 5) }),
  );
  const log = playedGame(machine, haikyuSpec, inspect, game);
  flush();
  const [key] = seen.app("app")?.sessions ?? [];
  return { session: seen.session(key ?? "") as Session, log, seen };
}

/** What a replay came to, step by step, as the app would log it. */
async function replayed(scenario: Scenario): Promise<object[]> {
  const { run, divergence } = await replayScenario(playerAsk(machine, haikyuSpec), scenario, "");
  expect(divergence).toBeUndefined();
  return way(run!).map(({ outcome }) => {
    const { value, context, status, output } = outcome.state.snapshot as JsonObject;
    return { value, context, status, output };
  });
}

/** What the reader of scenario files has to say of it. */
const faultsOf = (scenario: Scenario): object[] =>
  loadFile("scenarios/trace", JSON.stringify(scenario)).diagnostics.filter(
    ({ severity }) => severity === "error",
  );

const accepted = (log: readonly Logged[]): object[] =>
  log
    .filter(({ refused }) => !refused)
    .map(({ value, context, status, output }) => ({ value, context, status, output }));

/** `npm run test:long` plays more games. */
const SEEDS = process.env["LONG"] ? Array.from({ length: 50 }, (_, i) => i) : [7, 8];
const GAMES = WAYS.flatMap((by) => SEEDS.map((seed) => [by, seed] as const));

test.each(GAMES)(
  "a whole volleyball game told by %s (seed %i) replays as the app had it",
  { timeout: 120_000 },
  async (by, seed) => {
    const input: JsonObject = by === "xstate 4" ? {} : { blockerNames: "distinct" };
    const { session, log, seen } = watched(by, { seed, input });
    expect(log.at(-1)?.status).toBe("done");
    expect(log.filter(({ refused }) => refused).length).toBeGreaterThan(10);
    expect(seen.counts.refused).toEqual({});

    const copy = new Recomputation(playerAsk(machine, haikyuSpec));
    await copy.follow(session);
    const traced = traceToScenario(session, { title: { en: by }, recomputed: copy.steps });
    if (!("scenario" in traced)) throw new Error(traced.impossible);
    const { scenario } = traced;

    expect(copy.findings).toEqual([]);
    expect(scenario.steps.slice(1).map(({ send }) => send)).toEqual(log.slice(1).map(({ event }) => event));
    expect(scenario.steps.slice(1).map((one) => one.expect?.refused === true)).toEqual(
      log.slice(1).map(({ refused }) => refused),
    );
    expect(faultsOf(scenario)).toEqual([]);
    expect(scenario.clauses?.length).toBeGreaterThan(5);
    expect(await replayed(JSON.parse(JSON.stringify(scenario)) as Scenario)).toEqual(accepted(log));
    // Over a window most of the game's state is cut off: it is our copy's.
    const filled = new Set([...copy.steps.values()].flatMap((one) => one.filled.map(([field]) => field)));
    expect(filled.has("players")).toBe(by === "window v5");
    expect([...copy.steps.values()].map(({ context }) => context)).toEqual(log.map(({ context }) => context));
  },
);

test("the transitions that a connected app tells are those of our copy, and of the chart", async () => {
  const { session } = watched("connect", { seed: 3 });
  const chart = readModule(haikyuText).charts[0] as Chart;
  const copy = new Recomputation(playerAsk(machine, haikyuSpec));
  await copy.follow(session);
  let lit = 0;

  for (const step of session.steps.slice(1)) {
    const told = (step.microsteps ?? []).flatMap(({ taken }) =>
      taken.map((one) => chartTransition(chart, one)),
    );
    const own = (copy.steps.get(step.id)?.microsteps ?? []).flatMap(({ taken }) => taken.map(transitionIdOf));
    expect(told.map((ref) => ref && transitionId(ref))).toEqual(own);
    lit += told.length;
  }
  expect(lit).toBeGreaterThan(200);
});
