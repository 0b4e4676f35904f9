import type { TFunction } from "i18next";
import type { Chart, Guard } from "#core/chart/chart.ts";
import { placeOf, pathOf, transitionOf, transitionRef } from "#core/chart/places.ts";
import { wayText } from "#core/layout/content/transitionText.ts";
import type { ChartNames } from "#core/layout/names.ts";
import type { BreakOn } from "#core/run/debugging/breakpoint.ts";
import type { LabelOf } from "#app/studio/labels.ts";

/** What a breakpoint may be set on at a state or transition, the most usual first. */
export function breakOffers(
  chart: Chart | undefined,
  selection: { readonly kind: string; readonly id: string } | null | undefined,
): readonly BreakOn[] {
  if (!chart || !selection) return [];
  const { kind, id } = selection;
  if (kind === "state")
    return id !== "" && placeOf(chart, pathOf(id))
      ? [
          { on: "state", state: id, when: "entered" },
          { on: "state", state: id, when: "left" },
        ]
      : [];
  const ref = kind === "transition" ? transitionRef(id) : undefined;
  const found = ref && transitionOf(chart, ref);
  if (!found) return [];
  const { slot, event, guard } = found.transition;
  return [
    { on: "transition", transition: id },
    ...(guard
      ? [true, false].map((verdict): BreakOn => ({
          on: "guard",
          guard: transitionName(guard) ?? id,
          verdict,
        }))
      : []),
    ...(slot === "on" && event !== undefined ? [{ on: "event", event } as const] : []),
  ];
}

/** A guard of setup by its name; one that is written in place by its transition's. */
const transitionName = ({ kind, name }: Guard): string | undefined => (kind === "named" ? name : undefined);

/** Key of the words for what a breakpoint stops at. */
export const breakKey = (breakOn: BreakOn): string =>
  breakOn.on === "state"
    ? `state-${breakOn.when}`
    : breakOn.on === "guard"
      ? `guard-${breakOn.verdict}`
      : breakOn.on;

/** What a breakpoint stops at, in words; `known` is false for what the machine does not have. */
export function breakText(
  breakOn: BreakOn,
  { t, label, chart, names }: { t: TFunction; label: LabelOf; chart: Chart | undefined; names: ChartNames },
): { readonly text: string; readonly isKnown: boolean } {
  const transition = (id: string) => {
    const ref = transitionRef(id);
    const found = chart && ref && transitionOf(chart, ref);
    if (!found) return undefined;
    const { when, target } = wayText(id, found.transition, found.place.node, names);
    const source = names.state(found.place.path, found.place.path.at(-1) ?? "");
    return [source, when, target === "" ? "" : `→ ${target}`].filter(Boolean).join(" ");
  };
  const say = (name: string, isKnown: boolean) => ({
    text: t(`breakpoints.on.${breakKey(breakOn)}`, { name }),
    isKnown,
  });
  switch (breakOn.on) {
    case "state": {
      const isKnown = chart !== undefined && placeOf(chart, pathOf(breakOn.state)) !== undefined;
      return say(label(`state:${breakOn.state}`) ?? breakOn.state, isKnown);
    }
    case "transition": {
      const name = transition(breakOn.transition);
      return say(name ?? breakOn.transition, name !== undefined);
    }
    case "event":
      return say(label(`event:${breakOn.event}`) ?? breakOn.event, true);
    case "guard": {
      const ownTransition = breakOn.guard.includes("|")
        ? transition(breakOn.guard)
        : (label(`guard:${breakOn.guard}`) ?? breakOn.guard);
      return say(ownTransition ?? breakOn.guard, ownTransition !== undefined);
    }
    case "context":
      return say(breakOn.formula, true);
  }
}
