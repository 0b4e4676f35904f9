import "#app/kit/app.css";
import "#app/kit/tokens.css";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { partiesOf, type Message } from "#core/run/timeline/messages.ts";
import { MessageDiagram } from "#app/panels/play/messages/MessageDiagram.tsx";
import { startWords } from "#app/i18n.ts";
import type { Studio } from "#app/studio/Studio.ts";
import { StudioContext } from "#app/studio/useStudio.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

/** As much of a studio as names of events and seats need. */
const studio = {
  get: () => ({ labelLanguage: "id", project: null, files: { files: new Map() } }),
  subscribe: () => () => undefined,
} as unknown as Studio;

const messages: readonly Message[] = Array.from({ length: 10_000 }, (_, i) => ({
  step: Math.floor(i / 2),
  from: i % 2 === 0 ? { kind: "outside", name: `P${1 + (i % 3)}` } : { kind: "machine" },
  to: { kind: "machine" },
  what: i % 2 === 0 ? "event" : "raised",
  name: `EVENT_${i}`,
}));

async function shown() {
  await startWords("en");
  const place = document.createElement("div");
  place.style.cssText = "width:900px;height:170px";
  document.body.append(place);
  const root = createRoot(place);
  const gone: number[] = [];
  const draw = (current: number) =>
    act(async () =>
      root.render(
        <StudioContext value={studio}>
          <MessageDiagram
            messages={messages}
            parties={partiesOf(messages)}
            current={current}
            onGo={(step) => gone.push(step)}
          />
        </StudioContext>,
      ),
    );
  await draw(0);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    place.remove();
  });
  const diagram = place.firstElementChild as HTMLElement;
  const settle = () => act(() => new Promise<void>((done) => setTimeout(done, 60)));
  await settle();
  return { place, diagram, draw, gone, settle };
}

test("ten thousand messages are scrolled with few of them in the page; pressing one goes to its step", async () => {
  const { place, diagram, gone, settle } = await shown();
  const nodes = () => place.querySelectorAll("*").length;
  let most = nodes();

  for (let i = 1; i <= 20; i++) {
    diagram.scrollTop = (diagram.scrollHeight * i) / 20;
    await settle();
    most = Math.max(most, nodes());
  }
  const last = [...diagram.querySelectorAll<HTMLElement>("[data-index]")].at(-1);
  await act(async () => last?.click());

  expect(diagram.scrollHeight).toBeGreaterThan(200_000);
  expect(most).toBeLessThan(150);
  expect(last?.textContent).toBe("EVENT_9999");
  expect(gone).toEqual([4_999]);
});

test("the step that is shown is scrolled to, and the arrow keys walk on from a message", async () => {
  const { diagram, draw, settle } = await shown();

  await draw(2_500);
  const row = (i: number) => diagram.querySelector<HTMLElement>(`[data-index="${i}"]`);
  await vi.waitFor(async () => {
    await settle();
    expect(row(5_000)?.getAttribute("aria-current")).toBe("step");
  });
  row(5_000)?.focus();
  await act(async () => {
    row(5_000)?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
  });
  await settle();

  expect(document.activeElement?.getAttribute("data-index")).toBe("5001");
});
