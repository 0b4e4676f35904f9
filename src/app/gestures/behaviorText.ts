import type { Action, Chart, Guard, Implementation } from "#core/chart/chart.ts";

type Behavior = { readonly name: string } | { readonly text: string };

/**
 * What a person typed for a guard, action or actor: a name of `setup`, or code.
 * @param context whose fields are formulas by themselves, as far as no guard is called so
 */
export function behaviorOf(
  typed: string,
  known: readonly Implementation[] = [],
  context: Chart["context"] = [],
): Behavior {
  const text = typed.trim();
  if (known.some(({ name }) => name === text)) return { name: text };
  const isName = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(text);
  return isName && !context.some(({ name }) => name === text) ? { name: text } : { text };
}

/** The same the other way round: the name alone, or the code as it is written. */
export const behaviorText = (behavior: Action | Guard): string =>
  behavior.kind === "named" && !behavior.params ? (behavior.name ?? behavior.text) : behavior.text;
