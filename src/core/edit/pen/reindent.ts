import { type Tree } from "#core/syntax/tree.ts";
import { applyEdits, type Span, type TextEdit } from "#core/text/textEdit.ts";
import type { NewItem } from "#core/edit/pen/commaList.ts";
import { joinEdits } from "#core/edit/joinEdits.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { lineIndent } from "#core/edit/pen/fileStyle.ts";
import { type Node, walk } from "#core/syntax/node.ts";

/** Edits that give the lines after the first another indent; what stands in templates and long strings is left as it is. */
export function reindentEdits(text: string, tree: Tree, span: Span, from: string, to: string): TextEdit[] {
  if (from === to) return [];
  const fixedSpans = verbatimSpans(tree, span);
  const edits: TextEdit[] = [];
  for (let newline = text.indexOf("\n", span.from); newline >= 0 && newline < span.to;) {
    const start = newline + 1;
    newline = text.indexOf("\n", start);
    const blank = /^[ \t]*\r?\n/.test(text.slice(start, newline + 1));
    if (
      blank ||
      !text.startsWith(from, start) ||
      fixedSpans.some((item) => item.from < start && start <= item.to)
    )
      continue;
    edits.push({ from: start, to: start + from.length, insert: to });
  }
  return edits;
}

/** Code that stands nowhere yet, with another indent of the lines after the first; code with texts that go over several lines stays as it is. */
export const reindentCode = (code: string, from: string, to: string): string =>
  from === to || /`|\\\r?\n/.test(code) ? code : code.replaceAll(`\n${from}`, `\n${to}`);

/** Literals that go over several lines. */
export function verbatimSpans(tree: Tree, span: Span): Span[] {
  const spans: Span[] = [];
  walk(tree.program, (node) => {
    if (node.end <= span.from || node.start >= span.to) return false;
    if (node.type === "TemplateElement" || node.type === "StringLiteral")
      spans.push({ from: node.start, to: node.end });
  });
  return spans;
}

/** What is known of an item that is taken from its list to be put elsewhere. */
export interface Moved {
  readonly list: Node;
  readonly item: Node;
  /** What is kept of the item itself; the whole of it by default. */
  readonly body?: Span;
  /** Edits to it, when they are not among those of the draft. */
  readonly edits?: readonly TextEdit[];
}

/** An item with its comments for another place, with those of the planned edits that lie inside it. */
export function movedItem(draft: Draft, moved: Moved): NewItem {
  const { text, tree } = draft;
  const listItem = draft.list(moved.list).items.find(({ node }) => node === moved.item);
  const whole = { from: moved.item.start, to: moved.item.end };
  const body = moved.body ?? whole;
  const lead = { from: listItem?.lead ?? whole.from, to: whole.from };
  const tail = listItem
    ? tailComments(text.slice(listItem.to, listItem.tail), listItem.comma - listItem.to)
    : "";
  const inner = (moved.edits ?? draft.edits).filter((edit) => edit.from >= body.from && edit.to <= body.to);
  const old = lineIndent(text, lead.from);
  const part = (span: Span, indent: string, edits: readonly TextEdit[]) =>
    applyEdits(
      text.slice(span.from, span.to),
      (
        joinEdits([...edits, ...reindentEdits(text, tree, span, old, indent)]) ??
        refuse("cannot-edit-here", span)
      ).map((edit) => ({
        ...edit,
        from: edit.from - span.from,
        to: edit.to - span.from,
      })),
    );
  return {
    code: ({ indent, head = "" }) => part(lead, indent, []) + head + part(body, indent, inner),
    ...(tail === "" ? {} : { tail }),
    ownLine: listItem?.lineTail === true || text.slice(lead.from, lead.to).includes("\n"),
  };
}

/** The comments between an item and the end of its tail, the comma left out. */
export const tailComments = (between: string, comma: number): string =>
  (comma >= 0 ? between.slice(0, comma) + between.slice(comma + 1) : between).trim();
