import { pathId, placeOf, transitionId } from "#core/chart/places.ts";
import { aboutOffers } from "#app/gestures/aboutOffers.ts";
import { actionOffers } from "#app/gestures/actionOffers.ts";
import { behaviorOf, behaviorText } from "#app/gestures/behaviorText.ts";
import {
  choiceField,
  codeField,
  named,
  targetOf,
  targetOptions,
  targetValue,
  textField,
} from "#app/gestures/fields.ts";
import { offer, type Offer, type Subject } from "#app/studio/offer.ts";

/** What can be done with the selected transition. */
export function transitionOffers(subject: Subject): Offer[] {
  const { chart, place, transition: chosen } = subject;
  if (!chosen) return [];
  const { ref, transition } = chosen;
  const { slot, event, index, guard, targets, reenter } = transition;
  const hasEvent = slot === "on" || slot === "after";
  const rivals = place.node.transitions.filter(
    (candidate) => candidate.slot === slot && candidate.event === event,
  ).length;
  const target = targets[0]?.resolved;
  const known = chart.setup?.guards;
  const isShared = (transition.shared || place.node.origin === "shared") && !transition.elsewhere;
  const group = "change";
  const step = (words: "earlier" | "later", to: number) =>
    offer("transition.reorder", {
      words: `transition.${words}`,
      group: "arrange",
      args: () => ({ transition: ref, to }),
      select: () => ({ kind: "transition", id: transitionId({ ...ref, index: to }) }),
    });
  return [
    ...(hasEvent
      ? [
          offer("transition.event", {
            group,
            fields: () => [
              textField("event", slot === "on" ? "inspector.event" : "inspector.delay", {
                value: event ?? "",
                options: named(
                  slot === "on" ? chart.events?.map(({ type }) => ({ name: type })) : chart.setup?.delays,
                ),
              }),
            ],
            args: ({ event: to = "" }) => ({ transition: ref, event: to.trim() }),
            select: (_, after, args) => {
              const { event: to } = args as { event: string };
              // It stands last among those of its new event.
              const last = placeOf(after, ref.source)?.node.transitions.findLast(
                (candidate) => candidate.slot === slot && candidate.event === to,
              );
              return last
                ? { kind: "transition", id: transitionId({ ...ref, event: to, index: last.index }) }
                : { kind: "state", id: pathId(ref.source) };
            },
          }),
        ]
      : []),
    ...(slot === "route"
      ? []
      : [
          offer("transition.retarget", {
            group,
            fields: () => [
              choiceField("target", "inspector.target", targetOptions(chart), {
                value: targetValue(target ?? undefined),
              }),
            ],
            args: ({ target: to = "" }) => ({ transition: ref, target: targetOf(to) }),
          }),
        ]),
    offer("transition.guard", {
      group,
      fields: () => [
        codeField("guard", "inspector.guard", {
          value: guard ? behaviorText(guard) : "",
          options: named(known),
          optional: true,
        }),
      ],
      args: ({ guard: typed = "" }) => ({
        transition: ref,
        guard: typed.trim() === "" ? null : behaviorOf(typed, known, chart.context),
      }),
    }),
    offer("transition.setReenter", {
      group,
      words: reenter ? "transition.stay" : "transition.reenter",
      args: () => ({ transition: ref, reenter: !reenter }),
    }),
    ...(isShared ? [offer("transition.own", { group, args: () => ({ transition: ref }) })] : []),
    ...(index > 0 ? [step("earlier", index - 1)] : []),
    ...(index < rivals - 1 ? [step("later", index + 1)] : []),
    ...actionOffers(subject),
    ...aboutOffers(subject),
    offer("transition.delete", {
      group: "delete",
      keys: "Del",
      args: () => ({ transition: ref }),
      select: () => ({ kind: "state", id: pathId(ref.source) }),
    }),
  ];
}
