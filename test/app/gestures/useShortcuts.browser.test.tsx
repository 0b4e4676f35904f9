import { userEvent } from "vitest/browser";
import { expect, test } from "vitest";
import { References } from "#app/gestures/names/References.tsx";
import { useShortcuts } from "#app/gestures/useShortcuts.ts";
import { mounted } from "#test/support/mounted.tsx";

const symbol = { kind: "guard", name: "isOpen" } as const;

/** A window in which the users of a name are marked, and the list of its places is open. */
async function open() {
  let state = { marked: symbol as typeof symbol | null, question: null, route: { view: "design" } };
  let closed = 0;
  const studio = {
    get: () => state,
    subscribe: () => () => undefined,
    window: { set: (patch: Partial<typeof state>) => void (state = { ...state, ...patch }) },
  };
  const { element, show } = await mounted(studio);
  function Window() {
    useShortcuts();
    return <References symbol={symbol} onOpen={() => undefined} onClose={() => closed++} />;
  }
  await show(
    <>
      <Window />
      <button>graph</button>
    </>,
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
