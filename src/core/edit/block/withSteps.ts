import type { Block, StatesParameter } from "#core/edit/block/block.ts";
import { keyText, quoteText } from "#core/edit/pen/codeText.ts";
import { keyFault } from "#core/edit/gestures/stateKeys.ts";
import { refuse } from "#core/edit/refuse.ts";
import { nodesOf, spanOf, stringOf, walk, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";
import { freshTree } from "#core/syntax/tree.ts";
import { applyEdits, sortEdits, type TextEdit } from "#core/text/textEdit.ts";

/** More states in a row would be no phase that anybody reads. */
const MAX_STEPS = 30;

/**
 * A block whose states in a row are as many as a person named: each is what the first one of its own game is, and leads to the next.
 * @param given names with commas between them; the block as it is where there are none
 */
export function withSteps(block: Block, { name, value, in: parent }: StatesParameter, given: string): Block {
  const names = stepNames(given);
  if (names.length === 0) return block;
  const { row, after } = rowOf(block.machine, value);
  for (const key of names) {
    const fault = keyFault(key);
    if (fault) refuse("key-invalid", undefined, { key, fault });
  }
  const taken = keyName(after) ?? "";
  if (names.length > MAX_STEPS || new Set([...names, taken]).size <= names.length)
    refuse("block-steps", undefined, { name, value: given, taken, max: String(MAX_STEPS) });

  const [first, last] = [row[0], row.at(-1)];
  if (!first || !last) throw new Error(`The block ${block.manifest.id} has no states in a row`);
  const edits: TextEdit[] = [
    {
      from: first.start,
      to: last.end,
      insert: names
        .map((item, i) => stepCode(block.machine, first, value, item, names[i + 1] ?? taken))
        .join(`,\n${indentOf(block.machine, first)}`),
    },
  ];
  // What leads into the row, as `initial` does.
  walk(freshTree(block.machine)?.program ?? first, (node) => {
    const isInRow = first.start <= node.start && node.end <= last.end;
    if (node.type === "StringLiteral" && !isInRow && stringOf(node) === value[0])
      edits.push({ ...spanOf(node), insert: quoteText(names[0] ?? "", '"') });
  });
  const gone = new Set(
    value.filter((item) => !names.includes(item)).map((item) => `state:${[...parent, item].join(".")}`),
  );
  const labels = Object.entries(block.labels).map(([locale, all]) => [
    locale,
    Object.fromEntries(Object.entries(all).filter(([key]) => !gone.has(key))),
  ]);
  return {
    ...block,
    machine: applyEdits(block.machine, sortEdits(edits)),
    labels: Object.fromEntries(labels) as Block["labels"],
  };
}

/** What stands before a node on its line. */
const indentOf = (text: string, { start }: Node): string =>
  text.slice(text.lastIndexOf("\n", start) + 1, start);

const stepNames = (given: string): readonly string[] =>
  given
    .split(/[,，、]/)
    .map((item) => item.trim())
    .filter((item) => item !== "");

/** The states with these names, one after the other, and the one behind them. */
function rowOf(
  text: string,
  names: readonly string[],
): { readonly row: readonly Node[]; readonly after: Node } {
  for (const node of freshTree(text)?.nodes ?? []) {
    const states = node.type === "ObjectExpression" ? nodesOf(node["properties"]) : [];
    const from = states.findIndex((item) => keyName(item) === names[0]);
    const row = states.slice(from, from + names.length);
    const after = states[from + names.length];
    if (from >= 0 && after && row.every((item, i) => keyName(item) === names[i])) return { row, after };
  }
  throw new Error(`A block has no states ${names.join(", ")} in a row:\n${text}`);
}

/** The first state of a row under another name, and leading to another one than the second. */
function stepCode(text: string, first: Node, names: readonly string[], key: string, next: string): string {
  const edits: TextEdit[] = [];
  const keyNode = first["key"] as Node;
  edits.push({ ...spanOf(keyNode), insert: keyText(key, '"') });
  walk(first, (node) => {
    if (node.type === "StringLiteral" && stringOf(node) === names[1])
      edits.push({ ...spanOf(node), insert: quoteText(next, '"') });
  });
  const inside = edits.map(({ from, to, insert }) => ({
    from: from - first.start,
    to: to - first.start,
    insert,
  }));
  return applyEdits(text.slice(first.start, first.end), sortEdits(inside));
}
