import { pathId } from "#core/chart/places.ts";
import { choiceField, named, targetOf, targetOptions, textField } from "#app/gestures/fields.ts";
import { newTransition } from "#app/gestures/newTransition.ts";
import type { Field, Offer, Option, Subject } from "#app/studio/offer.ts";

/** One more transition from the selected state, of any kind that it may have. */
export function addTransition({ chart, place }: Subject): Offer {
  const { path, node } = place;
  const slots: readonly Option[] = [
    "on",
    "after",
    "always",
    ...(node.children.length > 0 ? ["onDone"] : []),
    ...(path.length > 0 ? ["route"] : []),
    ...(node.invoke.length > 0 ? ["invoke.onDone", "invoke.onError", "invoke.onSnapshot"] : []),
  ].map((slot) => ({ value: slot, say: `slot.${slot}` }));
  const eventFields = (slot: string): Field[] => {
    if (slot === "on")
      return [
        textField("event", "inspector.event", {
          options: named(chart.events?.map(({ type }) => ({ name: type }))),
        }),
      ];
    if (slot === "after")
      return [textField("event", "inspector.delay", { options: named(chart.setup?.delays) })];
    if (!slot.startsWith("invoke.")) return [];
    return [
      choiceField(
        "event",
        "ask.actor",
        node.invoke.map((invocation, i) => ({
          value: String(i),
          text: invocation.id ?? invocation.src ?? String(i + 1),
        })),
      ),
    ];
  };
  return {
    command: "transition.add",
    words: "transition.add",
    group: "make",
    fields: (values) => {
      const slot = values["slot"] ?? "on";
      return [
        choiceField("slot", "ask.slot", slots, { leads: true }),
        ...eventFields(slot),
        ...(slot === "route" ? [] : [choiceField("target", "inspector.target", targetOptions(chart))]),
      ];
    },
    args: ({ slot, event, target }) => ({
      source: path,
      slot,
      ...(event === undefined ? {} : { event: event.trim() }),
      ...(target === undefined ? {} : { target: targetOf(target) }),
    }),
    select: (before, after) => newTransition(before, after, path) ?? { kind: "state", id: pathId(path) },
  };
}
