import type { Draft } from "#core/edit/draft.ts";
import { lineIndent } from "#core/edit/pen/fileStyle.ts";
import { refuse } from "#core/edit/refuse.ts";
import { parseModule } from "#core/syntax/parse.ts";
import { child, nameOf, nodesOf, spanOf, type Node } from "#core/syntax/node.ts";

/** Whether a text is one type, so that it may stand behind a colon. */
export function isType(text: string): boolean {
  const before = "type T = ";
  const { file, fault, jsx } = parseModule(`${before}(${text});`, "ts");
  if (!file || fault || jsx || (file.comments ?? []).length > 0) return false;
  const [alias, ...more] = nodesOf(file.program.body);
  const type = alias?.type === "TSTypeAliasDeclaration" ? child(alias, "typeAnnotation") : undefined;
  // The brackets are those that were put around it: one of the text's own would end them before.
  return type?.type === "TSParenthesizedType" && more.length === 0 && type.start === before.length;
}

/** What a type's name stands for, when that is an alias or interface of this file without parameters. */
export function aliased({ tree }: Draft, type: Node): Node {
  let at = type;
  for (let i = 0; i < 24 && at.type === "TSTypeReference"; i++) {
    const alias = tree.typeNamed(nameOf(at["typeName"]));
    const meant = alias?.type === "TSTypeAliasDeclaration" ? child(alias, "typeAnnotation") : undefined;
    if (!alias || !meant || child(alias, "typeParameters")) break;
    at = meant;
  }
  return at;
}

/** Adds a member to an object type: to the braces, or to those that its name stands for in this file. */
export function addTypeMember(draft: Draft, type: Node, member: string, name: string): void {
  const body = bracesOf(draft, type) ?? refuse("not-written-here", spanOf(type), { name });
  const { eol, unit, pad } = draft.style;
  const last = nodesOf(body["members"] ?? body["body"]).at(-1);
  if (!last) {
    // A remark may be all that stands in the braces.
    draft.edits.push({ from: body.start + 1, to: body.start + 1, insert: `${pad}${member};${pad}` });
    return;
  }
  const mark = /[;,]$/.exec(draft.slice(last))?.[0];
  const isLines = draft.text.slice(body.start, last.start).includes("\n");
  if (!mark) draft.edits.push({ from: last.end, to: last.end, insert: ";" });
  // A remark at the end of the line belongs to what stands before it.
  const remark = isLines
    ? (/^(?:[ \t]*\/\*[^\n]*?\*\/)*[ \t]*(?:\/\/[^\r\n]*)?(?=\r?\n)/.exec(draft.text.slice(last.end))?.[0]
        .length ?? 0)
    : 0;
  const at = last.end + remark;
  const indent = isLines ? lineIndent(draft.text, last.start) : unit;
  const end = isLines || mark ? (mark ?? ";") : "";
  draft.edits.push({ from: at, to: at, insert: `${isLines ? eol + indent : " "}${member}${end}` });
}

/** The braces of an object type; of an intersection the last ones. */
export function bracesOf(draft: Draft, written: Node): Node | undefined {
  const type = aliased(draft, written);
  switch (type.type) {
    case "TSTypeLiteral":
      return type;
    case "TSParenthesizedType": {
      const inner = child(type, "typeAnnotation");
      return inner && bracesOf(draft, inner);
    }
    case "TSIntersectionType":
      return nodesOf(type["types"])
        .map((node) => bracesOf(draft, node))
        .findLast((node) => node !== undefined);
    case "TSTypeReference": {
      const declaration = draft.tree.typeNamed(nameOf(type["typeName"]));
      return declaration?.type === "TSInterfaceDeclaration" && !child(declaration, "typeParameters")
        ? child(declaration, "body")
        : undefined;
    }
    default:
      return undefined;
  }
}
