import { expect, test } from "vitest";
import { MOST_IN_FIELD, MOST_IN_LINE, useFieldBound } from "#app/gestures/useFieldBound.ts";
import { mounted } from "#test/support/mounted.tsx";

/** A window with a field of one line and one of several, and what it said. */
async function open() {
  const said: string[] = [];
  const { element, show } = await mounted({
    get: () => ({}),
    subscribe: () => () => undefined,
    window: {
      notice: (_: string, key: string, facts: object) => said.push(`${key} ${JSON.stringify(facts)}`),
    },
  });
  function Fields() {
    useFieldBound();
    return (
      <>
        <input defaultValue="before" />
        <textarea defaultValue="before" />
      </>
    );
  }
  await show(<Fields />);
  /** Asks as the browser does before it writes: whether it may. */
  const may = (kind: "input" | "textarea", text: string) => {
    const field = element.querySelector(kind)!;
    field.setSelectionRange(0, 3);
    return field.dispatchEvent(
      new InputEvent("beforeinput", {
        inputType: "insertFromPaste",
        data: text,
        bubbles: true,
        cancelable: true,
      }),
    );
  };
  const hold = (kind: "input" | "textarea", text: string) => void (element.querySelector(kind)!.value = text);
  return { may, hold, said };
}

test.each([
  ["input", MOST_IN_LINE],
  ["textarea", MOST_IN_FIELD],
] as const)("what is too much for a field (%s) is not put in, and told with its size", async (kind, most) => {
  const { may, said } = await open();

  // Three letters of "before" are chosen and would go.
  expect(may(kind, "x".repeat(most - 3))).toBe(true);
  expect(said).toEqual([]);
  expect(may(kind, "x".repeat(most - 2))).toBe(false);

  const [characters, takes] = [(most - 2).toLocaleString("en"), most.toLocaleString("en")];
  expect(said).toEqual([`notice.field-full {"characters":"${characters}","most":"${takes}"}`]);
});

test("a field that holds too much already may be made shorter", async () => {
  const { may, said, hold } = await open();

  hold("input", "x".repeat(2 * MOST_IN_LINE));

  expect(may("input", "yy")).toBe(true);
  expect(may("input", "yyyy")).toBe(false);
  expect(said).toHaveLength(1);
});
