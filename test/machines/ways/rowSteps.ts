import type { Chart, Transition } from "#core/chart/chart.ts";
import { pathId, places } from "#core/chart/places.ts";
import { isWithin, type Blocks } from "#test/machines/ways/blocks.ts";
import type { Called } from "#test/machines/ways/golden.ts";

export type CalledPairs = Pick<Called, "state" | "pairs">;

export const calledAround = (called: readonly CalledPairs[], id: string) =>
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
export function leavesFrom(chart: Chart, { source, transition }: Move): readonly string[] {
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

/** A step that play can take from row to row. */
export interface RowStep {
  readonly row: string;
  readonly to: string;
  /** The called phases passed. */
  readonly via: readonly string[];
}

/** Every step from a row, by a transition of its own or through called phases. A called phase has those between its own rows only. */
export function rowSteps(chart: Chart, called: readonly CalledPairs[], blocks: Blocks): RowStep[] {
  const plain = movesOf(chart).flatMap((move) =>
    leavesFrom(chart, move).flatMap((row) =>
      move.targets
        .filter((to) => calledAround(called, to) === calledAround(called, row))
        .flatMap((target) => blocks.starts(target).map((to) => ({ row, to, via: [] }))),
    ),
  );
  const contracted = called.flatMap((phase) =>
    [...new Set(phase.pairs.map(([caller]) => caller))]
      .filter((row) => !calledAround(called, row))
      .flatMap((row) =>
        continuations(called, phase, (caller) => caller === row).flatMap(({ to: target, via }) =>
          blocks.starts(target).map((to) => ({ row, to, via })),
        ),
      ),
  );
  return [...plain, ...contracted];
}
