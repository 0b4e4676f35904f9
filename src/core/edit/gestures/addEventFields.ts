import { args, list, string } from "#core/edit/argShape.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import type { Draft } from "#core/edit/draft.ts";
import { bareName, eventField, fieldCode } from "#core/edit/gestures/eventField.ts";
import { quoteText } from "#core/edit/pen/codeText.ts";
import { addTypeMember, aliased, bracesOf } from "#core/edit/pen/typeMembers.ts";
import { refuse } from "#core/edit/refuse.ts";
import { eventsType } from "#core/symbol/declaredTypes.ts";
import { machineCode } from "#core/symbol/machineCode.ts";
import { child, nodesOf, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";

/**
 * Gives an event that the types have more fields. Where it shares its type with others (`type: "A" | "B"`), it gets one of its own with
 * all that it carried, and the others keep theirs.
 */
export const addEventFields = defineCommand(
  "event.addFields",
  args({
    name: string("event", { minLength: 1 }),
    fields: list(eventField, { minItems: 1 }),
  }),
  (draft, { name, fields }) => {
    const { chart } = draft;
    const event = chart.events?.find(({ type }) => type === name);
    if (!event) refuse("symbol-not-found", chart.callAt, { name });
    const known = new Set(event.fields.map((field) => field.name));
    const taken = fields.find((field) => known.has(bareName(field)));
    if (taken) refuse("name-taken", chart.callAt, { key: taken.name.trim() });
    const members = fields.map((field) => fieldCode(draft, field, fields)).join("; ");
    const declared = eventsType(draft.tree, chart, machineCode(chart, draft.tree));
    const branches = branchesOf(draft, declared).flatMap((branch) => {
      const written = typeOf(draft, branch);
      return written && namesIn(written).includes(name) ? [{ branch, written }] : [];
    });
    const [onlyBranch] = branches;
    // Of an event that is declared twice nobody knows which one is meant.
    if (!onlyBranch || branches.length > 1)
      refuse("not-written-here", chart.setup?.at ?? chart.callAt, { name: `type: ${name}` });
    if (onlyBranch.written.type !== "TSUnionType") addTypeMember(draft, onlyBranch.branch, members, name);
    else takeOut(draft, onlyBranch.branch, onlyBranch.written, name, members);
  },
);

/** The types that a union of events consists of, as they are written. */
function branchesOf(draft: Draft, type: Node | undefined): Node[] {
  if (!type) return [];
  const meant = aliased(draft, type);
  if (meant.type === "TSUnionType") return nodesOf(meant["types"]).flatMap((node) => branchesOf(draft, node));
  const inner = meant.type === "TSParenthesizedType" ? child(meant, "typeAnnotation") : undefined;
  return inner ? branchesOf(draft, inner) : [type];
}

/** What stands behind `type:` in the braces of an event. */
function typeOf(draft: Draft, branch: Node): Node | undefined {
  const body = bracesOf(draft, branch);
  const member = nodesOf(body?.["members"] ?? body?.["body"]).find(
    (node) => node.type === "TSPropertySignature" && keyName(node) === "type",
  );
  const annotation = member && child(member, "typeAnnotation");
  return annotation && child(annotation, "typeAnnotation");
}

/** The texts that a type of literals allows. */
function namesIn(type: Node): string[] {
  if (type.type === "TSUnionType") return nodesOf(type["types"]).flatMap(namesIn);
  const literal = type.type === "TSLiteralType" ? child(type, "literal") : undefined;
  return literal?.type === "StringLiteral" ? [String(literal["value"])] : [];
}

/** Takes one name out of a type that several events share, and puts a type of its own behind it. */
function takeOut(draft: Draft, branch: Node, written: Node, name: string, members: string): void {
  const { quote, pad } = draft.style;
  // A name or a combination may be used by more than this union.
  if (branch.type !== "TSTypeLiteral")
    refuse("not-written-here", draft.chart.callAt, { name: `type: ${name}` });
  const names = nodesOf(written["types"]);
  const at = names.findIndex((node) => namesIn(node).includes(name));
  const out = names[at];
  const [before, after] = [names[at - 1], names[at + 1]];
  if (!out) refuse("not-written-here", draft.chart.callAt, { name: `type: ${name}` });
  const others = nodesOf(branch["members"])
    .filter((node) => keyName(node) !== "type")
    .map((node) => draft.slice(node).replace(/[;,]$/, ""));
  const code = [`type: ${quoteText(name, quote)}`, ...others, members].join("; ");
  if (before) draft.edits.push({ from: before.end, to: out.end, insert: "" });
  else if (after) draft.edits.push({ from: out.start, to: after.start, insert: "" });
  draft.edits.push({ from: branch.end, to: branch.end, insert: ` | {${pad}${code}${pad}}` });
}
