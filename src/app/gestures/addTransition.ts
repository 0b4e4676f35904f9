import { pathId } from "#core/chart/places.ts";
import { choiceField, named, targetOf, targetOptions, textField } from "#app/gestures/fields.ts";
import { newTransition } from "#app/gestures/newTransition.ts";
import { offer, type Field, type Offer, type Option, type Subject } from "#app/studio/offer.ts";

/** One more transition from the selected state, of any kind that it may have. */
export function addTransition({ chart, place }: Subject): Offer {
  const { path, node } = place;
  const slots = [
    "on",
    "after",
    "always",
    ...(node.children.length > 0 ? (["onDone"] as const) : []),
    ...(path.length > 0 ? (["route"] as const) : []),
    ...(node.invoke.length > 0 ? (["invoke.onDone", "invoke.onError", "invoke.onSnapshot"] as const) : []),
  ] as const;
  const slotOptions = slots.map((slot): Option => ({ value: slot, say: `slot.${slot}` }));
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
  return offer("transition.add", {
    group: "make",
    fields: (values) => {
      const slot = values["slot"] ?? "on";
      return [
        choiceField("slot", "ask.slot", slotOptions, { leads: true }),
        ...eventFields(slot),
        ...(slot === "route" ? [] : [choiceField("target", "inspector.target", targetOptions(chart))]),
      ];
    },
    args: ({ slot: chosen, event, target }) => {
      const slot = slots.find((known) => known === chosen);
      if (!slot) return undefined;
      return {
        source: path,
        slot,
        ...(event === undefined ? {} : { event: event.trim() }),
        ...(target === undefined ? {} : { target: targetOf(target) }),
      };
    },
    select: (before, after) => newTransition(before, after, path) ?? { kind: "state", id: pathId(path) },
  });
}
