import type { Chart } from "#core/chart/chart.ts";
import { childrenOf } from "#core/layout/arrange.ts";
import type { Positions } from "#core/layout/layoutFile.ts";
import type { ChartNames } from "#core/layout/names.ts";
import { sceneOf } from "#core/layout/scene.ts";

/** Which states have no place yet, and who must find one: ELK for whole compounds, a free spot for single newcomers. */
export interface Plan {
  /** Outermost compounds none of whose children has a place. */
  readonly whole: readonly string[];
  /** States that join placed siblings. */
  readonly newcomers: readonly string[];
}

/** What is missing. Nothing, when every state of the chart has a place. */
export function planLayout(chart: Chart, known: Positions, names: ChartNames): Plan {
  const scene = sceneOf(chart, names);
  const kids = childrenOf(scene);
  const whole: string[] = [];
  const newcomers: string[] = [];
  const visit = (id: string, inWhole: boolean) => {
    const inner = kids.get(id) ?? [];
    if (inner.length === 0) return;
    const missing = inner.filter((item) => !known[item.id]);
    const fresh = missing.length === inner.length;
    if (fresh && !inWhole) whole.push(id);
    if (!fresh) newcomers.push(...missing.map((item) => item.id));
    for (const item of inner) visit(item.id, fresh);
  };
  visit("", false);
  return { whole, newcomers };
}
