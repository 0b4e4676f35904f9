import type { Action, Chart, Guard } from "#core/chart/chart.ts";
import { absolute, places, type PlacedState } from "#core/chart/places.ts";
import { unreadStates } from "#core/chart/opaqueParts.ts";
import type { DiagnosticCode } from "#core/diagnostic/codes.ts";
import type { Diagnostic, Severity } from "#core/diagnostic/diagnostic.ts";
import type { Span } from "#core/text/textEdit.ts";

/** A diagnostic about a state of the machine; `at` is relative to the state, as spans of a chart are. */
export function about(
  place: PlacedState,
  code: DiagnosticCode,
  severity: Severity,
  at: Span,
  facts: Diagnostic["facts"] = {},
): Diagnostic {
  return { code, severity, file: "machine", at: absolute(place, at), path: place.path, facts };
}

/**
 * Where a state's name is written, relative to the state; for the root the brace of its config. A state of another file is
 * reported at what brings it into this one.
 */
export function nameAt({ node }: PlacedState): Span {
  if (node.keyAt) return node.keyAt;
  return node.elsewhere ? node.valueAt : { from: node.valueAt.from, to: node.valueAt.from + 1 };
}

/** A state for people: its path, or the machine's name for the root. */
export const sayState = (place: PlacedState): string =>
  place.path.length === 0 ? place.node.key : place.path.join(".");

/** All actions that a state holds, on entry, exit, the way into its initial child and its transitions. */
export function actionsOf(place: PlacedState): Action[] {
  const { entry, exit, initial, transitions } = place.node;
  return [
    ...entry,
    ...exit,
    ...(initial?.actions ?? []),
    ...transitions.flatMap((transition) => transition.actions),
  ];
}

/** A guard and, below and/or/not, its operands. */
export function guardParts(guard: Guard | undefined): Guard[] {
  return guard ? [guard, ...(guard.of ?? []).flatMap(guardParts)] : [];
}

/** The states on the way up, the state itself first. */
export function upFrom(place: PlacedState): PlacedState[] {
  const way: PlacedState[] = [];
  for (let state: PlacedState | undefined = place; state; state = state.parent) way.push(state);
  return way;
}

/** The states below a state, one level. */
export function childrenOf(chart: Chart, place: PlacedState): PlacedState[] {
  const all = places(chart);
  const prefix = place.path.length === 0 ? "" : `${place.path.join(".")}.`;
  return place.node.children.flatMap((child) => all.get(prefix + child.key) ?? []);
}

/** Whether a state may have states within that lie in code that was not read. */
export const mayHoldMore = ({ node }: PlacedState): boolean => unreadStates(node).length > 0;

/** Whether parts of a state's config could not be read, so that what seems missing may be there. */
export const isPartlyOpaque = (place: PlacedState): boolean =>
  place.node.opaque.some(({ what }) => what !== "value" && what !== "target" && what !== "overwritten");
