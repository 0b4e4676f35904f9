import { calledPhases, type Call } from "#core/semantics/calledPhases.ts";
import type { Chart, StateNode, StatePath } from "#core/chart/chart.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import { pathOf } from "#core/chart/places.ts";
import { nameInPhase, type WayText } from "#core/layout/content/transitionText.ts";
import type { ChartNames } from "#core/layout/names.ts";

/** Returns that are listed for one caller; where there are more, the way back depends on where the call was made. */
const MAX_LISTED_RETURNS = 3;
/** Returns up to which their names are given in brackets. */
const MAX_NAMED_RETURNS = 8;

/** Who calls a phase, also from within what is closed, and where play goes on after each call, as far as that is known. */
export function callTexts(
  chart: Chart,
  phase: string,
  consts: readonly Const[],
  names: ChartNames,
): readonly WayText[] {
  const calledPhase = calledPhases(chart, consts).find(({ id }) => id === phase);
  const byCaller = new Map<string, Call[]>();
  for (const call of calledPhase?.calls ?? [])
    byCaller.set(call.from, [...(byCaller.get(call.from) ?? []), call]);
  return [...byCaller].map(([from, calls]) => {
    const path = pathOf(from);
    const returns = calls.flatMap((call) =>
      call.returns.map(({ target }) => goesOn(path, pathOf(target), names)),
    );
    const target = returnNames(returns, calls.every(isKnown), names);
    return { id: from, when: nameInPhase(path, names), target, actions: [] };
  });
}

const isKnown = ({ by }: Call): boolean => by !== "none";

/** Where play goes on after calls: few by name; of more that it depends on the caller, with their names while these are not many. */
function returnNames(all: readonly string[], known: boolean, names: ChartNames): string {
  const each = [...new Set(all)];
  const { backThere } = names.words;
  if (!known || each.length === 0) return backThere;
  if (each.length <= MAX_LISTED_RETURNS) return each.join(", ");
  return each.length <= MAX_NAMED_RETURNS ? `${backThere} (${each.join(", ")})` : backThere;
}

/**
 * Of each transition that calls a phase: the phases that are passed, with ⟳, and where play goes on then.
 * By transition id.
 */
export function callAims(
  chart: Chart,
  consts: readonly Const[],
  names: ChartNames,
): ReadonlyMap<string, string> {
  const calls = new Map<string, Call & { readonly phase: string }>();
  for (const phase of calledPhases(chart, consts))
    for (const call of phase.calls) calls.set(call.transition, { ...call, phase: phase.id });
  const passed = (phase: string) => `⟳ ${names.state(pathOf(phase), pathOf(phase).at(-1) ?? "")}`;
  const aims = (transition: string, target: string, visited: readonly string[]): readonly string[] => {
    const next = calls.get(transition);
    if (!next || visited.includes(transition)) return [nameInPhase(pathOf(target), names)];
    const further = next.returns.flatMap((continuation) =>
      aims(continuation.transition, continuation.target, [...visited, transition]),
    );
    return [`${passed(next.phase)} → ${returnNames(further, isKnown(next), names)}`];
  };
  return new Map([...calls.keys()].map((id) => [id, aims(id, "", []).join(", ")]));
}

/** A step of the same phase by its own name. */
const goesOn = (from: StatePath, to: StatePath, names: ChartNames): string =>
  from.slice(0, -1).join(".") === to.slice(0, -1).join(".")
    ? names.state(to, to.at(-1) ?? "")
    : nameInPhase(to, names);

/** What a history state says: of which phase it keeps the place, and which steps that can be. */
export function historyTexts(
  node: StateNode,
  path: StatePath,
  siblings: readonly StateNode[],
  names: ChartNames,
): { readonly label: string; readonly ways: readonly WayText[] } {
  const parent = path.slice(0, -1);
  const label = names.words.resumes.replace("{state}", names.state(parent, parent.at(-1) ?? ""));
  const steps = siblings.filter(({ type }) => type !== "history" && type !== "final");
  const first = (node.historyTargets ?? []).flatMap(({ resolved }) =>
    resolved ? [names.state(resolved, resolved.at(-1) ?? "")] : [],
  );
  return {
    label,
    ways: [
      ...steps.map(({ key }) => ({
        id: key,
        when: "",
        target: names.state([...parent, key], key),
        actions: [],
      })),
      ...(first.length === 0
        ? []
        : [{ id: "first", when: names.words.never, target: first.join(", "), actions: [] }]),
    ],
  };
}
