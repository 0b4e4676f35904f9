import { unwrap, type Expression, type ObjectExpression } from "#core/syntax/ast.ts";
import { effective } from "#core/syntax/entries.ts";
import { parts, resolve, staticText, type StaticText } from "#core/syntax/resolve.ts";
import type { Value } from "#core/syntax/scope.ts";

/** The name that a machine's `id` is taken from, such as a parameter of the function that makes it; undefined when it is known. */
export function idNameOf(config: Value & { readonly node: ObjectExpression }): string | undefined {
  const value = effective(parts(config)).get("id")?.value;
  if (!value || value.via || staticText(value)) return undefined;
  const node = unwrap(value.node);
  return node.type === "Identifier" && node.name !== "undefined" ? node.name : undefined;
}

/**
 * The text of a target as far as it can be known without running. Where the machine's id is taken from a name, `#${name}.path`
 * means `#(machine).path`, as XState calls a machine without an id.
 */
export function targetWords(item: Value, idName: string | undefined): StaticText | undefined {
  const known = staticText(item);
  if (known && (known.literal || known.value.node.type !== "TemplateLiteral")) return known;
  const value = resolve(item);
  const { node, shared } = value;
  if (node.type !== "TemplateLiteral") return known;
  const [head, tail, more] = node.quasis.map((quasi) => quasi.value.cooked ?? quasi.value.raw);
  const hole = node.expressions[0] as Expression | undefined;
  if (head !== "#" || tail === undefined || more !== undefined || !/^(\.|$)/.test(tail)) return known;
  // The id by the name of a const: the path behind it is written here.
  if (known) return { ...known, literal: !shared };
  if (hole?.type !== "Identifier" || hole.name !== idName) return undefined;
  return { text: `#(machine)${tail}`, literal: !shared, value };
}
