import { act } from "react";
import { expect, test } from "vitest";
import { MarkedBar } from "#app/gestures/names/MarkedBar.tsx";
import { MarkedStatus } from "#app/gestures/names/MarkedStatus.tsx";
import { InspectButton } from "#app/views/inspect/InspectButton.tsx";
import { mounted } from "#test/support/mounted.tsx";

/** A place within as much of a studio, and the status that is told there. */
async function shown(studio: object) {
  const place = await mounted(studio);
  return { ...place, status: () => place.element.querySelector('[role="status"]') };
}

test("a trace that comes is told in a status that was there before, and holds no buttons", async () => {
  let news: object = { asking: [], traces: [] };
  let look = () => undefined as void;
  const state = { games: [{ id: "rally" }], question: null };
  const { element, show, status } = await shown({
    get: () => state,
    subscribe: () => () => undefined,
    store: {
      inspector: {
        ask: () => Promise.resolve(news),
        watch: (heard: () => void) => ((look = heard), () => undefined),
      },
    },
  });
  await show(<InspectButton />);
  const before = status();
  expect(before?.textContent).toBe("");

  news = { asking: [], traces: [{ trace: 1, game: "rally", scenario: "{}" }] };
  await act(async () => look());

  expect(status()).toBe(before);
  expect(before?.textContent).toContain("rally");
  expect(before?.querySelector("button")).toBeNull();
  expect(element.querySelectorAll("button")).toHaveLength(3);
});

test("so is what is marked on the graph; the bar with its buttons is no such place", async () => {
  const state = { graph: null };
  const { element, show, status } = await shown({ get: () => state, subscribe: () => () => undefined });
  const symbol = { kind: "guard", name: "isFree" } as const;
  await show(<MarkedStatus symbol={null} users={undefined} />);
  const before = status();
  expect(before?.textContent).toBe("");
  await show(<MarkedStatus symbol={symbol} users={{ states: ["a"], transitions: ["a|on|GO|0"] }} />);
  expect(status()).toBe(before);
  expect(before?.textContent).toMatch(/isFree: 1 transition · 1 state$/);

  await show(<MarkedBar symbol={symbol} onUsers={() => undefined} />);
  expect(element.textContent).toContain("isFree");
  expect(element.querySelectorAll("button")).toHaveLength(2);
  expect(element.querySelector("[aria-live], [role=status]")).toBeNull();
});
