import { args } from "#core/edit/argShape.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { quoteText } from "#core/edit/pen/codeText.ts";
import { lineIndent } from "#core/edit/pen/fileStyle.ts";
import { eventsType } from "#core/symbol/declaredTypes.ts";
import { ownCode } from "#core/symbol/ownCode.ts";
import { child, nameOf, nodesOf, spanOf, type Node } from "#core/syntax/node.ts";

/** Adds an event without a payload to the event types of a machine: to the union, or to what its name stands for in this file. */
export const declareEvent = defineCommand<{ name: string }>(
  "event.declare",
  args({ name: { type: "string", title: "event", minLength: 1 } }),
  (draft, { name }) => {
    const { chart } = draft;
    const bad = name === "__proto__" || name.includes("*") || name.startsWith("xstate.");
    if (bad) refuse("event-invalid", chart.callAt, { event: name });
    if (chart.events?.some(({ type }) => type === name)) refuse("name-taken", chart.callAt, { key: name });
    const declared = eventsType(draft.tree, chart, ownCode(chart, draft.tree));
    if (!declared) refuse("not-written-here", chart.setup?.at ?? chart.callAt, { name: "events" });
    const type = aliased(draft, declared);
    if (!MAY_BE_JOINED.has(type.type)) refuse("not-written-here", spanOf(type), { name: "events" });
    const last = type.type === "TSUnionType" ? (nodesOf(type["types"]).at(-1) ?? type) : type;
    const line = draft.text.slice(0, last.start).split("\n").at(-1) ?? "";
    const { eol, quote, pad } = draft.style;
    const member = `| {${pad}type: ${quoteText(name, quote)}${pad}}`;
    const space = /^\s*\|\s*$/.test(line) ? eol + lineIndent(draft.text, last.start) : " ";
    draft.edits.push({ from: last.end, to: last.end, insert: space + member });
  },
);

/** Types that mean the same with `|` and another behind them. */
const MAY_BE_JOINED = new Set([
  "TSUnionType",
  "TSTypeLiteral",
  "TSTypeReference",
  "TSParenthesizedType",
  "TSIntersectionType",
]);

/** What a type's name stands for, when that is an alias of this file without parameters. */
function aliased({ tree }: Draft, type: Node): Node {
  let at = type;
  for (let i = 0; i < 24 && at.type === "TSTypeReference"; i++) {
    const alias = tree.typeNamed(nameOf(at["typeName"]));
    const meant = alias?.type === "TSTypeAliasDeclaration" ? child(alias, "typeAnnotation") : undefined;
    if (!alias || !meant || child(alias, "typeParameters")) break;
    at = meant;
  }
  return at;
}
