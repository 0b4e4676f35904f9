import { createRoot } from "react-dom/client";
import { beforeAll, expect, test, vi } from "vitest";
import { cdp, userEvent } from "vitest/browser";
import { ChartCanvas } from "#adapters/flow/ChartCanvas.tsx";
import { loadMonaco } from "#adapters/monaco/loadMonaco.ts";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { ids } from "#test/adapters/flow/canvasDriver.tsx";
import { controlWords } from "#test/adapters/flow/words.ts";
import { openEditor } from "#test/adapters/monaco/editorDriver.tsx";
import { chartOf } from "#test/core/layout/charts.ts";

/** The debugger of this page, as far as it is asked here. */
interface Debugger {
  send(method: "HeapProfiler.collectGarbage"): Promise<unknown>;
  send(method: "Memory.getDOMCounters"): Promise<{ nodes: number; jsEventListeners: number }>;
}

/** What is alive on the page, in its document or out of it. */
async function alive() {
  const page = cdp() as unknown as Debugger;
  for (let i = 0; i < 3; i++) {
    await page.send("HeapProfiler.collectGarbage");
    await new Promise((done) => setTimeout(done, 100));
  }
  const { nodes, jsEventListeners } = await page.send("Memory.getDOMCounters");
  return { nodes, listeners: jsEventListeners };
}

/** Times that something is shown and taken away. */
const TIMES = 6;
/** The console and the test's own page may have so many more nodes meanwhile; an editor or a canvas has hundreds. */
const SLACK = 60;

/** Shows something and takes it away, again and again: how much more is alive after that. */
async function leftBy(show: () => Promise<void>): Promise<{ nodes: number; listeners: number }> {
  // What is made once and kept for all, such as a menu's place or a measuring canvas, is there then.
  for (let i = 0; i < 2; i++) await show();
  const before = await alive();
  for (let i = 0; i < TIMES; i++) await show();
  const after = await alive();
  return { nodes: after.nodes - before.nodes, listeners: after.listeners - before.listeners };
}

beforeAll(async () => {
  (globalThis as Record<string, unknown>)["IS_REACT_ACT_ENVIRONMENT"] = false;
  await loadMonaco("en");
}, 120_000);

test("an editor that is closed leaves no nodes and no listeners, whatever was opened in it", async () => {
  const left = await leftBy(async () => {
    const editor = await openEditor("export const machine = 1;\n");
    editor.focus();
    await userEvent.keyboard("{Control>}f{/Control}");
    await userEvent.keyboard("{Escape}");
    await userEvent.keyboard("a");
    editor.close();
  });

  expect(left.nodes).toBeLessThan(SLACK);
  expect(left.listeners).toBeLessThan(SLACK);
}, 120_000);

test("a part of a closed editor that Monaco remembers, such as what was pointed at last, does not keep the rest of it", async () => {
  const lines = `const row = [${Array.from({ length: 30 }, (_, i) => `"${i}", ${i}`).join(", ")}];\n`;
  const pointAtToggle = async (text: string) => {
    const editor = await openEditor(text);
    editor.focus();
    await userEvent.keyboard("{Control>}f{/Control}");
    const toggle = () => editor.host.querySelector(".find-widget.visible .monaco-custom-toggle");
    await vi.waitFor(() => expect(toggle()).not.toBeNull(), { timeout: 5_000 });
    await userEvent.hover(toggle() as Element);
    await vi.waitFor(() => expect(document.querySelector(".monaco-hover")).not.toBeNull(), {
      timeout: 5_000,
    });
    editor.close();
  };
  await pointAtToggle("1;\n");
  const { nodes: small } = await alive();
  await pointAtToggle(lines.repeat(40));
  const { nodes: large } = await alive();

  expect(large - small).toBeLessThan(SLACK);
}, 120_000);

test("a canvas that is taken away leaves no nodes and no listeners", async () => {
  const chart = chartOf(`initial: 'a', states: {
    a: { initial: 'x', on: { OUT: 'b' }, states: { x: { on: { GO: 'y' } }, y: { always: '#m.b' } } },
    b: { on: { BACK: 'a' } } }`);
  const left = await leftBy(async () => {
    const host = document.body.appendChild(document.createElement("div"));
    host.style.cssText = "width:1000px;height:600px";
    const root = createRoot(host);
    root.render(<ChartCanvas arrangement={NO_ARRANGEMENT} chart={chart} names={ids} words={controlWords} />);
    await vi.waitFor(() => expect(host.querySelectorAll(".react-flow__node").length).toBeGreaterThan(2));
    root.unmount();
    host.remove();
  });

  expect(left.nodes).toBeLessThan(SLACK);
  expect(left.listeners).toBeLessThan(SLACK);
}, 120_000);
