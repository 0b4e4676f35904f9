import { addWays } from "#test/charts/generated/addWays.ts";
import { growTree, type Plan } from "#test/charts/generated/growTree.ts";
import { labelTables, type LabelTables } from "#test/charts/generated/labelTables.ts";
import { printModule } from "#test/charts/generated/printModule.ts";
import { draws } from "#test/support/dice.ts";

/** A chart that nobody drew, for what has to hold of any. */
export interface GeneratedChart extends Plan {
  /** Its module. */
  readonly text: string;
  readonly labels: LabelTables;
}

type Shape = Omit<Plan, "name" | "seed">;

/** Forty from small to large: every depth in small and large, every third parallel. */
const shapes: readonly Shape[] = [
  { states: 5, depth: 1 },
  { states: 6, depth: 2 },
  { states: 12, depth: 2, parallel: true },
  { states: 8, depth: 3 },
  { states: 10, depth: 2 },
  { states: 20, depth: 3, parallel: true },
  { states: 12, depth: 6 },
  { states: 14, depth: 4 },
  { states: 24, depth: 4, parallel: true },
  { states: 16, depth: 1 },
  { states: 18, depth: 2 },
  { states: 25, depth: 2, parallel: true },
  { states: 22, depth: 5 },
  { states: 25, depth: 3 },
  { states: 30, depth: 5, parallel: true },
  { states: 30, depth: 1, wide: true },
  { states: 32, depth: 2 },
  { states: 35, depth: 6, parallel: true },
  { states: 40, depth: 1, chain: true },
  { states: 40, depth: 3, called: true },
  { states: 45, depth: 3, parallel: true },
  { states: 50, depth: 4 },
  { states: 50, depth: 2, wide: true },
  { states: 55, depth: 2, parallel: true },
  { states: 60, depth: 2, called: true },
  { states: 60, depth: 6 },
  { states: 65, depth: 4, parallel: true },
  { states: 70, depth: 3, wide: true },
  { states: 75, depth: 5 },
  { states: 80, depth: 3, parallel: true, called: true },
  { states: 90, depth: 2 },
  { states: 100, depth: 4 },
  { states: 110, depth: 5, parallel: true },
  { states: 120, depth: 3 },
  { states: 140, depth: 6 },
  { states: 160, depth: 3, parallel: true },
  { states: 180, depth: 4, called: true },
  { states: 200, depth: 3 },
  { states: 250, depth: 6, parallel: true, wide: true },
  { states: 300, depth: 4 },
];

/** The charts by name; the same in every run. */
export const generatedPlans: readonly Plan[] = shapes.map((shape, i) => ({
  ...shape,
  name: `generated-${String(i + 1).padStart(2, "0")}`,
  seed: 2026 + i,
}));

export function generatedChart(plan: Plan): GeneratedChart {
  const random = draws(plan.seed);
  const root = growTree(plan, random);
  addWays(root, plan, random);
  return { ...plan, text: printModule(root), labels: labelTables(root, random) };
}

export const generatedCharts = (): GeneratedChart[] => generatedPlans.map(generatedChart);
