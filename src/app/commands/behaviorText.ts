import type { Action, Guard, Implementation } from "#core/chart/chart.ts";

type Behavior = { readonly name: string } | { readonly text: string };

/** What a person typed for a guard, action or actor: a name of `setup`, or code. */
export function behaviorOf(typed: string, known: readonly Implementation[] = []): Behavior {
  const text = typed.trim();
  const isName =
    /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(text) || known.some(({ name }) => name === text);
  return isName ? { name: text } : { text };
}

/** The same the other way round: the name alone, or the code as it is written. */
export const behaviorText = (behavior: Action | Guard): string =>
  behavior.kind === "named" && !behavior.params ? (behavior.name ?? behavior.text) : behavior.text;
