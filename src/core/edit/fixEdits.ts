import { parseAlone } from "#core/syntax/parse.ts";
import { treeOf } from "#core/syntax/tree.ts";
import { ofLastText } from "#core/text/ofLastText.ts";
import type { FixStep } from "#core/diagnostic/fix.ts";
import type { Span, TextEdit } from "#core/text/textEdit.ts";
import { keyLike, property, quoteLike } from "#core/edit/pen/codeText.ts";
import { commaList, insertItems, removeItems } from "#core/edit/pen/commaList.ts";
import { joinEdits } from "#core/edit/joinEdits.ts";
import { fileStyle } from "#core/edit/pen/fileStyle.ts";
import { indexFor } from "#core/edit/pen/properties.ts";
import { nodesOf, type Node, walk } from "#core/syntax/node.ts";
import { importedList, importEdits } from "#core/edit/pen/xstateImports.ts";
import { addAll } from "#core/text/addAll.ts";

/**
 * The edits that carry out the steps of a fix on a text, a module or JSON; undefined when the text is not what the steps were
 * computed for.
 */
export function fixEdits(text: string, steps: readonly FixStep[], json: boolean): TextEdit[] | undefined {
  const source = sourceOf(text, json);
  if (!source) return undefined;
  const edits: TextEdit[] = [];
  const names: string[] = [];
  const gone = new Map<Node, Set<Node>>();
  for (const step of steps) {
    if (step.kind === "word") edits.push({ ...step.at, insert: wordAt(text, step.at, step.to, json) });
    else if (step.kind === "code") edits.push({ ...step.at, insert: step.code });
    else if (step.kind === "import") names.push(step.name);
    else if (step.kind === "add") {
      const object = source.objects.get(step.object);
      const list = object && commaList(text, object);
      if (!object || !list) return undefined;
      const style = fileStyle(text);
      const index = indexFor(nodesOf(object["properties"]), step.of, step.name);
      const item = {
        code: (place: { indent: string; oneLine: boolean }) => property(step.name, step.code, style, place),
      };
      edits.push(...insertItems(text, list, index, [item], style));
    } else {
      const listItem = heldAt(text, source.root, step.at);
      if (!listItem) return undefined;
      gone.set(listItem.list, (gone.get(listItem.list) ?? new Set()).add(listItem.item));
    }
  }
  for (const [holder, items] of gone) {
    const list = commaList(text, holder);
    if (!list) return undefined;
    addAll(edits, removeItems(text, list, items));
  }
  if (names.length > 0 && source.program)
    edits.push(...importEdits(text, source.program, names, fileStyle(text)));
  return joinEdits(edits.filter((edit) => text.slice(edit.from, edit.to) !== edit.insert));
}

/** A word in the manner of the one that is there: its quotes stay, a bare key gets some when it needs them. */
function wordAt(text: string, at: Span, to: string, json: boolean): string {
  if (json) return JSON.stringify(to);
  const old = text.slice(at.from, at.to);
  const style = fileStyle(text);
  return /^["'`]/.test(old) ? quoteLike(old, to, style) : keyLike(old, to, style.quote);
}

interface Source {
  /** Of a module; JSON imports nothing. */
  readonly program?: Node;
  readonly root: Node;
  readonly objects: ReadonlyMap<number, Node>;
}

function sourceOf(text: string, json: boolean): Source | undefined {
  if (!json) {
    const tree = treeOf(text);
    return tree && { ...tree, root: tree.program };
  }
  return jsonSource(text);
}

/** Each fix of a file asks for the same text. */
const jsonSource = ofLastText((text): Source | undefined => {
  const root = parseAlone(text) as Node | undefined;
  if (!root) return undefined;
  const objects = new Map<number, Node>();
  walk(root, (node) => void (node.type === "ObjectExpression" && objects.set(node.start, node)));
  return { root, objects };
});

/** The item of a list that stands at a place exactly, with the literal (or the braces of an import) that holds it. */
function heldAt(text: string, root: Node, at: Span): { list: Node; item: Node } | undefined {
  let listItem: { list: Node; item: Node } | undefined;
  walk(root, (node) => {
    if (listItem || node.end < at.to || node.start > at.from) return false;
    const list = node.type === "ImportDeclaration" ? importedList(text, node)?.node : node;
    const item = nodesOf(list?.["properties"] ?? list?.["elements"]).find(
      (entry) => entry.start === at.from && entry.end === at.to,
    );
    if (list && item) listItem = { list, item };
    return undefined;
  });
  return listItem;
}
