import type { Chart, StateNode, Target } from "#core/chart/chart.ts";
import type { Candidate, Model, Path, State } from "#test/corpus/judge/model.ts";

/**
 * The first line in which the reader's chart and the judge's model say something else about the structure, or undefined. The judge opens
 * no calls: what the reader finds in a state of which a part is code to the judge is for XState to say, which runs it
 * (`test/core/read/calls.test.ts`).
 */
export function structureDiffers(chart: Chart, model: Model): string | undefined {
  const known = new Set(ofModel(model.root, []));
  const ours = ofChart(chart.root, [])
    .filter((line) => known.has(line) || !isCode(model.root, (JSON.parse(line) as [string[]])[0]))
    .toSorted();
  const theirs = ofModel(model.root, []).toSorted();
  const i = ours.findIndex((line, at) => line !== theirs[at]);
  if (i < 0 && ours.length === theirs.length) return undefined;
  const at = i < 0 ? ours.length : i;
  return `read ${ours[at]}, judged ${theirs[at]}`;
}

/** Does the judge leave a part of a state, or of one around it, as code? */
function isCode(root: State, path: Path): boolean {
  let at: State | undefined = root;
  for (const key of [undefined, ...path]) {
    if (key !== undefined) at = at.children.find((one) => one.key === key);
    if (!at) return false;
    if (at.unknown.length > 0) return true;
    if (at.events.some(({ candidates }) => candidates.some(hasCode))) return true;
  }
  return false;
}

const hasCode = ({ fields }: Candidate): boolean =>
  Object.keys(fields).some((name) => /^\((?:code|target|spread \d+)\)$/.test(name));

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
