import type { Action, Guard, Setup } from "#core/chart/chart.ts";
import { formulaOf } from "#core/expr/formula.ts";
import { namesFrom, type CanvasWords, type ChartNames } from "#core/layout/names.ts";

/**
 * What states, events, guards and actions of a machine are called: by their labels, else a guard by its formula.
 * @param labels by key as in `labels/<locale>.json`; undefined shows ids
 */
export function chartNames(
  setup: Setup | undefined,
  labels: Readonly<Record<string, string>> | undefined,
  words: CanvasWords,
): ChartNames {
  const formula = (part: Guard | Action): string | undefined => {
    if (part.kind !== "named") return formulaOf(part.text);
    const guard = setup?.guards.find((impl) => impl.name === part.name);
    return guard ? formulaOf(guard.text) : undefined;
  };
  const delayOf = (name: string) => setup?.delays.find((impl) => impl.name === name)?.text;
  return namesFrom(labels, words, formula, delayOf);
}
