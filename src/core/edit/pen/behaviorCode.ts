import { expressionOf } from "#core/syntax/expressionOf.ts";
import type { Json } from "#core/text/json.ts";
import type { Implementation } from "#core/chart/chart.ts";
import { jsonCode, quoteText, type Code } from "#core/edit/pen/codeText.ts";
import { formulaCode } from "#core/edit/pen/formulaCode.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";

/** A guard or action as an argument: a name of `setup`, with or without params, or code. */
export type Behavior = { readonly name: string; readonly params?: Json } | { readonly text: string };

const MISSING = { guards: "guard-missing", actions: "action-missing", actors: "actor-missing" } as const;

/**
 * Built-in actions of XState are code, never names of `setup`; a formula is written as the function that it stands for.
 * @param event the type of the event that it answers
 */
export function behaviorCode(
  draft: Draft,
  behavior: Behavior,
  kind: keyof typeof MISSING,
  event?: string,
): Code {
  if ("text" in behavior) {
    const formula = kind === "actors" ? undefined : formulaCode(draft, behavior.text, kind, event);
    return formula ?? codeOf(draft, behavior.text);
  }
  const { name, params } = behavior;
  const known: readonly Implementation[] = draft.chart.setup?.[kind] ?? [];
  if (!known.some((impl) => impl.name === name) && !draft.chart.setup?.open.includes(kind))
    draft.warn(MISSING[kind], draft.chart.setup?.at, { name });
  const text = quoteText(name, draft.style.quote);
  if (params === undefined) return text;
  return {
    object: [
      ["type", text],
      ["params", jsonCode(params, draft.style)],
    ],
  };
}

/** A piece of code as it was given; refuses what is not one expression. What it takes from `xstate` comes along. */
export function codeOf(draft: Draft, given: string): string {
  const text = given.trim();
  draft.use(expressionOf(text) ?? refuse("not-an-expression", undefined, { text }));
  return text;
}
