import { expect, test } from "vitest";
import { Inspection } from "#core/inspect/inspection.ts";
import type { Session } from "#core/inspect/session.ts";
import type { Wire } from "#core/inspect/fact.ts";
import { Recomputation } from "#core/inspect/recompute.ts";
import { traceToScenario } from "#core/inspect/traceToScenario.ts";
import { replayScenario } from "#core/run/replay.ts";
import type { Scenario } from "#core/run/scenario.ts";
import { way } from "#core/run/timeline.ts";
import type { JsonObject } from "#core/text/json.ts";
import { playerAsk } from "#test/core/run/playerAsk.ts";
import { haikyuSpec } from "#test/core/simulate/haikyu.ts";
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

const accepted = (log: readonly Logged[]): object[] =>
  log
    .filter(({ refused }) => !refused)
    .map(({ value, context, status, output }) => ({ value, context, status, output }));

test.each(WAYS)(
  "a whole volleyball game told by %s replays as the app had it",
  { timeout: 120_000 },
  async (by) => {
    const input: JsonObject = by === "xstate 4" ? {} : { blockerNames: "distinct" };
    const { session, log, seen } = watched(by, { seed: 7, input });
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
    expect(await replayed(scenario)).toEqual(accepted(log));
    expect([...copy.steps.values()].map(({ context }) => context)).toEqual(log.map(({ context }) => context));
  },
);
