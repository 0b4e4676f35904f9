import type { Chart, StatePath, Transition } from "#core/chart/chart.ts";
import { pathId, places } from "#core/chart/places.ts";
import type { ChartNames } from "#core/layout/names.ts";

/** A state by one of whose transitions the machine ends. */
interface EndSource {
  readonly path: StatePath;
  /** It ends wherever in it the machine stands, not only when it is done. */
  readonly anywhere: boolean;
}

interface Ends {
  /** From where each end is reached, in document order, by the end's path id. */
  readonly sources: ReadonlyMap<string, readonly EndSource[]>;
  /** The ends that a state's own transitions lead to, by the state's path id. */
  readonly ofState: ReadonlyMap<string, readonly string[]>;
}

const known = new WeakMap<Chart, Ends>();

/** The ends of a machine: final states of its own. */
function endsOf(chart: Chart): Ends {
  const cached = known.get(chart);
  if (cached) return cached;
  const sources = new Map<string, EndSource[]>(
    chart.root.children.flatMap(({ key, type }) => (type === "final" ? [[pathId([key]), []] as const] : [])),
  );
  const ofState = new Map<string, readonly string[]>();
  if (sources.size > 0)
    for (const { node, path } of places(chart).values()) {
      const endIds = [...sources.keys()].filter((end) =>
        node.transitions.some((transition) => leadsTo(transition, end)),
      );
      if (endIds.length > 0) ofState.set(pathId(path), endIds);
      for (const end of endIds) {
        const holds = node.children.length > 0;
        const anywhere = holds && node.transitions.some((t) => t.slot !== "onDone" && leadsTo(t, end));
        sources.get(end)?.push({ path, anywhere });
      }
    }
  const ends = { sources, ofState };
  known.set(chart, ends);
  return ends;
}

const leadsTo = ({ targets }: Transition, end: string): boolean =>
  targets.some(({ resolved }) => resolved !== null && pathId(resolved) === end);

/** The ends, by path id, that are reached from a drawn state, or from what is closed in it. */
export function endsFrom(
  chart: Chart,
  { id, folded }: { readonly id: string; readonly folded: boolean },
): readonly string[] {
  const { ofState } = endsOf(chart);
  if (!folded) return ofState.get(id) ?? [];
  const inside = [...ofState].flatMap(([at, ends]) => (at === id || at.startsWith(`${id}.`) ? ends : []));
  return [...new Set(inside)];
}

/** Places that are listed at the end of a line; more are counted. */
const MAX_LISTED_PLACES = 3;

/**
 * From where an end is reached without a line, in words: steps of one phase together behind its name, a phase as a whole as any time
 * in it.
 * @param drawn states, by path id, from which a line leads there
 */
export function endTexts(chart: Chart, end: string, names: ChartNames, drawn: ReadonlySet<string>): string[] {
  const { comesFrom, anyTimeIn } = names.words;
  const nameOf = (path: StatePath) => names.state(path, path.at(-1) ?? chart.root.key);
  const whole: string[] = [];
  const steps = new Map<string, Set<string>>();
  for (const { path, anywhere } of endsOf(chart).sources.get(end) ?? []) {
    if (drawn.has(pathId(path))) continue;
    if (anywhere) whole.push(anyTimeIn.replace("{state}", nameOf(path)));
    else {
      const phase = phaseOf(chart, path);
      const before = phase ? `${nameOf(phase)} / ` : "";
      steps.set(before, (steps.get(before) ?? new Set()).add(nameOf(path)));
    }
  }
  const labels = [
    ...whole,
    ...[...steps].map(([before, startNames]) =>
      comesFrom.replace("{state}", before + [...startNames].join(", ")),
    ),
  ];
  return labels.length > MAX_LISTED_PLACES
    ? [...labels.slice(0, MAX_LISTED_PLACES - 1), `+${labels.length - MAX_LISTED_PLACES + 1}`]
    : labels;
}

/** The phase that a step is one of: a state whose states are all steps. */
function phaseOf(chart: Chart, path: StatePath): StatePath | undefined {
  const parent = path.slice(0, -1);
  const node = parent.length === 0 ? undefined : places(chart).get(pathId(parent))?.node;
  return node?.children.every(({ children }) => children.length === 0) ? parent : undefined;
}
