import type { ImportReport, ImportReason, ImportFacts } from "#core/import/importReport.ts";
import { nodesOf, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";
import type { Tree } from "#core/syntax/tree.ts";
import { lineColumn } from "#core/text/lines.ts";
import { applyEdits, sortEdits, type TextEdit } from "#core/text/textEdit.ts";

/** Names of XState 5 that the written module takes. */
type XStateName = "setup" | (string & {});

/** Characters of white space that are looked through beside what is taken out. */
const MAX_GAP = 400;

/** A module of XState 4 while it becomes one of XState 5: its text, what is changed in it, and what became of its elements. */
export class Rewriting {
  readonly tree: Tree;
  readonly report: ImportReport;
  readonly imports = new Set<XStateName>(["setup"]);
  #edits: TextEdit[] = [];
  /** Nodes that were rewritten already: shared code is named in several places. */
  readonly #done = new Set<Node>();

  constructor(tree: Tree, report: ImportReport) {
    this.tree = tree;
    this.report = report;
  }

  /** Whether a node comes up for the first time. */
  first(node: Node): boolean {
    if (this.#done.has(node)) return false;
    this.#done.add(node);
    return true;
  }

  source(node: Node): string {
    return this.tree.text.slice(node.start, node.end);
  }
  /** A stretch as it reads now. */
  print({ start, end }: Pick<Node, "start" | "end">): string {
    const inner = this.#edits
      .filter(({ from, to }) => from >= start && to <= end)
      .map(({ from, to, insert }) => ({ from: from - start, to: to - start, insert }));
    return applyEdits(this.tree.text.slice(start, end), sortEdits(inner));
  }
  /** Puts a text in the place of a stretch; what was changed within it is part of what is put there, or lost. */
  replace({ start, end }: Pick<Node, "start" | "end">, insert: string): void {
    this.#edits = this.#edits.filter(({ from, to }) => from < start || to > end);
    this.#edits.push({ from: start, to: end, insert });
  }
  insert(at: number, insert: string): void {
    this.#edits.push({ from: at, to: at, insert });
  }
  /** Takes a property or statement out, with the comma behind it and the rest of its line, or the comma in front of the last one. */
  remove(node: Node): void {
    const { text } = this.tree;
    const behind = /^\s*[,;]?(?:[ \t]*\n[ \t]*)?/.exec(text.slice(node.end, node.end + MAX_GAP))?.[0] ?? "";
    const before = /,\s*$/.exec(text.slice(Math.max(0, node.start - MAX_GAP), node.start))?.[0] ?? "";
    const isLast = !behind.includes(",") && before !== "";
    const end = isLast ? node.end : node.end + behind.length;
    this.replace({ start: node.start - (isLast ? before.length : 0), end }, "");
  }
  renameKey(property: Node, name: string): void {
    const key = property["key"] as Node;
    if (property["shorthand"] === true) this.insert(key.start, `${name}: `);
    else this.replace(key, name);
  }
  /** Adds a property in front of the others of an object literal. */
  addProperty(object: Node, code: string): void {
    const [first] = nodesOf(object["properties"]);
    const indent = first && /^\s*\n(\s*)$/.exec(this.tree.text.slice(object.start + 1, first.start))?.[1];
    const lead = indent === undefined ? " " : `\n${indent}`;
    this.insert(object.start + 1, `${lead}${code}${first ? "," : " "}`);
  }

  taken(element: string, node: Node): void {
    this.report.taken(element, this.#place(node));
  }
  changed(element: string, node: Node, why: ImportReason, facts?: ImportFacts): void {
    this.report.changed(element, this.#place(node), why, facts);
  }
  leftOut(element: string, node: Node, why: ImportReason, facts?: ImportFacts): void {
    this.report.leftOut(element, this.#place(node), why, facts);
  }
  #place({ start }: Node) {
    return lineColumn(this.tree.text, start);
  }
  /** The edits that are left, of the whole text. */
  get edits(): readonly TextEdit[] {
    return sortEdits(this.#edits);
  }
}

/** The properties of an object literal by name; spreads and computed keys are left out. */
export function propertiesOf(object: Node): Map<string, Node> {
  const properties = new Map<string, Node>();
  for (const property of nodesOf(object["properties"])) {
    const name = keyName(property);
    if (name !== undefined) properties.set(name, property);
  }
  return properties;
}
