import type { Chart, Transition } from "#core/chart/chart.ts";
import { pathId, places } from "#core/chart/places.ts";
import { blocksOf, isWithin, type Blocks } from "#test/machines/ways/blocks.ts";
import type { AnyTime, Called, Way } from "#test/machines/ways/golden.ts";

/** A way as a chart has it, without what only the rules know. */
export type PlainWay = Pick<Way, "from" | "to" | "via" | "rows">;
export type PlainAnyTime = Pick<AnyTime, "at" | "event" | "to">;

type CalledPairs = Pick<Called, "state" | "pairs">;

const calledAround = (called: readonly CalledPairs[], id: string) =>
  called.find(({ state }) => isWithin(id, state));

/** A transition with the state that holds it and where it leads; those that stay lead nowhere. */
export interface Move {
  readonly source: string;
  readonly transition: Transition;
  readonly targets: readonly string[];
}

/** All transitions of a chart, in document order. */
export const movesOf = (chart: Chart): Move[] =>
  [...places(chart)].flatMap(([source, { node }]) =>
    node.transitions.map((transition) => ({
      source,
      transition,
      targets: transition.targets.flatMap(({ resolved }) => (resolved ? [pathId(resolved)] : [])),
    })),
  );

/** A compound is done where one of its final states is reached: its `onDone` leaves from there, not from anywhere in it. */
function leavesFrom(chart: Chart, { source, transition }: Move): readonly string[] {
  const { node } = places(chart).get(source)!;
  if (node.children.length === 0) return [source];
  if (transition.slot !== "onDone") return [];
  return node.children.filter(({ type }) => type === "final").map(({ key }) => `${source}.${key}`);
}

/** Where a called phase goes on for a caller, through further called phases where it hands over to one. */
function continuations(
  called: readonly CalledPairs[],
  phase: CalledPairs,
  fromCaller: (caller: string) => boolean,
): { to: string; via: readonly string[] }[] {
  return phase.pairs
    .filter(([caller]) => fromCaller(caller))
    .flatMap(([, to]) => {
      const next = calledAround(called, to);
      if (!next) return [{ to, via: [phase.state] }];
      return continuations(called, next, (caller) => isWithin(caller, phase.state)).map((one) => ({
        to: one.to,
        via: [phase.state, ...one.via],
      }));
    });
}

/** Every step from one leaf, by a transition of its own or through called phases. */
function stepsFrom(chart: Chart, called: readonly CalledPairs[], blocks: Blocks) {
  const plain = movesOf(chart).flatMap((move) =>
    leavesFrom(chart, move).flatMap((row) =>
      move.targets
        .filter((to) => !calledAround(called, to))
        .flatMap((to) => blocks.starts(to.split(".")).map((block) => ({ row, block, via: [] as string[] }))),
    ),
  );
  const contracted = called.flatMap((phase) =>
    [...new Set(phase.pairs.map(([caller]) => caller))].flatMap((row) =>
      continuations(called, phase, (caller) => caller === row).flatMap(({ to, via }) =>
        blocks.starts(to.split(".")).map((block) => ({ row, block, via })),
      ),
    ),
  );
  return [...plain, ...contracted].filter(({ row }) => !calledAround(called, row));
}

/**
 * The ways between the blocks of a chart. A plain transition is read from the chart; which continuation of a called phase belongs
 * to which caller is not, and has to be given.
 */
export function waysOfChart(chart: Chart, called: readonly CalledPairs[]): PlainWay[] {
  const blocks = blocksOf(chart);
  const ways = new Map<string, { from: string; to: string; via: readonly string[]; leaving: Set<string> }>();
  for (const { row, block, via } of stepsFrom(chart, called, blocks)) {
    const from = blocks.of(row)!;
    if (from === block) continue;
    const key = [from, block, ...via].join(" ");
    const way = ways.get(key) ?? { from, to: block, via, leaving: new Set() };
    ways.set(key, way);
    way.leaving.add(row);
  }
  return [...ways.values()].map(({ from, to, via, leaving }) => {
    const rows = blocks.leaves(from).map(({ path }) => pathId(path));
    const own = rows.filter((row) => leaving.has(row)).map((row) => row.slice(from.length + 1));
    return {
      from,
      to,
      ...(via.length > 0 ? { via } : {}),
      ...(rows[0] === from ? {} : { rows: own }),
    };
  });
}

/** What the compounds of a chart take as a whole; `to` is the called phase itself where one is called. */
export function anyTimeOfChart(chart: Chart, called: readonly CalledPairs[]): PlainAnyTime[] {
  const blocks = blocksOf(chart);
  const found = movesOf(chart)
    .filter((move) => leavesFrom(chart, move).length === 0)
    .filter(({ source, transition }) => transition.slot !== "onDone" && !calledAround(called, source))
    .flatMap(({ source: at, transition, targets }): PlainAnyTime[] => {
      const event = transition.event ?? transition.slot;
      if (targets.length === 0) return [{ at, event, to: null }];
      return targets.flatMap((target) => {
        const phase = calledAround(called, target);
        return (phase ? [phase.state] : blocks.starts(target.split("."))).map((to) => ({ at, event, to }));
      });
    });
  return [...new Map(found.map((one) => [`${one.at} ${one.event} ${one.to}`, one])).values()];
}
