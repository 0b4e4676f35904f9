import { labelTables, type LabelTables } from "#test/charts/generated/labelTables.ts";
import { addChild, made, type MadeState } from "#test/charts/generated/madeChart.ts";
import { printModule } from "#test/charts/generated/printModule.ts";
import { draws } from "#test/support/dice.ts";

const STEPS = 10;

/**
 * A machine of just so many states: groups of phases of about ten steps, as many phases in a group as there are groups. Steps lead
 * on, phases to the next, one step in ten to another group. No chance in it but for the labels.
 */
export function bigChart(states: number): { readonly text: string; readonly labels: LabelTables } {
  const groups = Math.max(1, Math.round(Math.sqrt(states / (STEPS + 1))));
  const phases = Math.max(groups, Math.floor((states - groups) / (STEPS + 1)));
  const steps = states - groups - phases;
  if (steps < phases) throw new RangeError(`Too few states for groups of phases of steps: ${states}`);
  const root = made("big");
  const all: MadeState[] = [];
  for (let g = 0; g < groups; g++) {
    const group = addChild(root, `group${g + 1}`);
    for (let p = share(phases, groups, g); p > 0; p--) {
      const phase = addChild(group, `phase${all.length + 1}`);
      for (let s = share(steps, phases, all.length); s > 0; s--)
        addChild(phase, `step${phase.children.length + 1}`);
      all.push(phase);
    }
  }
  all.forEach((phase, i) => connect(phase, all[(i + 1) % all.length], all[(i * 7 + 3) % all.length]));
  return { text: printModule(root), labels: labelTables(root, draws(states)) };
}

/** How many of `all` things the part `nth` of so many gets. */
const share = (all: number, parts: number, nth: number): number =>
  Math.floor((all * (nth + 1)) / parts) - Math.floor((all * nth) / parts);

function connect(phase: MadeState, next: MadeState | undefined, far: MadeState | undefined): void {
  phase.children.forEach((step, i) => {
    const after = phase.children[i + 1];
    if (i % 3 === 0) step.asks = "turnPlayer";
    if (after) step.ways.push({ under: "on", event: "NEXT", targets: [after], action: "count" });
    else if (next && next !== phase) step.ways.push({ under: "on", event: "END_PHASE", targets: [next] });
    if (i === 4 && far && far !== phase)
      step.ways.push({ under: "on", event: "INTERRUPT", targets: [far], guard: '"mayPlay"' });
    if (i === 6) step.ways.push({ under: "on", event: "COUNT", targets: [], action: "note" });
  });
}
