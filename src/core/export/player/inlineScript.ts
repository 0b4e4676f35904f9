import { nodesOf, walk, type Node } from "#core/syntax/node.ts";
import { freshTree } from "#core/syntax/tree.ts";

/** What HTML ends a script with, or takes for the beginning of a comment in which the end does not count. */
const MARKUP = /<(?=\/script|!--|script)/gi;
/** Literals, in which a character may be written by its number. */
const LITERALS = new Set(["StringLiteral", "DirectiveLiteral", "TemplateElement", "RegExpLiteral"]);

/**
 * JavaScript as it may stand in a `<script>` element, with the same meaning. In a literal the `<` of `</script` and of `<!--` is written as
 * `\x3C`; elsewhere, where `x<!--y` compares and a comment only says it, a space goes in between.
 * @throws Error for a tagged template with such a text, whose tag would see how it is written, and for code that cannot be parsed and has one
 */
export function inlineScript(code: string): string {
  if (code.search(MARKUP) < 0) return code;
  const tree = freshTree(code);
  if (!tree) throw new Error("a module that cannot be parsed has </script or <!-- in it");
  const literals: Node[] = [];
  const tagged = new Set<Node>();
  walk(tree.program, (node) => {
    if (LITERALS.has(node.type)) literals.push(node);
    if (node.type === "TaggedTemplateExpression")
      for (const part of nodesOf((node["quasi"] as Node)["quasis"])) tagged.add(part);
  });
  return code.replaceAll(MARKUP, (sign, at: number) => {
    const literal = literals.find(({ start, end }) => start <= at && at < end);
    if (!literal) return `${sign} `;
    if (tagged.has(literal))
      throw new Error(`its module has a tagged template with ${code.slice(at, at + 8)} in it`);
    return String.raw`\x3C`;
  });
}

/** A value as it may stand in a `<script type="application/json">`: JSON without the sign that begins markup. */
export const inlineJson = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll("<", String.raw`\u003c`)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);
