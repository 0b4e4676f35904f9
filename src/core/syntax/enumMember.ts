import type { EnumDeclaration, Expression } from "#core/syntax/ast.ts";
import type { Binding, Scope, Value, Within } from "#core/syntax/scope.ts";

/** The value of a member of an enum: what is written for it, or the number that it counts on to. */
export function enumMember(
  { declaration, scope }: Extract<Binding, { kind: "enum" }>,
  name: string,
  via: Pick<Within, "via">,
): Value | undefined {
  const members = declaration.body?.members ?? declaration.members;
  const index = members.findIndex((member) => memberKey(member) === name);
  const member = members[index];
  if (!member) return undefined;
  if (member.initializer)
    return { node: member.initializer, scope: inEnum(members, scope), shared: true, ...via };
  // Without a value it counts on from the number before it.
  const last = members.slice(0, index).findLastIndex((m) => m.initializer);
  const base = last < 0 ? -1 : numberOf(members[last]?.initializer);
  if (base === undefined) return undefined;
  const value = base + index - Math.max(last, 0) + (last < 0 ? 1 : 0);
  const node = { type: "NumericLiteral", value, start: member.start, end: member.end } as Expression;
  return { node, scope, shared: true, ...via };
}

type EnumMember = EnumDeclaration["members"][number];
const memberKey = ({ id }: EnumMember): string => (id.type === "Identifier" ? id.name : id.value);

/** In an enum its members have their bare names. */
function inEnum(members: readonly EnumMember[], outer: Scope): Scope {
  const names = new Map<string, Binding>();
  const scope = { names, outer };
  for (const member of members)
    names.set(
      memberKey(member),
      member.initializer ? { kind: "const", init: member.initializer, scope } : { kind: "unknown" },
    );
  return scope;
}

const numberOf = (node: Expression | null | undefined): number | undefined =>
  node?.type === "NumericLiteral" ? node.value : undefined;
