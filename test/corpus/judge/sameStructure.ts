import type { Chart, StateNode, Target } from "#core/chart/chart.ts";
import type { Model, Path, State } from "#test/corpus/judge/model.ts";

/** The first line in which the reader's chart and the judge's model say something else about the structure, or undefined. */
export function structureDiffers(chart: Chart, model: Model): string | undefined {
  const ours = ofChart(chart.root, []).toSorted();
  const theirs = ofModel(model.root, []).toSorted();
  const i = ours.findIndex((line, at) => line !== theirs[at]);
  if (i < 0 && ours.length === theirs.length) return undefined;
  const at = i < 0 ? ours.length : i;
  return `read ${ours[at]}, judged ${theirs[at]}`;
}

const line = (...parts: unknown[]): string => JSON.stringify(parts);

function ofChart(node: StateNode, path: Path): string[] {
  const goals = (targets: readonly Target[]) => targets.map(({ resolved }) => resolved);
  return [
    line(path, node.type, node.id, node.initial?.value, goals(node.historyTargets ?? [])),
    ...[...node.transitions, ...(node.unnamed ?? []).map((t) => ({ ...t, event: `[${t.event}]` }))]
      .filter(({ slot, form }) => slot !== "route" && form !== "other")
      .map((t) =>
        line(
          path,
          t.slot,
          t.event ?? "",
          t.index,
          goals(t.targets),
          t.guard !== undefined,
          t.description?.value,
        ),
      ),
    ...node.children.flatMap((child) => ofChart(child, [...path, child.key])),
  ];
}

function ofModel(state: State, path: Path): string[] {
  return [
    line(
      path,
      state.kind,
      state.id,
      state.initial,
      state.history.map((one) => one.path),
    ),
    ...state.events.flatMap(({ slot, event, candidates }) =>
      candidates.flatMap((one, i) => {
        if ("(code)" in one.fields) return [];
        const description = one.fields["description"];
        const words = description?.startsWith('"') ? (JSON.parse(description) as string) : undefined;
        const goals = one.goals.map((goal) => goal.path);
        return [line(path, slot, event, i, goals, "guard" in one.fields, words)];
      }),
    ),
    ...state.children.flatMap((child) => ofModel(child, [...path, child.key])),
  ];
}
