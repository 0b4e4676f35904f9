import { freeNames, namesOf } from "#core/syntax/freeNames.ts";
import { child, isNode, nameOf, nodesOf, spanOf, type Node } from "#core/syntax/node.ts";
import { passThrough } from "#core/syntax/passThrough.ts";
import type { Tree } from "#core/syntax/tree.ts";
import type { Span, TextEdit } from "#core/text/textEdit.ts";

/** A const at the top of a module. */
interface Held {
  readonly id: Node;
  readonly init: Node;
}

/**
 * The exported consts that are changed by edits, that of the machine left aside: other files may use them, too. Such a one is changed
 * where an edit is written in it, or in a const that it takes its value from.
 */
export function exportedAround(
  { program }: Tree,
  edits: readonly TextEdit[],
  config: Span | undefined,
): { readonly name: string; readonly at: Span }[] {
  const isIn = ({ start, end }: Node, { from, to }: Span) => start <= from && to <= end;
  const all = topConsts(program).filter(({ init }) => !config || !isIn(init, config));
  const changed = new Set(all.filter(({ init }) => edits.some((edit) => isIn(init, edit))));
  if (changed.size === 0) return [];
  // What a call makes, as a setup, is not what was written in it.
  const ways = [...changed].filter(({ init }) => IS_VALUE.test(passThrough(init).type));
  for (let next = ways.pop(); next; next = ways.pop()) {
    const name = nameOf(next.id);
    for (const holder of all)
      if (!changed.has(holder) && namesOf(freeNames(holder.init, { atOnce: true })).has(name)) {
        changed.add(holder);
        ways.push(holder);
      }
  }
  const exported = exportedNames(program);
  return all
    .filter((holder) => changed.has(holder) && exported.has(nameOf(holder.id)))
    .map(({ id }) => ({ name: nameOf(id), at: spanOf(id) }));
}

const IS_VALUE = /^(?:Object|Array)Expression$|Literal$/;

function topConsts(program: Node): Held[] {
  return nodesOf(program["body"]).flatMap((statement) => {
    const declaration =
      statement.type === "ExportNamedDeclaration" ? child(statement, "declaration") : statement;
    return nodesOf(declaration?.["declarations"]).flatMap((node) => {
      const id = child(node, "id");
      const init = child(node, "init");
      return id?.type === "Identifier" && init ? [{ id, init }] : [];
    });
  });
}

/** The names of the module that it exports, by a declaration, a list or as its default. */
function exportedNames(program: Node): Set<string> {
  const names = new Set<string>();
  for (const statement of nodesOf(program["body"])) {
    const { declaration } = statement;
    if (statement.type === "ExportDefaultDeclaration" && isNode(declaration)) names.add(nameOf(declaration));
    if (statement.type !== "ExportNamedDeclaration" || child(statement, "source")) continue;
    for (const node of nodesOf(child(statement, "declaration")?.["declarations"]))
      names.add(nameOf(child(node, "id")));
    for (const node of nodesOf(statement["specifiers"])) names.add(nameOf(child(node, "local")));
  }
  return names;
}
