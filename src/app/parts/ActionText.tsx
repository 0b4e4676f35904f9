import { formulaOf } from "#core/expr/formula.ts";
import type { Action, Chart, Guard } from "#core/chart/chart.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio } from "#app/studio/useStudio.ts";

/** An action as a chip: its label or name, and what it does as a formula where it can be read. */
export function ActionText({ action }: { action: Action }) {
  const chart = useStudio((s) => s.graph?.chart);
  const labelOf = useLabels();
  const name = action.kind === "named" ? action.name : undefined;
  const label = name ? labelOf(`action:${name}`) : undefined;
  const code = name ? chart?.setup?.actions.find((a) => a.name === name)?.text : action.text;
  return (
    <span className="act" title={code}>
      {label ?? name ?? (code ? (formulaOf(code) ?? action.text) : action.text)}
      {action.params ? ` ${action.params.text}` : ""}
    </span>
  );
}

/** The formula of a guard as text: of the named function in setup, or of what is written in place. */
export function guardFormula(chart: Chart | undefined, guard: Guard): string | undefined {
  if (guard.kind === "named") {
    const code = chart?.setup?.guards.find((g) => g.name === guard.name)?.text;
    return code ? formulaOf(code) : undefined;
  }
  return formulaOf(guard.text);
}
