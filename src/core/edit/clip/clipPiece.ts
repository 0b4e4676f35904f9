import { freshTree, type Tree } from "#core/syntax/tree.ts";
import { applyEdits, type TextEdit } from "#core/text/textEdit.ts";
import { commaList, type CommaItem, type NewItem } from "#core/edit/pen/commaList.ts";
import { joinEdits } from "#core/edit/joinEdits.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { FileStyle } from "#core/edit/pen/fileStyle.ts";
import { verbatimSpans, tailComments } from "#core/edit/pen/reindent.ts";
import { child, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";

/** Code that is to be written, as an item of an object literal of its own: it can be looked into and changed like a module. */
export interface Piece {
  readonly text: string;
  readonly tree: Tree;
  /** The only property of the object. */
  readonly property: Node;
  readonly item: CommaItem;
}

/** Reads `key: value` with its comments; undefined when that is not what the text is. */
export function pieceOf(body: string): Piece | undefined {
  const text = `({\n${body}\n})`;
  const tree = freshTree(text);
  const statements = tree ? nodesOf(tree.program["body"]) : [];
  const outer = statements[0] && child(statements[0], "expression");
  const object = outer && unwrap(outer);
  if (!tree || statements.length !== 1 || object?.type !== "ObjectExpression") return undefined;
  const list = commaList(text, object);
  const item = list?.items[0];
  return item && list.items.length === 1 && item.node.type !== "SpreadElement"
    ? { text, tree, property: item.node, item }
    : undefined;
}

/**
 * The piece, changed by edits to it, as an item for a list of another file: indented for its place and in the file's steps.
 * @param unit one step of indentation in the piece
 */
export function pieceItem(piece: Piece, edits: readonly TextEdit[], unit: string, style: FileStyle): NewItem {
  const { text, item } = piece;
  const print = (from: number, to: number, indent: string) => {
    const inside = [...edits, ...lineEdits(piece, from, to, unit, style.unit, indent)].filter(
      (edit) => edit.from >= from && edit.to <= to,
    );
    const all = joinEdits(inside) ?? refuse("cannot-edit-here");
    const moved = all.map((edit) => ({ ...edit, from: edit.from - from, to: edit.to - from }));
    return applyEdits(text.slice(from, to), moved).replaceAll("\n", style.eol);
  };
  const tail = tailComments(text.slice(item.to, item.tail), item.comma - item.to);
  return {
    code: ({ indent }) => print(item.lead, item.to, indent),
    ...(tail === "" ? {} : { tail }),
    ownLine: item.lineTail || text.slice(item.lead, item.from).includes("\n"),
  };
}

/** Edits that give the lines after the first their new indent; what stands in templates is left as it is. */
function lineEdits(
  { text, tree }: Piece,
  from: number,
  to: number,
  old: string,
  unit: string,
  indent: string,
): TextEdit[] {
  const fixedSpans = verbatimSpans(tree, { from, to });
  const edits: TextEdit[] = [];
  for (
    let newline = text.indexOf("\n", from);
    newline >= 0 && newline < to;
    newline = text.indexOf("\n", newline + 1)
  ) {
    const start = newline + 1;
    const white = /^[ \t]*/.exec(text.slice(start))?.[0] ?? "";
    if (
      text[start + white.length] === "\n" ||
      fixedSpans.some((span) => span.from < start && start <= span.to)
    )
      continue;
    const steps = old === "" ? 0 : countSteps(white, old);
    const insert = indent + unit.repeat(steps) + white.slice(steps * old.length);
    edits.push({ from: start, to: start + white.length, insert });
  }
  return edits;
}

function countSteps(white: string, unit: string): number {
  let steps = 0;
  while (white.startsWith(unit, steps * unit.length)) steps++;
  return steps;
}
