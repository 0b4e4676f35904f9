import type { Transition } from "#core/chart/chart.ts";
import type { PlacedState } from "#core/chart/places.ts";
import type { RefusalCode } from "#core/edit/codes.ts";
import type { Refusal } from "#core/edit/command.ts";
import type { Span } from "#core/text/textEdit.ts";

/** A refusal on its way out of the functions that plan a change; `defineCommand` turns it into a value. */
export class RefusedError extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(`Refused: ${refusal.code}`);
    this.refusal = refusal;
  }
}

/** What a refusal or warning says beside its code. */
export type About = [
  at?: Span,
  facts?: Readonly<Record<string, string>>,
  offer?: Refusal["offer"],
  anyway?: Refusal["anyway"],
];

/** A refusal or warning as a value. */
export const refusalOf = (code: Refusal["code"], ...[at, facts, offer, anyway]: About): Refusal => ({
  code,
  ...(at ? { at } : {}),
  ...(facts ? { facts } : {}),
  ...(offer ? { offer } : {}),
  ...(anyway ? { anyway } : {}),
});

/** Leaves the plan: the command answers with this refusal and no edits. */
export function refuse(code: RefusalCode, ...about: About): never {
  throw new RefusedError(refusalOf(code, ...about));
}

/** What makes a state or transition that is shared its own. */
export function offerCopy(place: PlacedState, transition?: Transition): Refusal["offer"] {
  if (!transition || place.node.origin === "shared")
    return place.path.length === 0 ? undefined : { id: "state.own", args: { state: place.path } };
  const { slot, event, index } = transition;
  const ref = { source: place.path, slot, ...(event === undefined ? {} : { event }), index };
  return { id: "transition.own", args: { transition: ref } };
}
