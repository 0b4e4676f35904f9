import type { Json } from "#core/text/json.ts";
import type { Implementation } from "#core/chart/chart.ts";
import { jsonCode, quoteText, type Code } from "#core/edit/codeText.ts";
import { refuse, type Draft } from "#core/edit/draft.ts";
import { expressionOf } from "#core/edit/sourceTree.ts";

/** A guard or action as an argument: a name of `setup`, with or without params, or code. */
export type Behavior = { readonly name: string; readonly params?: Json } | { readonly text: string };

/** Built-in actions of XState are code, never names of `setup`. */
export function behaviorCode(draft: Draft, behavior: Behavior, kind: "guards" | "actions"): Code {
  if ("text" in behavior) {
    const text = behavior.text.trim();
    draft.use(expressionOf(text) ?? refuse("not-an-expression", undefined, { text }));
    return text;
  }
  const { name, params } = behavior;
  const known: readonly Implementation[] = draft.chart.setup?.[kind] ?? [];
  if (!known.some((one) => one.name === name))
    draft.warn(kind === "guards" ? "guard-missing" : "action-missing", draft.chart.setup?.at, { name });
  const text = quoteText(name, draft.style.quote);
  if (params === undefined) return text;
  return {
    object: [
      ["type", text],
      ["params", jsonCode(params, draft.style)],
    ],
  };
}
