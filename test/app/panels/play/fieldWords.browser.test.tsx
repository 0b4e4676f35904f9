import { act, type ReactNode } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { ActorView, PlayAnswer } from "#core/run/play/play.ts";
import { AnswerForm } from "#app/panels/play/actors/ActorsPanel.tsx";
import { PayloadField } from "#app/panels/play/PayloadField.tsx";
import type { SessionView } from "#app/play/useSession.ts";
import { mounted } from "#test/support/mounted.tsx";

async function shown(what: ReactNode): Promise<HTMLElement> {
  const { element, show } = await mounted();
  await show(what);
  return element;
}

test("what is no number in a field for one is told in words", async () => {
  const element = await shown(
    <PayloadField type={{ kind: "number" }} value={undefined} label="points" onChange={() => undefined} />,
  );
  const input = element.querySelector("input")!;

  // What a browser lets be typed that is no number.
  await act(() => userEvent.type(input, "e-"));
  expect(element.querySelector("[role=alert]")?.textContent).toBe("This is not a number.");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  await act(() => userEvent.type(input, "{Backspace}{Backspace}3"));
  expect(element.querySelector("[role=alert]")).toBeNull();
});

test("what is no JSON in a field of another type is told in words, with the type", async () => {
  const got: unknown[] = [];
  const type = { kind: "union", of: [{ kind: "number" }, { kind: "null" }] } as const;
  const element = await shown(
    <PayloadField type={type} value={undefined} label="points" onChange={(value) => got.push(value)} />,
  );

  await act(() => userEvent.type(element.querySelector("input")!, "abc"));

  expect(element.querySelector("[role=alert]")?.textContent).toContain("number | null");
  expect(got).toEqual([]);
});

test("a word that is answered for an actor is said to be a text; a number is one without a word", async () => {
  const answers: PlayAnswer[] = [];
  const actor = { id: "die", kind: "promise", status: "waiting" } as ActorView;
  const made = { state: { chart: undefined } } as unknown as SessionView;
  const element = await shown(
    <AnswerForm actor={actor} view={made} locked={false} onAnswer={(answer) => answers.push(answer)} />,
  );
  const input = element.querySelector("input")!;

  await act(() => userEvent.type(input, "seven"));
  expect(element.querySelector("[role=status]")?.textContent).toContain("the text “seven”");
  await act(() => userEvent.clear(input));
  await act(() => userEvent.type(input, "7"));
  expect(element.querySelector("[role=status]")).toBeNull();
  await act(async () => element.querySelector("button")!.click());
  await act(() => userEvent.type(input, "}}"));
  expect(element.querySelector("[role=alert]")?.textContent).toBe("This is neither JSON nor a plain word.");

  expect(answers).toEqual([{ actor: "die", value: 7 }]);
});
