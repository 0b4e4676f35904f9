import "#app/kit/app.css";
import "#app/kit/tokens.css";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { readModule } from "#core/read/readModule.ts";
import { Outline } from "#app/panels/outline/Outline.tsx";
import type { Studio } from "#app/studio/Studio.ts";
import { StudioContext } from "#app/studio/useStudio.ts";
import { startWords } from "#app/i18n.ts";
import { longModule } from "../../../../bench/support/longModule.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

/** As much of a studio as an outline asks for: a chart, and what is selected. */
function studioOf(states: number) {
  const reading = readModule(longModule(states));
  const chart = reading.charts[0]!;
  let listeners: (() => void)[] = [];
  let state = {
    graph: { chart, reading, machine: "machine", text: "" },
    project: {},
    files: { files: new Map() },
    diagnostics: [],
    labelLanguage: "id",
    question: null as unknown,
    route: { view: "design", selection: null as { kind: "state"; id: string } | null },
  };
  const set = (patch: Partial<typeof state>) => {
    state = { ...state, ...patch };
    for (const listener of listeners) listener();
  };
  const studio = {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners = [...listeners, listener];
      return () => void (listeners = listeners.filter((one) => one !== listener));
    },
    window: { set },
    navigation: {
      select: (selection: { kind: "state"; id: string }) => set({ route: { ...state.route, selection } }),
    },
  };
  return { studio, selected: () => state.route.selection?.id, question: () => state.question };
}

async function open(states: number, active?: ReadonlySet<string>) {
  await startWords("en");
  const made = studioOf(states);
  const element = document.createElement("div");
  element.style.cssText = "position:fixed;inset:0 auto auto 0;width:240px;height:700px;display:flex";
  document.body.append(element);
  const root = createRoot(element);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    element.remove();
  });
  const show = (live?: ReadonlySet<string>) =>
    act(async () =>
      root.render(
        <StudioContext value={made.studio as unknown as Studio}>
          <Outline editable {...(live ? { active: live } : {})} />
        </StudioContext>,
      ),
    );
  await show(active);
  const settle = () => act(async () => new Promise((done) => setTimeout(done, 80)));
  await settle();
  const tree = element.querySelector<HTMLElement>('[role="tree"]')!;
  const rows = () => [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')];
  const inView = (id: string) => {
    const row = tree.querySelector(`[data-id="${CSS.escape(id)}"]`)?.getBoundingClientRect();
    const box = tree.getBoundingClientRect();
    return row !== undefined && row.top >= box.top - 1 && row.bottom <= box.bottom + 1;
  };
  const press = async (key: string) => {
    const at = document.activeElement === document.body ? tree : document.activeElement!;
    await act(async () => at.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));
    await settle();
  };
  return { ...made, tree, rows, inView, press, show, settle };
}

test("of 5,000 states fewer than 200 rows are in the page, wherever one is", async () => {
  const { tree, rows, settle } = await open(5000);
  expect(rows().length).toBeGreaterThan(20);
  expect(rows().length).toBeLessThan(200);

  tree.scrollTop = tree.scrollHeight / 2;
  await settle();

  const box = tree.getBoundingClientRect();
  const seen = () =>
    rows().filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > box.top && top < box.bottom;
    });
  // The browser tells of the scroll with its next frame.
  await vi.waitFor(() => expect(seen().length).toBeGreaterThan(20), { timeout: 5_000 });
  expect(rows().length).toBeLessThan(200);
});

test("keys lead anywhere in 5,000 states: focus and view go along, and F2 asks for a name", async () => {
  const { tree, rows, inView, press, selected, question } = await open(5000);
  rows()[0]!.focus();

  await press("End");
  expect(selected()).toBe("phase199.step23");
  expect(inView("phase199.step23")).toBe(true);
  expect(document.activeElement?.getAttribute("data-id")).toBe("phase199.step23");
  await press("ArrowUp");
  expect(selected()).toBe("phase199.step22");
  await press("Home");
  expect(selected()).toBe("phase0");
  expect(inView("phase0")).toBe(true);
  await press("ArrowLeft");
  expect(tree.querySelector('[data-id="phase0"]')?.getAttribute("aria-expanded")).toBe("false");
  await press("ArrowDown");
  expect(selected()).toBe("phase1");
  for (const letter of "step7") await press(letter);
  expect(selected()).toBe("phase1.step7");
  expect(document.activeElement?.getAttribute("data-id")).toBe("phase1.step7");
  await press("F2");
  expect(question()).toEqual({ kind: "rename-symbol", symbol: { kind: "state", name: "phase1.step7" } });
});

test("what is selected far off keeps its focus while one scrolls away", async () => {
  const { tree, rows, press, selected, settle } = await open(5000);
  rows()[0]!.focus();
  await press("ArrowDown");

  tree.scrollTop = tree.scrollHeight;
  await settle();
  expect(document.activeElement?.getAttribute("data-id")).toBe("phase0.step0");
  await press("ArrowDown");

  expect(selected()).toBe("phase0.step1");
});

test("a screen reader hears the place of each row, and a play is followed", async () => {
  const { tree, inView, show, settle } = await open(5000);
  await show(new Set(["phase150", "phase150.step9"]));
  await settle();

  expect(inView("phase150.step9")).toBe(true);
  const row = tree.querySelector('[data-id="phase150.step9"]')!;
  expect(["aria-level", "aria-posinset", "aria-setsize"].map((name) => row.getAttribute(name))).toEqual([
    "2",
    "10",
    "24",
  ]);
});
