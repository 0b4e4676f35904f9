import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import type { Scenario } from "#core/run/scenario.ts";
import { SaveHanded } from "#app/simulate/scenarios/SaveHanded.tsx";
import type { Studio } from "#app/studio/Studio.ts";
import { StudioContext } from "#app/studio/useStudio.ts";
import { laterWords, startWords } from "#app/i18n.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

test("a trace is saved under a name that is free then, not under one that was free when it was played", async () => {
  await startWords("en");
  await laterWords("en");
  const files = new Map<string, string>();
  const state = {
    project: { id: "rally", write: (file: string, text: string) => void files.set(file, text) },
    files: { files, dirty: [] },
    route: { machine: "lamp" },
  };
  const studio = {
    get: () => state,
    subscribe: () => () => undefined,
    save: () => Promise.resolve(),
    store: {},
  };
  const element = document.createElement("div");
  document.body.append(element);
  const root = createRoot(element);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    element.remove();
  });
  const scenario = { title: { en: "A trace" } } as unknown as Scenario;
  await act(async () =>
    root.render(
      <StudioContext value={studio as unknown as Studio}>
        <SaveHanded handed={{ trace: 1, scenario: "of the app" }} scenario={scenario} />
      </StudioContext>,
    ),
  );

  files.set("scenarios/a-trace", "of somebody else");
  await act(async () => element.querySelector("button")!.click());

  expect([...files]).toEqual([
    ["scenarios/a-trace", "of somebody else"],
    ["scenarios/a-trace-2", "of the app"],
  ]);
  expect(element.textContent).toContain("a-trace-2.json");
  // Where none is named the main machine of the file is played.
  expect(element.textContent).toContain("npx turnwright play rally --machine lamp --scenario a-trace-2");
});
