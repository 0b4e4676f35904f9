import { XStateNames } from "#core/import/xstate4/xstateNames.ts";
import type { ImportReport, ImportReason, ImportFacts } from "#core/import/importReport.ts";
import { child, nameOf, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";
import type { Tree } from "#core/syntax/tree.ts";
import { lineColumn } from "#core/text/lines.ts";
import { applyEdits, type TextEdit } from "#core/text/textEdit.ts";

const MACHINE = /^(?:Machine|createMachine)$/;

/** Characters of white space that are looked through beside what is taken out. */
const MAX_GAP = 400;

/** A module of XState 4 while it becomes one of XState 5: its text, what is changed in it, and what became of its elements. */
export class Rewriting {
  readonly tree: Tree;
  readonly report: ImportReport;
  /** How XState's names are called in the module. */
  readonly names: XStateNames;
  /** The types of context and events of the machine that is being rewritten, as the module names them. */
  types: { readonly context: string; readonly events?: string } = { context: "any" };
  /** What machines are given with `withConfig`, by the calls that make them. */
  readonly laterOptions = new Map<Node, readonly Node[]>();
  readonly #imports = new Set<string>();
  /** In the order of the text, of two at one place the earlier one first; none overlaps another. */
  readonly #edits: TextEdit[] = [];
  /** Nodes that were rewritten already: shared code is named in several places. */
  readonly #done = new Set<Node>();
  readonly #data = new Map<Node, string | undefined>();
  /** New keys of properties that were written as shorthands. */
  readonly #keys = new Map<Node, string>();
  #functions: ReadonlyMap<string, Node> | undefined;

  constructor(tree: Tree, report: ImportReport) {
    this.tree = tree;
    this.report = report;
    this.names = new XStateNames(tree);
  }

  /** Imports a name of XState 5, and answers with what it is called here. */
  today(name: string): string {
    const { specifier, local } = this.names.today(name);
    this.#imports.add(specifier);
    return local;
  }
  /** Keeps an import as it is written. */
  keepImport(specifier: string): void {
    this.#imports.add(specifier);
  }
  /** The specifiers of the import of XState 5, in the order of the alphabet. */
  get imports(): readonly string[] {
    return [...this.#imports].toSorted((a, b) => a.localeCompare(b));
  }

  /** Whether a node comes up for the first time. */
  first(node: Node): boolean {
    if (this.#done.has(node)) return false;
    this.#done.add(node);
    return true;
  }

  /** Whether an expression makes a machine. */
  isMachine(given: Node): boolean {
    const node = unwrap(given);
    const callee = node.type === "CallExpression" ? child(node, "callee") : undefined;
    if (!callee) return false;
    if (MACHINE.test(this.names.of(node) ?? "")) return true;
    const object = callee.type === "MemberExpression" ? child(callee, "object") : undefined;
    const name = nameOf(callee["property"]);
    if (!object || callee["computed"] === true) return false;
    if (name === "createMachine") return true;
    return /^with(?:Config|Context)$/.test(name) && this.isMachine(this.tree.resolve(object));
  }

  /** A function that the module declares with a name. */
  functionNamed(name: string): Node | undefined {
    this.#functions ??= new Map(
      this.tree.nodes
        .filter(({ type }) => type === "FunctionDeclaration")
        .map((fn) => [nameOf(child(fn, "id")), fn]),
    );
    return this.#functions.get(name);
  }

  /** The same for code that runs with an event of a kind: it is reported where it comes up with another kind and reads its data. */
  firstWith(node: Node, data: string | undefined): boolean {
    if (this.first(node)) {
      this.#data.set(node, data);
      return true;
    }
    if (this.#data.get(node) !== data && /\bdata\b/.test(this.source(node)))
      this.leftOut("event.data", node, "event-data");
    return false;
  }
  /** Whether a node came up. */
  seen(node: Node | undefined): boolean {
    return node !== undefined && this.#done.has(node);
  }

  source(node: Node): string {
    return this.tree.text.slice(node.start, node.end);
  }
  /** A stretch as it reads now. */
  print({ start, end }: Pick<Node, "start" | "end">): string {
    const inner = this.#edits
      .slice(...this.#within(start, end))
      .filter(({ to }) => to <= end)
      .map(({ from, to, insert }) => ({ from: from - start, to: to - start, insert }));
    return applyEdits(this.tree.text.slice(start, end), inner);
  }
  /** Puts a text in the place of a stretch; what was changed within it is part of what is put there, or lost. */
  replace({ start, end }: Pick<Node, "start" | "end">, insert: string): void {
    const [first, last] = this.#within(start, end);
    const others = this.#edits.slice(first, last).filter(({ to }) => to > end);
    this.#edits.splice(first, last - first, { from: start, to: end, insert }, ...others);
  }
  insert(at: number, insert: string): void {
    const [first, last] = this.#within(at, at);
    const behind = this.#edits.slice(first, last).findIndex(({ to }) => to > at);
    this.#edits.splice(behind < 0 ? last : first + behind, 0, { from: at, to: at, insert });
  }
  /** The first edit that begins in a stretch, and the one behind the last that does. */
  #within(start: number, end: number): [number, number] {
    return [this.#firstFrom(start), this.#firstFrom(end + 1)];
  }
  #firstFrom(offset: number): number {
    let [low, high] = [0, this.#edits.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#edits[middle]!.from < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  /** Takes a property or statement out, with the comma behind it and the rest of its line, or the comma in front of the last one. */
  remove(node: Node): void {
    const { text } = this.tree;
    const behind = /^\s*[,;]?(?:[ \t]*\n[ \t]*)?/.exec(text.slice(node.end, node.end + MAX_GAP))?.[0] ?? "";
    const before = /,\s*$/.exec(text.slice(Math.max(0, node.start - MAX_GAP), node.start))?.[0] ?? "";
    const comma = node.start - before.length;
    const neighbour = this.#edits[this.#firstFrom(node.start) - 1];
    // The comma may have gone with the property in front of it.
    const isLast = !/[,;]/.test(behind) && before !== "" && (neighbour?.to ?? 0) <= comma;
    const end = isLast ? node.end : node.end + (/[,;\n]/.test(behind) ? behind.length : 0);
    this.replace({ start: isLast ? comma : node.start, end }, "");
  }
  /** Gives a property another key; a value that is replaced is replaced after this. */
  renameKey(property: Node, name: string): void {
    if (property["shorthand"] === true) {
      this.#keys.set(property, name);
      this.replace(property, `${name}: ${this.source(property)}`);
    } else this.replace(property["key"] as Node, name);
  }
  /** Puts code in the place of a value, which may be the shorthand for a property. */
  replaceValue(node: Node, code: string): void {
    const parent = this.tree.parentOf(node);
    const isShorthand = parent?.type === "ObjectProperty" && parent["shorthand"] === true;
    if (isShorthand) this.replace(parent, `${this.#keys.get(parent) ?? this.source(node)}: ${code}`);
    else this.replace(node, code);
  }
  /** The comments of a stretch that holds no code but punctuation. */
  comments(start: number, end: number): string {
    const found = this.tree.text.slice(start, end).match(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g) ?? [];
    return found.map((comment) => `${comment}${comment.startsWith("//") ? "\n" : " "}`).join("");
  }
  /** Adds a property in front of the others of an object literal. */
  addProperty(object: Node, code: string): void {
    const [first] = nodesOf(object["properties"]);
    const gap = first ? this.tree.text.slice(object.start + 1, first.start) : "";
    const isOwnLine = gap.trim() === "" && gap.includes("\n");
    const indent = isOwnLine ? gap.slice(gap.lastIndexOf("\n") + 1) : undefined;
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
    return this.#edits;
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
