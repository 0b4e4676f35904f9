import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import type { JsonObject } from "#core/text/json.ts";
import { startRun } from "#core/run/timeline/timeline.ts";
import { startWords } from "#app/i18n.ts";
import { ContextView } from "#app/panels/play/ContextView.tsx";
import type { Studio } from "#app/studio/Studio.ts";
import { StudioContext } from "#app/studio/useStudio.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

/** The sections of the context of a play of which the rules work this out. */
async function sections(derived: JsonObject | undefined): Promise<string[]> {
  await startWords("en");
  const state = { graph: null, files: null, loaded: null, labelLanguage: "id", uiLanguage: "en" };
  const studio = { get: () => state, subscribe: () => () => undefined };
  const run = startRun(
    "h",
    {},
    {
      state: { snapshot: {}, clock: 0, timers: [] },
      view: {
        value: "a",
        in: ["a"],
        context: { turn: 1 },
        ...(derived ? { derived } : {}),
        status: "active",
        asks: [],
        enabled: [],
        candidates: [],
      },
      refused: false,
      reasons: [],
      microsteps: [],
      considered: [],
    },
  );
  const element = document.body.appendChild(document.createElement("div"));
  const root = createRoot(element);
  await act(async () =>
    root.render(
      <StudioContext value={studio as unknown as Studio}>
        <ContextView run={run} micro={null} />
      </StudioContext>,
    ),
  );
  const told = [...element.querySelectorAll("details")].map((one) => one.textContent ?? "");
  await act(async () => root.unmount());
  element.remove();
  return told;
}

test("what the rules work out is shown, and has no heading while it is nothing", async () => {
  expect(await sections({ damage: 3 })).toEqual([expect.stringContaining("damage3"), expect.anything()]);
  expect(await sections({})).toEqual([expect.stringContaining("turn1")]);
  expect(await sections(undefined)).toEqual([expect.stringContaining("turn1")]);
});
