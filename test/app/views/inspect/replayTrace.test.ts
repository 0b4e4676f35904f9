import { expect, test } from "vitest";
import { replayTrace } from "#app/views/inspect/replayTrace.ts";
import { chartOfKey, mainChart } from "#core/chart/machineKey.ts";
import { readModule } from "#core/read/readModule.ts";
import type { Studio } from "#app/studio/Studio.ts";

const reading = readModule(`import { createMachine } from "xstate";
export const door = createMachine({ initial: "shut", states: { shut: {} } });
export const lamp = createMachine({ initial: "off", states: { off: {} } });
`);
const graphOf = (key: string | undefined) => ({
  reading,
  chart: key === undefined ? mainChart(reading.charts) : chartOfKey(reading.charts, key),
});

/** As much of a studio as a replay asks for; `opens` is the game that is there once one was asked for. */
function studioOf(project: string | null, opens: string | null, shown?: string) {
  const state: Record<string, unknown> = {
    project: project === null ? null : { id: project },
    graph: project === null ? null : graphOf(shown),
    sought: null,
  };
  const notices: unknown[] = [];
  const studio = {
    get: () => state,
    window: {
      set: (patch: Record<string, unknown>) => Object.assign(state, patch),
      notice: (...said: unknown[]) => void notices.push(said),
    },
    navigation: {
      go: () => undefined,
      choose: (key: string) => void (state["graph"] = graphOf(key)),
    },
    openGame: async (_: string, route: { machine?: string }) => {
      await Promise.resolve();
      state["project"] = opens === null ? null : { id: opens };
      const known = route.machine === undefined || chartOfKey(reading.charts, route.machine);
      state["graph"] = opens === null ? null : graphOf(known ? route.machine : undefined);
    },
  };
  return { studio: studio as unknown as Studio, state, notices };
}

const trace = { game: "rally", trace: 3, scenario: "{}" };
const wanted = { kind: "trace", game: "rally", trace: { trace: 3, scenario: "{}" } };

test("a trace waits to be played only in the game that it is of", async () => {
  for (const [here, opens, sought] of [
    ["rally", null, wanted],
    ["other", "rally", wanted],
    // It could not be opened; or the person chose another one meanwhile.
    ["other", null, null],
    [null, "third", null],
  ] as const) {
    const { studio, state } = studioOf(here, opens);
    // oxlint-disable-next-line no-await-in-loop -- one case after the other
    await replayTrace(studio, trace);
    expect(state["sought"], `${here} ${opens}`).toEqual(sought);
  }
});

test("of several machines in a file the one that it is of is looked at, whichever was; one that is gone is told", async () => {
  for (const [here, shown, of, seen] of [
    ["rally", undefined, "lamp", "lamp"],
    ["rally", "lamp", undefined, "door"],
    ["rally", "lamp", "lamp", "lamp"],
    ["other", undefined, "lamp", "lamp"],
    ["rally", undefined, "fan", null],
    ["other", undefined, "fan", null],
  ] as const) {
    const { studio, state, notices } = studioOf(here, "rally", shown);
    // oxlint-disable-next-line no-await-in-loop -- one case after the other
    await replayTrace(studio, { ...trace, ...(of === undefined ? {} : { machine: of }) });
    const { chart } = state["graph"] as ReturnType<typeof graphOf>;
    const name = `${here} ${shown} ${of}`;
    expect(state["sought"], name).toEqual(seen === null ? null : { ...wanted, machine: of });
    if (seen !== null) expect(chart?.ref.name, name).toBe(seen);
    // The studio tells it where it opens the game.
    expect(notices.length, name).toBe(seen === null && here === "rally" ? 1 : 0);
  }
});
