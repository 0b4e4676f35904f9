import { act } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import { SaveHanded } from "#app/panels/play/scenarios/SaveHanded.tsx";
import { mounted } from "#test/support/mounted.tsx";

/** A trace that waits to be saved in a game that is kept somehow. */
async function shown(keeps: boolean, games: readonly object[] = []) {
  const files = new Map<string, string>();
  const state = {
    project: {
      id: "rally",
      keeps: () => keeps,
      write: (file: string, text: string) => void files.set(file, text),
    },
    files: { files, dirty: [] },
    games,
    route: { machine: "lamp" },
  };
  const studio = {
    get: () => state,
    subscribe: () => () => undefined,
    editor: { save: () => Promise.resolve() },
    store: {},
  };
  const { element, show } = await mounted(studio);
  const scenario = { title: { en: "A trace" } } as unknown as Scenario;
  await show(<SaveHanded handed={{ trace: 1, scenario: "of the app" }} scenario={scenario} />);
  return { files, element };
}

test("a trace is saved under a name that is free then, not under one that was free when it was played", async () => {
  const { files, element } = await shown(true);

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

test("beside a file that was opened by path no scenario is kept: the trace is downloaded", async () => {
  const { files, element } = await shown(false, [{ id: "rally", kept: "path", place: "/my games/rally.ts" }]);
  const got: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    got.push(this.download);
  });
  onTestFinished(() => click.mockRestore());

  await act(async () => element.querySelector("button")!.click());

  expect(got).toEqual(["a-trace.json"]);
  expect([...files]).toEqual([]);
  expect(element.textContent).toContain(
    'npx turnwright play "/my games/rally.ts" --machine lamp --scenario a-trace.json',
  );
});
