import type { StateNode, Transition } from "#core/chart/chart.ts";
import { type Chip, type Row, rowWidth, wrap } from "#core/layout/content/chips.ts";
import { transitionChips } from "#core/layout/content/transitionText.ts";
import type { Size } from "#core/layout/geometry.ts";
import type { Level } from "#core/layout/level.ts";
import type { ChartNames } from "#core/layout/names.ts";

/** What is written on a transition; no rows when its line says it all. */
export interface LabelContent {
  readonly rows: readonly Row[];
  readonly clauses: readonly string[];
  readonly size: Size;
}

export const LABEL_ROW = 19;
/** About 24 em. */
const MAX_LABEL = 264;
const MAX_FLOW = 200;
const SIDES = 16;

export const NO_LABEL: LabelContent = { rows: [], clauses: [], size: { w: 0, h: 0 } };

/** What stands on an arrow: its event and guard, at `full` also actions; as many lines as it takes. */
export function labelContent(
  t: Transition,
  source: StateNode,
  names: ChartNames,
  level: Level,
): LabelContent {
  if (level === "map") return { ...NO_LABEL, clauses: t.meta.clauses };
  const most = (level === "full" ? MAX_LABEL : MAX_FLOW) - SIDES;
  return labelOfChips(transitionChips(t, source, names, level, most), most, t.meta.clauses);
}

export function labelOfChips(chips: readonly Chip[], most: number, clauses: readonly string[]): LabelContent {
  if (chips.length === 0) return { ...NO_LABEL, clauses };
  const rows = wrap(chips, most).map((row) => ({ chips: row }));
  return {
    rows,
    clauses,
    size: {
      w: Math.ceil(Math.max(...rows.map(rowWidth), 20) + SIDES),
      h: rows.length * LABEL_ROW + 5,
    },
  };
}
