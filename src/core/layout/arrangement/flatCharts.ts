import type { Chart, StateNode, StatePath } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";

/** Among more children than this lines are followed one at a time anyway. */
const MAX_ORDERED_CHILDREN = 160;
/** Phases are read as sheets in the order of the code, and in layers they would leave room empty: few of the children may hold states. */
const MAX_COMPOUND_SHARE = 1 / 4;

/**
 * Whether the children of a state may stand in layers: hardly any of them holds states, and they are no steps of a phase.
 * @param path where the state stands
 */
export function isFlat({ children, type }: StateNode, path: StatePath): boolean {
  const count = children.length;
  const compounds = children.filter((child) => child.children.length > 0).length;
  const isPhase = compounds === 0 && path.length > 0;
  return (
    type !== "parallel" &&
    !isPhase &&
    count > 1 &&
    count <= MAX_ORDERED_CHILDREN &&
    compounds <= count * MAX_COMPOUND_SHARE
  );
}

/** Whether any part of a chart is flat: only then is it worth to load what puts states into layers. */
export const hasFlatPart = (chart: Chart): boolean =>
  [...places(chart).values()].some(({ node, path }) => isFlat(node, path));
