import { nodesOf, walk, type Node } from "#core/syntax/node.ts";
import { freshTree } from "#core/syntax/tree.ts";

/** What HTML ends a script with, or takes for the beginning of a comment in which the end does not count. */
const MARKUP = /<(?=\/script|!--|script)/gi;
/** Literals, in which a character may be written by its number. */
const LITERALS = new Set(["StringLiteral", "DirectiveLiteral", "TemplateElement", "RegExpLiteral"]);

/**
 * JavaScript as it may stand in a `<script>` element, with the same meaning. In a literal the `<` of `</script` and of `<!--` is written as
 * `\x3C`, the backslash that may stand before it included; elsewhere, where `x<!--y` compares and a comment only says it, a space goes in
 * between. (`-->` begins a comment at the beginning of a line only, where no module has it.)
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
  let [inline, end] = ["", 0];
  for (const { index: at } of code.matchAll(MARKUP)) {
    const literal = literals.find((node) => node.start <= at && at < node.end);
    const after = at + 1;
    if (!literal) inline += `${code.slice(end, after)} `;
    else if (tagged.has(literal))
      throw new Error(`its module has a tagged template with ${code.slice(at, at + 8)} in it`);
    // Of `\<` the backslash only says that `<` is meant.
    else inline += `${code.slice(end, at - (backslashesBefore(code, at) % 2))}\\x3C`;
    end = after;
  }
  return inline + code.slice(end);
}

function backslashesBefore(text: string, at: number): number {
  let count = 0;
  while (text[at - 1 - count] === "\\") count++;
  return count;
}

/** A value as it may stand in a `<script type="application/json">`: JSON without the sign that begins markup. */
export const inlineJson = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll("<", String.raw`\u003c`)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);
