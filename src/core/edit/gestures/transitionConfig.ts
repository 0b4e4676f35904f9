import { printCode, quoteText, type Code } from "#core/edit/pen/codeText.ts";
import type { Transition } from "#core/chart/chart.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { setProperty } from "#core/edit/pen/properties.ts";
import { literalText, spanOf, type Node } from "#core/syntax/node.ts";
import { objectForm, type TransitionSite } from "#core/edit/gestures/transitionSite.ts";

/** A candidate as something with properties, however it is written. */
export interface TransitionConfig {
  /** Its object; absent while it is written as a target alone. */
  readonly object: Node | undefined;
  /** Makes the object form of a target written alone, with one more property. */
  wrap(name: string, code: Code): void;
  quote(text: string): string;
}

export function configOf(draft: Draft, site: TransitionSite): TransitionConfig {
  requireInForce(site);
  const object = objectForm(site);
  const { value } = site;
  const wrap = (name: string, code: Code) => {
    const printed = printCode(code, draft.style, { indent: "", oneLine: true });
    const { pad } = draft.style;
    if (literalText(value) !== undefined && value.type !== "TemplateLiteral") {
      draft.edits.push({ from: value.start, to: value.start, insert: `{${pad}target: ` });
      draft.edits.push({ from: value.end, to: value.end, insert: `, ${name}: ${printed}${pad}}` });
    } else if (literalText(value) !== undefined)
      draft.replace(spanOf(value), `{${pad}target: ${draft.slice(value)}, ${name}: ${printed}${pad}}`);
    else if (isText(site.transition)) {
      const key = site.item === site.property["value"] && site.property["shorthand"] === true;
      const head = key ? `${draft.slice(site.property)}: ` : "";
      draft.edits.push({ from: site.item.start, to: site.item.start, insert: `${head}{${pad}target: ` });
      draft.edits.push({ from: site.item.end, to: site.item.end, insert: `, ${name}: ${printed}${pad}}` });
    } else if (isNothing(value)) draft.replace(spanOf(value), `{${pad}${name}: ${printed}${pad}}`);
    else refuse("not-written-here", spanOf(value));
  };
  return { object, wrap, quote: (text) => quoteText(text, draft.style.quote) };
}

/** Sets or (undefined) removes a property of a candidate. */
export function setOnTransition(
  draft: Draft,
  site: TransitionSite,
  name: string,
  code: Code | undefined,
): void {
  const config = configOf(draft, site);
  if (config.object) setProperty(draft, config.object, "transition", name, code);
  else if (code !== undefined) config.wrap(name, code);
}

/** Refuses a text in a list under `after`, which XState 5 leaves out: made an object, it would begin to count. */
export function requireInForce({ transition, item }: TransitionSite): void {
  if (transition.slot === "after" && transition.form === "array-item-string")
    refuse("text-not-in-force", spanOf(item));
}

/** Is it written as a target alone, be it by the name of a const? */
export const isText = ({ form }: Pick<Transition, "form">): boolean =>
  form === "string" || form === "array-item-string";

/** `undefined` as written: a forbidden transition. */
export const isNothing = (node: Node): boolean =>
  node.type === "NullLiteral" || (node.type === "Identifier" && node["name"] === "undefined");
