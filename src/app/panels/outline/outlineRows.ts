import { fold } from "#core/find/fold.ts";
import type { Chart, StateNode } from "#core/chart/chart.ts";

/** A line of the outline. */
export interface OutlineRow {
  readonly id: string;
  readonly node: StateNode;
  readonly depth: number;
  readonly parent: string;
  /** Its place among those beside it, from 1, and how many these are. */
  readonly place: number;
  readonly of: number;
}

/** Every state in document order, but for those in closed ones. */
export function outlineRows(chart: Chart, closed: ReadonlySet<string>): OutlineRow[] {
  const rows: OutlineRow[] = [];
  const visit = (parent: StateNode, above: string, depth: number) =>
    parent.children.forEach((node, i) => {
      const id = above === "" ? node.key : `${above}.${node.key}`;
      rows.push({ id, node, depth, parent: above, place: i + 1, of: parent.children.length });
      if (!closed.has(id)) visit(node, id, depth + 1);
    });
  visit(chart.root, "", 0);
  return rows;
}

/** How many states are in a state, at any depth. */
export const statesIn = (node: StateNode): number =>
  node.children.reduce((sum, child) => sum + 1 + statesIn(child), 0);

/**
 * The next row behind `from` whose name begins with what was typed, from the top again after the last; `from` itself when more than one
 * letter was typed and it still begins so.
 */
export function rowNamed(
  rows: readonly OutlineRow[],
  from: number,
  typed: string,
  nameOf: (row: OutlineRow) => string,
): OutlineRow | undefined {
  const query = fold(typed);
  const begins = (row: OutlineRow | undefined) =>
    row !== undefined && (fold(nameOf(row)).startsWith(query) || fold(row.node.key).startsWith(query));
  for (let step = typed.length > 1 ? 0 : 1; step <= rows.length; step++) {
    const row = rows[(from + step) % rows.length];
    if (begins(row)) return row;
  }
  return undefined;
}
