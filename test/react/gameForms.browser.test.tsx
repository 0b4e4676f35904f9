import axe from "axe-core";
import { StrictMode, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { assign, setup } from "xstate";
import type { Field, PayloadType } from "#core/chart/payload.ts";
import { kitOf } from "#core/entries/kit.ts";
import { compileSpec } from "#core/export/compileSpec.ts";
import { MoveForm, Moves } from "#react/MoveForm.tsx";
import { useGame, type GameOptions } from "#react/useGame.ts";

interface Context {
  seats: string[];
  hands: Record<string, string[]>;
  played: unknown[];
}

/** A seat plays some of its cards in an order, at prices, on a place that hangs on the first card. */
const machine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: "PLAY"; by: string; cards: string[]; prices: number[]; secret?: boolean; note?: string }
      | { type: "AIM"; by: string; card: string; target: string },
  },
  guards: {
    pays: ({ event }) =>
      event.type === "PLAY" && event.by === "P1" && event.prices.every((price) => price > 0),
    reaches: ({ event }) => event.type === "AIM" && event.by === "P1" && event.target.startsWith(event.card),
  },
}).createMachine({
  context: { seats: ["P1", "P2"], hands: { P1: ["a", "b", "c"], P2: [] }, played: [] },
  initial: "turn",
  states: {
    turn: {
      on: {
        PLAY: {
          guard: "pays",
          actions: assign({ played: ({ context, event }) => [...context.played, event] }),
        },
        AIM: {
          guard: "reaches",
          actions: assign({ played: ({ context, event }) => [...context.played, event] }),
        },
      },
    },
  },
});

const text: PayloadType = { kind: "string" };
const field = (name: string, type: PayloadType, optional = false): Field => ({ name, type, optional });
const kit = kitOf({
  kit: 1,
  machine: "cards",
  spec: compileSpec({
    events: [
      {
        type: "PLAY",
        fields: [
          field("by", text),
          field("cards", { kind: "array", of: text }),
          field("prices", { kind: "array", of: { kind: "number" } }),
          field("secret", { kind: "boolean" }, true),
          field("note", text, true),
        ],
      },
      { type: "AIM", fields: [field("by", text), field("card", text), field("target", text)] },
    ],
    moves: {
      format: 1,
      moves: {
        PLAY: [
          {
            fields: {
              by: { values: ["P1"] },
              cards: { order: "context.hands.P1", min: 1 },
              prices: { subset: [1, 2, 3], min: 1, max: 2 },
            },
          },
        ],
        AIM: [
          {
            fields: {
              by: { values: ["P1"] },
              card: { each: "context.hands.P1" },
              target: { each: "[card + '1', card + '2']" },
            },
          },
        ],
      },
    },
  }),
  clauses: {},
  labels: {
    ja: { "event:PLAY": "出す", "field:PLAY.cards": "カード", "name:a": "エース", "guard:pays": "払える" },
    en: {},
  },
  text: {},
  words: {
    ja: { reason: { guard: "「{{guard}}」を満たしません" }, fault: {} },
    en: { reason: { guard: "Refused: {{guard}}" }, fault: {} },
  },
});
const game = { machine, kit };

function Table(options: GameOptions) {
  const play = useGame(game, options);
  return (
    <main>
      <output>{JSON.stringify(play.view.context.played)}</output>
      <Moves of={play} />
    </main>
  );
}

/** A place on the page, as an app has it: without the studio around it. */
function mounted() {
  const element = document.body.appendChild(document.createElement("div"));
  const root = createRoot(element);
  onTestFinished(() => {
    root.unmount();
    element.remove();
  });
  return { element, show: (what: ReactNode) => flushSync(() => root.render(what)) };
}

const played = () => JSON.parse(page.getByRole("status").element().textContent ?? "") as object[];
const PLAY = { name: "出す", exact: true };

test("in strict mode a form has an input for each kind of field, and sends what they say", async () => {
  const { show } = mounted();
  show(
    <StrictMode>
      <Table as="P1" lang="ja" />
    </StrictMode>,
  );
  const form = page.getByRole("form", PLAY);
  const cards = form.getByRole("group", { name: "カード" });
  await userEvent.click(cards.getByLabelText("エース"));
  await userEvent.click(cards.getByLabelText("c"));
  await userEvent.click(cards.getByLabelText("エース"));
  await expect.element(cards.getByLabelText("2. エース")).toBeChecked();
  await userEvent.fill(form.getByLabelText("prices"), "3、3, 7");
  await expect.element(form.getByLabelText("prices")).toHaveValue("3、3, 7");
  await userEvent.click(form.getByLabelText("secret"));
  await userEvent.click(form.getByRole("button", PLAY));

  expect(played()).toEqual([{ type: "PLAY", by: "P1", cards: ["c", "a"], prices: [3, 3, 7], secret: true }]);
});

test("a refusal is said in the form and keeps what was entered; the next step takes it away", async () => {
  const { show, element } = mounted();
  show(<Table as="P1" lang="ja" />);
  const form = page.getByRole("form", PLAY);
  await userEvent.fill(form.getByLabelText("prices"), "0");
  await userEvent.click(form.getByRole("button", PLAY));

  await expect.element(form.getByRole("alert")).toHaveTextContent("「払える」を満たしません");
  await expect.element(form.getByLabelText("prices")).toHaveValue("0");
  expect(played()).toEqual([]);
  const { violations } = await axe.run(element, { resultTypes: ["violations"] });
  expect(violations.map(({ id }) => id).filter((id) => id !== "region")).toEqual([]);

  await userEvent.fill(form.getByLabelText("prices"), "2");
  await userEvent.click(form.getByRole("button", PLAY));
  expect(played()).toHaveLength(1);
  expect(element.querySelector("[role=alert] p")).toBeNull();
});

test("choices that hang on another field follow it, and what does not fit any more is filled in afresh", async () => {
  const { show } = mounted();
  show(<Table as="P1" lang="en" />);
  const form = page.getByRole("form", { name: "AIM" });
  await userEvent.selectOptions(form.getByLabelText("card"), "b");
  const targets = form.getByLabelText("target").element() as HTMLSelectElement;

  expect([...targets.options].map(({ text: shown }) => shown)).toEqual(["b1", "b2"]);
  await userEvent.selectOptions(targets, "b2");
  await userEvent.click(form.getByRole("button", { name: "AIM" }));
  expect(played()).toEqual([{ type: "AIM", by: "P1", card: "b", target: "b2" }]);
});

test("only the moves of the own seat are listed, and with several seats each says whose it is", async () => {
  const { show } = mounted();
  show(<Table key="P2" as="P2" lang="en" />);
  expect(page.getByRole("form").elements()).toHaveLength(0);

  show(<Table key="both" as={["P1", "P2"]} lang="en" />);
  expect(
    page
      .getByRole("form")
      .elements()
      .map((form) => form.getAttribute("aria-label")),
  ).toEqual(["P1 · PLAY", "P1 · AIM"]);
});

test("a form of one's own has the state of it", async () => {
  function Own() {
    const play = useGame(game, { as: "P1", lang: "en" });
    const move = play.moves.find(({ type }) => type === "PLAY")!;
    return (
      <>
        <output>{JSON.stringify(play.view.context.played)}</output>
        <MoveForm
          move={move}
          render={({ fields, valid, problems, submit }) => (
            <>
              <button onClick={() => fields.find(({ name }) => name === "prices")!.set([0])}>free</button>
              <button disabled={!valid} onClick={submit}>
                go
              </button>
              <p>{problems.map((problem) => problem.text).join()}</p>
            </>
          )}
        />
      </>
    );
  }
  const { show } = mounted();
  show(<Own />);
  await expect.element(page.getByRole("button", { name: "go" })).toBeEnabled();
  await userEvent.click(page.getByRole("button", { name: "free" }));

  await expect.element(page.getByRole("button", { name: "go" })).toBeDisabled();
  await expect.element(page.getByText("Refused: pays")).toBeVisible();
});
