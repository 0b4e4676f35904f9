import { child, nodesOf, spanOf, type Node } from "#core/syntax/node.ts";
import type { Tree } from "#core/syntax/tree.ts";
import type { Span, TextEdit } from "#core/text/textEdit.ts";

/** The exported consts inside which something is written, that of the machine left aside: other files may use them, too. */
export function exportedAround(
  { program }: Tree,
  edits: readonly TextEdit[],
  config: Span | undefined,
): { readonly name: string; readonly at: Span }[] {
  const isIn = ({ start, end }: Node, { from, to }: Span) => start <= from && to <= end;
  return nodesOf(program["body"]).flatMap((statement) => {
    const declaration =
      statement.type === "ExportNamedDeclaration" ? child(statement, "declaration") : undefined;
    return nodesOf(declaration?.["declarations"]).flatMap((one) => {
      const id = child(one, "id");
      const init = child(one, "init");
      if (id?.type !== "Identifier" || !init || (config && isIn(init, config))) return [];
      return edits.some((edit) => isIn(init, edit)) ? [{ name: String(id["name"]), at: spanOf(id) }] : [];
    });
  });
}
