import type { Invoke } from "#core/chart/chart.ts";
import type { CommandArgs } from "#core/edit/commands.ts";
import { behaviorOf } from "#app/gestures/behaviorText.ts";
import { choiceField, codeField, named, short, textField } from "#app/gestures/fields.ts";
import { offer, type Offer, type Subject, type Values } from "#app/studio/offer.ts";

/** The actors that a state invokes: one more, another, one less. */
export function invokeOffers({ chart, place }: Subject): Offer[] {
  const { path, node } = place;
  if (node.type === "final" || node.type === "history") return [];
  const known = chart.setup?.actors;
  const group = "behavior";
  const parts = (old?: Invoke) => [
    codeField("src", "ask.actor", { value: srcText(old), options: named(known) }),
    textField("id", "ask.id", { value: old?.id ?? "", optional: true }),
    codeField("input", "ask.input", { value: old?.input?.text ?? "", optional: true }),
  ];
  const which = choiceField(
    "index",
    "ask.which",
    node.invoke.map((invocation, i) => ({
      value: String(i),
      text: `${i + 1}. ${short(invocation.id ?? srcText(invocation))}`,
    })),
    { leads: true },
  );
  const chosen = (values: Values) => node.invoke[Number(values["index"] ?? 0)];
  const add = offer("invoke.add", {
    group,
    fields: () => parts(),
    args: ({ src = "", id = "", input = "" }) => ({
      state: path,
      src: behaviorOf(src, known),
      ...(id.trim() === "" ? {} : { id: id.trim() }),
      ...(input.trim() === "" ? {} : { input }),
    }),
  });
  if (node.invoke.length === 0) return [add];
  return [
    add,
    offer("invoke.edit", {
      group,
      fields: (values) => [which, ...parts(chosen(values))],
      args: (values) => invokeChange(place.path, Number(values["index"]), chosen(values), values, known),
    }),
    offer("invoke.remove", {
      group,
      fields: () => [which],
      args: ({ index }) => ({ state: path, index: Number(index) }),
    }),
  ];
}

/** A name of setup, or the code of the actor. */
export const srcText = (invoke: Invoke | undefined): string => invoke?.src ?? invoke?.srcCode?.text ?? "";

/** Only what became another; emptied parts are taken away. */
function invokeChange(
  state: readonly string[],
  index: number,
  old: Invoke | undefined,
  values: Values,
  known: Parameters<typeof behaviorOf>[1],
): CommandArgs["invoke.edit"] {
  const { src = "", id = "", input = "" } = values;
  return {
    state,
    index,
    ...(src.trim() === srcText(old) ? {} : { src: behaviorOf(src, known) }),
    ...(id.trim() === (old?.id ?? "") ? {} : { id: id.trim() || null }),
    ...(input.trim() === (old?.input?.text ?? "") ? {} : { input: input.trim() || null }),
  };
}
