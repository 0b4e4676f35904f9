import type { StatePath } from "#core/chart/chart.ts";
import { chartOfKey } from "#core/chart/machineKey.ts";
import { pathId, pathOf } from "#core/chart/places.ts";
import { follower, type PathMap } from "#core/layout/arrangement/followArrangement.ts";
import type { GameMoment, Graph, GraphChange, AcceptedChange } from "#core/project/gameMoment.ts";
import { changedMachines } from "#core/project/changePreview.ts";
import { applySteps } from "#core/project/history.ts";

/**
 * One command done for several states as one change: each is computed for what the ones before it leave, and when one is refused, so
 * is the whole. A state that has another path by then is looked for there; one that is gone with another needs nothing more.
 * @param each the arguments of each, beside those that are the same for all
 * @param changeBy works one out for a game at a moment
 */
export function changeOfEach(
  at: GameMoment,
  each: readonly object[],
  changeBy: (moment: GameMoment, args: object) => GraphChange,
): GraphChange {
  let whole: AcceptedChange = { ok: true, steps: [], result: { ok: true, warnings: [], pathMap: {} } };
  let moment = at;
  for (const args of each) {
    const now = argsAfter(args, whole.result.pathMap);
    if (!now) continue;
    const change = changeBy(moment, now);
    if (!change.ok) return change;
    whole = bothChanges(whole, change);
    moment = momentAfter(moment, change);
  }
  if (whole.steps.length === 0) return whole;
  const { text: before, reading } = at.graph();
  const { text: after, reading: last } = moment.graph();
  const trial = whole.trial && { ...whole.trial, before, after };
  return { ...whole, machines: changedMachines(reading, last), ...(trial ? { trial } : {}) };
}

/** Arguments whose state may have another path by now; undefined when it is gone. */
function argsAfter(args: object, pathMap: PathMap): object | undefined {
  const { state } = args as { state?: unknown };
  if (!isPath(state)) return args;
  const id = follower(pathMap)(pathId(state));
  return id === null ? undefined : { ...args, state: pathOf(id) };
}

const isPath = (value: unknown): value is StatePath =>
  Array.isArray(value) && value.every((key) => typeof key === "string");

/** The game as a change will leave it. */
function momentAfter(at: GameMoment, { steps, machine = "0" }: AcceptedChange): GameMoment {
  const { files } = applySteps(at.files, steps);
  const before = at.graph();
  const text = files.get("machine") ?? "";
  if (text === before.text) return { ...at, files };
  const reading = at.read(text);
  const chart = chartOfKey(reading.charts, machine) ?? reading.charts[before.chart?.ref.ordinal ?? 0];
  const graph: Graph = { ...before, reading, now: reading, chart, text };
  return { ...at, files, graph: () => graph };
}

/** One change of two, of which the second was computed for what the first leaves. */
function bothChanges(first: AcceptedChange, second: AcceptedChange): AcceptedChange {
  const [{ result: earlier }, { result: later }] = [first, second];
  const trial = first.trial?.doubt ? first.trial : (second.trial ?? first.trial);
  return {
    ...second,
    steps: [...first.steps, ...second.steps],
    result: {
      ok: true,
      warnings: [...earlier.warnings, ...later.warnings],
      pathMap: bothPathMaps(earlier.pathMap, later.pathMap),
      names: [...(earlier.names ?? []), ...(later.names ?? [])],
    },
    ...(trial ? { trial } : {}),
  };
}

function bothPathMaps(first: PathMap, second: PathMap): PathMap {
  const after = follower(second);
  const images = new Set(Object.values(first));
  const moved = Object.entries(first).map(([id, to]) => [id, to === null ? null : after(to)] as const);
  const more = Object.entries(second).filter(([id]) => !images.has(id) && !Object.hasOwn(first, id));
  return Object.fromEntries([...moved, ...more]);
}
