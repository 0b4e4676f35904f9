import type { StateNode } from "#core/chart/chart.ts";

/** Among more children than this lines are followed one at a time anyway. */
const MAX_ORDERED_CHILDREN = 160;
/** Phases are read as sheets in the order of the code, and in layers they would leave room empty: few of the children may hold states. */
const MAX_COMPOUND_SHARE = 1 / 4;

/** Whether the states of a machine may stand in layers: hardly any of them holds states. Only then what puts them into layers is loaded. */
export function isFlat({ children, type }: StateNode): boolean {
  const count = children.length;
  const compounds = children.filter((child) => child.children.length > 0).length;
  return (
    type !== "parallel" &&
    count > 1 &&
    count <= MAX_ORDERED_CHILDREN &&
    compounds <= count * MAX_COMPOUND_SHARE
  );
}
