import { act } from "react";
import { createRoot } from "react-dom/client";
import { userEvent } from "vitest/browser";
import { expect, onTestFinished, test } from "vitest";
import { startWords } from "#app/i18n.ts";
import { References } from "#app/design/names/References.tsx";
import { useShortcuts } from "#app/shell/useShortcuts.ts";
import type { Studio } from "#app/studio/Studio.ts";
import { StudioContext } from "#app/studio/useStudio.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const symbol = { kind: "guard", name: "isOpen" } as const;

/** A window in which the users of a name are marked, and the list of its places is open. */
async function open() {
  await startWords("en");
  let state = { marked: symbol as typeof symbol | null, question: null, route: { view: "design" } };
  let closed = 0;
  const studio = {
    get: () => state,
    subscribe: () => () => undefined,
    set: (patch: Partial<typeof state>) => void (state = { ...state, ...patch }),
  };
  const element = document.createElement("div");
  document.body.append(element);
  const root = createRoot(element);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    element.remove();
  });
  function Window() {
    useShortcuts();
    return <References symbol={symbol} onOpen={() => undefined} onClose={() => closed++} />;
  }
  await act(async () =>
    root.render(
      <StudioContext value={studio as unknown as Studio}>
        <Window />
        <button>graph</button>
      </StudioContext>,
    ),
  );
  return { element, marked: () => state.marked, closed: () => closed };
}

test("Escape ends what has the keyboard, and only then takes the marks of a name away", async () => {
  const me = await open();

  me.element.querySelector<HTMLElement>("section button")!.focus();
  await userEvent.keyboard("{Escape}");
  expect([me.closed(), me.marked()]).toEqual([1, symbol]);

  [...me.element.querySelectorAll("button")].at(-1)!.focus();
  await userEvent.keyboard("{Escape}");
  expect([me.closed(), me.marked()]).toEqual([1, null]);
});
