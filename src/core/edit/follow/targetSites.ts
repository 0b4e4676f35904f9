import type { Span } from "#core/text/textEdit.ts";
import type { Target, Transition } from "#core/chart/chart.ts";
import { absolute, places, type PlacedState } from "#core/chart/places.ts";
import type { Draft } from "#core/edit/draft.ts";
import { isWrittenIn } from "#core/edit/follow/sharedCode.ts";
import { offerCopy, refuse } from "#core/edit/refuse.ts";
import { lookup } from "#core/syntax/scope.ts";

/** A target as it is written, with the state whose text holds it. */
export interface TargetSite {
  readonly place: PlacedState;
  readonly transition?: Transition;
  readonly target: Target;
  readonly at: Span;
  /** Default of a history state: counted from the parent. */
  readonly history: boolean;
  /** Stands in a const that is used elsewhere, too, or in another file: not to be edited here. */
  readonly shared: boolean;
  /** Written here by the name of a const, an enum member or a template. */
  readonly named: boolean;
  /** The other file that it is written in. */
  readonly file?: string | undefined;
}

/** The transitions of a state, those included whose event nobody can say. */
export const leaving = ({ node }: PlacedState): readonly Transition[] =>
  node.unnamed ? [...node.transitions, ...node.unnamed] : node.transitions;

/** Every target of the chart, those of history states included. */
export function targetSites(draft: Draft): TargetSite[] {
  const sites: TargetSite[] = [];
  for (const place of places(draft.chart).values()) {
    const far = place.node.origin === "shared";
    const add = (
      target: Target,
      history: boolean,
      shared: boolean,
      file = place.node.elsewhere?.file,
      transition?: Transition,
    ) =>
      sites.push({
        place,
        target,
        history,
        at: absolute(place, target.at),
        shared: shared || far || (!!target.shared && !isWrittenIn(draft, absolute(place, target.at))),
        named: !!target.shared,
        file,
        ...(transition ? { transition } : {}),
      });
    for (const transition of leaving(place))
      for (const target of transition.targets)
        add(target, false, !!transition.shared, transition.elsewhere?.file, transition);
    for (const target of place.node.historyTargets ?? []) add(target, true, false);
  }
  return sites;
}

/** A target that names the machine by what its id is taken from is understood only where that is in scope. */
export function knowsMachine({ tree, chart, style }: Draft, text: string, at: Span): boolean {
  const { idName } = style;
  if (idName === undefined || !text.startsWith("#(machine)")) return true;
  const binding = lookup(tree.scopeAt(chart.configAt?.from ?? 0), idName);
  return lookup(tree.scopeAt(at.from), idName) === binding;
}

/** Refuses to change a target that is not written in place. */
export function refuseTarget({ at, target, file, place, transition }: TargetSite): never {
  if (file === undefined) refuse("target-shared", at, { target: target.text }, offerCopy(place, transition));
  refuse("target-elsewhere", at, { target: target.text, file });
}
