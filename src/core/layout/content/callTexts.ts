import { calledPhases, type Call } from "#core/chart/calledPhases.ts";
import type { Chart, StateNode, StatePath } from "#core/chart/chart.ts";
import type { Const } from "#core/chart/codeReading.ts";
import { pathOf } from "#core/chart/places.ts";
import { nameInPhase, type WayText } from "#core/layout/content/transitionText.ts";
import type { ChartNames } from "#core/layout/names.ts";

/** So many ways on are told of one caller; where there are more, the context alone decides. */
const MOST_RETURNS = 3;

/** Who calls a phase, also from within what is closed, and where play goes on after each call, as far as that is known. */
export function callTexts(
  chart: Chart,
  phase: string,
  consts: readonly Const[],
  names: ChartNames,
): readonly WayText[] {
  const found = calledPhases(chart, consts).find(({ id }) => id === phase);
  const byCaller = new Map<string, Call[]>();
  for (const call of found?.calls ?? []) byCaller.set(call.from, [...(byCaller.get(call.from) ?? []), call]);
  return [...byCaller].map(([from, calls]) => {
    const returns = new Set(calls.flatMap((call) => call.returns.map(({ target }) => target)));
    const known = calls.every(({ by }) => by !== "none") && returns.size <= MOST_RETURNS;
    const path = pathOf(from);
    const target = known
      ? [...returns].map((id) => goesOn(path, pathOf(id), names)).join(", ")
      : names.words.backThere;
    return { id: from, when: nameInPhase(path, names), target, actions: 0 };
  });
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
): { readonly said: string; readonly ways: readonly WayText[] } {
  const parent = path.slice(0, -1);
  const said = names.words.resumes.replace("{state}", names.state(parent, parent.at(-1) ?? ""));
  const steps = siblings.filter(({ type }) => type !== "history" && type !== "final");
  const first = (node.historyTargets ?? []).flatMap(({ resolved }) =>
    resolved ? [names.state(resolved, resolved.at(-1) ?? "")] : [],
  );
  return {
    said,
    ways: [
      ...steps.map(({ key }) => ({
        id: key,
        when: "",
        target: names.state([...parent, key], key),
        actions: 0,
      })),
      ...(first.length === 0
        ? []
        : [{ id: "first", when: names.words.never, target: first.join(", "), actions: 0 }]),
    ],
  };
}
