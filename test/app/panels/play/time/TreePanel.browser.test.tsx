import "#app/kit/app.css";
import "#app/kit/tokens.css";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { userEvent } from "vitest/browser";
import { markStep, type MarkChange } from "#core/run/timeline/marks.ts";
import type { Run, Step } from "#core/run/timeline/run.ts";
import { moveTo, prune, unprune } from "#core/run/timeline/timeline.ts";
import { startWords, laterWords } from "#app/i18n.ts";
import { TreePanel } from "#app/panels/play/time/TreePanel.tsx";
import type { Studio } from "#app/studio/Studio.ts";
import { StudioContext } from "#app/studio/useStudio.ts";
import { forkedRun, standing } from "#test/core/run/timeline/madeRun.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

/** The tree of a run, and the run as the panel leaves it. */
async function open(first: Run) {
  await startWords("en");
  await laterWords("en");
  let run = first;
  const studioState = { graph: null, files: null, loaded: null, labelLanguage: "id", uiLanguage: "en" };
  const studio = { get: () => studioState, subscribe: () => () => undefined };
  const element = document.body.appendChild(document.createElement("div"));
  element.style.cssText = "position:fixed;inset:0 auto auto 0;width:1000px;height:190px";
  const root = createRoot(element);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    element.remove();
  });
  const draw = (next: Run) => {
    run = next;
    root.render(
      <StudioContext value={studio as unknown as Studio}>
        <TreePanel view={made()} />
      </StudioContext>,
    );
  };
  const session = {
    shown: () => run,
    get: () => ({ run, phase: "ready", micro: null, refused: null }),
    subscribe: () => () => undefined,
    show: ({ step }: { step: number }) => draw(moveTo(run, step)),
    mark: (id: number, change: Partial<MarkChange>) => draw(markStep(run, id, change as MarkChange)),
    prune: (id: number) => draw(prune(run, id)),
    unprune: (id: number) => draw(unprune(run, id)),
  };
  const made = () =>
    ({ session, state: { showBefore: false, busy: false } }) as unknown as Parameters<
      typeof TreePanel
    >[0]["view"];
  await act(async () => draw(run));
  const tree = element.querySelector<HTMLElement>('[role="tree"]')!;
  return {
    element,
    tree,
    run: () => run,
    rows: () => [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')],
    at: () => tree.querySelector<HTMLElement>('[aria-selected="true"]')?.dataset["step"],
    press: (keys: string) => act(async () => userEvent.keyboard(keys)),
  };
}

/** A way of ten thousand steps, one after the other. */
function long(): Run {
  const steps: Step[] = [{ id: 0, parent: null, do: { kind: "start", input: {} }, outcome: standing("s") }];
  for (let id = 1; id <= 10_000; id++)
    steps.push({
      id,
      parent: id - 1,
      do: { kind: "send", event: { type: `E${id}`, by: id % 2 ? "P1" : "P2" } },
      outcome: standing("s"),
    });
  return { machineHash: "h", steps, cursor: 10_000, tip: 10_000 };
}

test("of ten thousand steps those in sight are in the page; the keyboard leads to any of them", async () => {
  const { element, tree, rows, at, press } = await open(long());
  const compact = element.querySelector<HTMLInputElement>('input[type="checkbox"]')!;

  expect(rows()).toHaveLength(3);
  await act(async () => compact.click());
  expect(rows().length).toBeGreaterThan(3);
  expect(rows().length).toBeLessThan(60);
  tree.focus();
  await press("{Home}");
  expect(at()).toBe("0");
  expect(rows().length).toBeLessThan(60);
  await press("{End}{ArrowUp}");
  expect(at()).toBe("9999");
  expect(tree.querySelector('[aria-selected="true"]')?.textContent).toContain("E9999");
});

test("a search among ten thousand steps leads from one that is found to the next", async () => {
  const { element, rows, at, press } = await open(long());
  const field = element.querySelector<HTMLInputElement>('[type="search"]')!;
  field.focus();

  await act(async () => userEvent.fill(field, "e777"));
  await expect.poll(() => element.querySelector("output")?.textContent).toBe("11 found");

  expect(rows().some((row) => row.dataset["found"] === "true")).toBe(true);
  await press("{Enter}");
  expect(at()).toBe("777");
  await press("{Enter}");
  expect(at()).toBe("7770");
});

test("a folded stretch is passed as one, and unfolds", async () => {
  const { tree, rows, at, press } = await open(long());
  tree.focus();

  await press("{Home}{ArrowDown}");
  expect(at()).toBe("1");
  await press("{ArrowDown}");
  expect(at()).toBe("10000");
  await press("{ArrowUp}{Enter}");
  expect(rows().length).toBeGreaterThan(3);
  expect(tree.querySelector('[data-step="9999"]')).not.toBeNull();
});

test("the tree is described to assistive software: its levels, the step that is at hand, where the run stands", async () => {
  const { tree, rows } = await open(forkedRun());

  expect(rows().map((row) => [row.dataset["step"], row.getAttribute("aria-level")])).toEqual([
    ["0", "1"],
    ["1", "1"],
    ["4", "2"],
    ["5", "2"],
    ["2", "1"],
    ["6", "2"],
    ["3", "1"],
  ]);
  expect(tree.querySelector('[aria-current="step"]')?.getAttribute("data-step")).toBe("6");
  const active = tree.getAttribute("aria-activedescendant")!;
  expect(document.getElementById(active)?.dataset["step"]).toBe("6");
});

test("a name that is given up stays as it was; an empty one is taken away", async () => {
  const { tree, press, run } = await open(markStep(forkedRun(), 6, { name: "late" }));
  tree.focus();

  await press("{F2}other{Escape}");
  expect(run().marks).toEqual({ 6: { name: "late" } });
  await press("{F2}{Backspace}{Enter}");
  expect(run().marks).toBeUndefined();
  expect(document.activeElement).toBe(tree);
});
