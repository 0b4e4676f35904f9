import { expect, test } from "vitest";
import { replayTrace } from "#app/inspect/replayTrace.ts";
import type { Studio } from "#app/studio/Studio.ts";

/** As much of a studio as a replay asks for; `opens` is the game that is there once one was asked for. */
function studioOf(project: string | null, opens: string | null) {
  const state: Record<string, unknown> = { project: project === null ? null : { id: project }, sought: null };
  const studio = {
    get: () => state,
    set: (patch: Record<string, unknown>) => Object.assign(state, patch),
    go: () => undefined,
    openGame: async () => {
      await Promise.resolve();
      state["project"] = opens === null ? null : { id: opens };
    },
  };
  return { studio: studio as unknown as Studio, state };
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
