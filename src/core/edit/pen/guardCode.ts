import type { StatePath } from "#core/chart/chart.ts";
import { behavior, misfit, statePath, type ArgShape } from "#core/edit/argShape.ts";
import { behaviorCode, type Behavior } from "#core/edit/pen/behaviorCode.ts";
import { printCode, quoteText, type Code } from "#core/edit/pen/codeText.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { stateInCode } from "#core/edit/follow/stateMentions.ts";

/** A guard as an argument: a name, code, or others joined by XState's `and`, `or`, `not`; `stateIn` asks for an active state. */
export type GuardTree =
  | Behavior
  | { readonly and: readonly GuardTree[] }
  | { readonly or: readonly GuardTree[] }
  | { readonly not: GuardTree }
  | { readonly stateIn: StatePath | string };

/** Nesting of a guard that is written; nobody reads deeper ones. */
const MAX_GUARD_NESTING = 20;

const unary = (name: string, inner: ArgShape): ArgShape => ({
  type: "object",
  properties: { [name]: inner },
  required: [name],
  additionalProperties: false,
});
const operand: ArgShape = { title: "guard", description: "a guard again" };
const operands: ArgShape = { type: "array", items: operand, minItems: 1 };

/** What a guard may be; operands are described as such here and checked when the code is generated. */
export const guardShape: ArgShape<GuardTree> = {
  anyOf: [
    ...(behavior.anyOf ?? []),
    unary("and", operands),
    unary("or", operands),
    unary("not", operand),
    unary("stateIn", { anyOf: [statePath, { type: "string", title: "target" }] }),
  ],
};

/** The code of a guard; names of XState that it takes are imported, or spelled as the module spells them. @param event that it answers */
export function guardCode(draft: Draft, given: GuardTree, event?: string, at = "guard", depth = 0): Code {
  if (depth > MAX_GUARD_NESTING || misfit(guardShape, given) !== undefined)
    refuse("bad-arguments", undefined, { command: "transition.guard", at });
  const call = (name: string, inner: Code) =>
    `${draft.xstate(name)}(${printCode(inner, draft.style, { indent: "", oneLine: true })})`;
  const all = (list: readonly GuardTree[], name: string): Code => ({
    array: list.map((inner, i) => guardCode(draft, inner, event, `${at}.${name}.${i}`, depth + 1)),
  });
  if ("and" in given) return call("and", all(given.and, "and"));
  if ("or" in given) return call("or", all(given.or, "or"));
  if ("not" in given) return call("not", guardCode(draft, given.not, event, `${at}.not`, depth + 1));
  if ("stateIn" in given) return call("stateIn", stateValue(draft, given.stateIn, at));
  return behaviorCode(draft, given, "guards", event);
}

/** What `stateIn` asks about: keys from the root, nested; a text is taken as it is. */
function stateValue(draft: Draft, state: StatePath | string, at: string): Code {
  const { quote } = draft.style;
  if (typeof state === "string") return quoteText(state, quote);
  const { path } = draft.anyState(state);
  if (path.length === 0)
    refuse("bad-arguments", undefined, { command: "transition.guard", at: `${at}.stateIn` });
  // A key with a dot would be split where it stands as a text.
  return stateInCode(path, draft.style, path.at(-1)?.includes("."));
}
