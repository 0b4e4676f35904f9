import { entryOf } from "#core/syntax/property.ts";
import { type Tree } from "#core/syntax/tree.ts";
import type { Chart, Elsewhere } from "#core/chart/chart.ts";
import type { MachineSymbol, SymbolKind, SymbolSite } from "#core/symbol/symbol.ts";
import { isNode, keyText, nameOf, nodesOf, spanOf, stringOf, unwrap, type Node } from "#core/syntax/node.ts";

/** A use of a name that is computed by code, so that no literal can be pointed at. */
export interface Unwritten extends MachineSymbol {
  /** What is written instead; undefined when even that could not be found. */
  readonly at?: SymbolSite["at"];
  readonly role: SymbolSite["role"];
  /** What holds it in another file: the property, state or transition that says the name. */
  readonly elsewhere?: Elsewhere | undefined;
}

/** A part that may hold definitions of a kind, but cannot be read: a table of a package, a spread of what a function gives. */
export interface Unread {
  readonly kind: SymbolKind;
  /** The code that stands for it. */
  readonly at: SymbolSite["at"];
  /** The module that it is imported from, when that is known. */
  readonly from?: string;
}

/** What a literal or key has to say, and the name that this is when it is another, such as a path. */
export interface Saying {
  readonly role?: SymbolSite["role"];
  readonly says?: string;
  readonly name?: string;
}

const visitKey = ({ kind, at, name }: SymbolSite): string => `${kind}:${at.from}:${name}`;

/** The sites found so far; each place of a name is kept once. */
export class SiteList {
  readonly text: string;
  readonly chart: Chart;
  readonly tree: Tree;
  readonly sites: SymbolSite[] = [];
  readonly unwritten: Unwritten[] = [];
  readonly unread: Unread[] = [];
  readonly #visited = new Set<string>();

  constructor(text: string, chart: Chart, tree: Tree) {
    this.text = text;
    this.chart = chart;
    this.tree = tree;
  }

  add(site: SymbolSite): void {
    const key = visitKey(site);
    if (this.#visited.has(key)) return;
    this.#visited.add(key);
    this.sites.push(site);
  }

  /** Adds sites, and takes them back unless they are wanted. Finding that out can be slow, so nobody is asked when none were added. */
  addWhere(isWanted: () => boolean, add: () => void): void {
    const [sites, unwritten] = [this.sites.length, this.unwritten.length];
    add();
    const isMore = this.sites.length > sites || this.unwritten.length > unwritten;
    if (!isMore || isWanted()) return;
    for (const site of this.sites.splice(sites)) this.#visited.delete(visitKey(site));
    this.unwritten.splice(unwritten);
  }

  /** A literal that says the name, in place or behind a const. False when there is none, or it says something else. */
  literal(
    kind: SymbolKind,
    node: Node | undefined,
    { role = "reference", says, name }: Saying = {},
  ): boolean {
    const resolved = node && this.tree.resolve(node);
    const text = stringOf(resolved);
    if (!resolved || text === undefined || (says !== undefined && text !== says)) return false;
    const written = spanOf(resolved);
    const at = { from: written.from + 1, to: written.to - 1 };
    this.add({ kind, name: name ?? text, at, written, form: "text", role });
    return true;
  }

  /** A literal, or an object whose `type` is one. */
  named(kind: SymbolKind, node: Node | undefined, says?: string): boolean {
    const resolved = node && this.tree.resolve(node);
    const literal = resolved?.type === "ObjectExpression" ? entryOf(resolved, "type")?.value : resolved;
    return this.literal(kind, literal, says === undefined ? {} : { says });
  }

  /** The literals of a list, or one standing alone. */
  list(kind: SymbolKind, node: Node | undefined): void {
    const resolved = node && this.tree.resolve(node);
    if (resolved?.type !== "ArrayExpression") this.named(kind, resolved);
    else for (const item of nodesOf(resolved["elements"])) this.named(kind, item);
  }

  /** The literals of a list that is known to say these names; those that none of them says are missing. */
  all(
    kind: SymbolKind,
    node: Node | undefined,
    names: readonly string[],
    at: SymbolSite["at"],
    holder: { readonly elsewhere?: Elsewhere | undefined },
  ): void {
    const before = this.unwritten.length;
    const resolved = node && this.tree.resolve(node);
    const items =
      resolved?.type === "ArrayExpression" ? nodesOf(resolved["elements"]) : resolved ? [resolved] : [];
    const keys = new Set(
      items.map((item) => {
        const value = this.tree.resolve(item);
        return stringOf(value.type === "ObjectExpression" ? entryOf(value, "type")?.value : value);
      }),
    );
    this.list(kind, node);
    for (const name of names)
      if (!keys.has(name) && this.unwritten.length < before + names.length)
        this.missing(kind, name, at, { elsewhere: holder.elsewhere });
  }

  /** The key of a property; behind brackets the literal that it comes to. False when there is none. */
  key(kind: SymbolKind, property: Node | undefined, saying: Saying & { readonly says: string }): boolean {
    const key = property?.["key"];
    if (!property || !isNode(key)) return false;
    if (property["computed"] === true) return this.literal(kind, key, saying);
    const { role = "reference", says, name = says } = saying;
    if (keyText(key) !== says) return false;
    const written = spanOf(key);
    const at = key.type === "StringLiteral" ? { from: written.from + 1, to: written.to - 1 } : written;
    const form = property["shorthand"] === true ? "shorthand" : "key";
    this.add({ kind, name, at, written, form, role });
    return true;
  }

  /** Every key of an object literal or pattern. */
  keys(kind: SymbolKind, object: Node): void {
    for (const part of nodesOf(object["properties"])) {
      const key = part["computed"] !== true && isNode(part["key"]) ? part["key"] : undefined;
      const says = key && keyText(key);
      if (says !== undefined) this.key(kind, part, { says });
    }
  }

  missing(
    kind: SymbolKind,
    name: string,
    at?: SymbolSite["at"],
    { role = "reference", elsewhere }: { role?: SymbolSite["role"]; elsewhere?: Elsewhere | undefined } = {},
  ): void {
    this.unwritten.push({ kind, name, role, ...(at ? { at } : {}), ...(elsewhere ? { elsewhere } : {}) });
  }

  hidden(kind: SymbolKind, node: Node): void {
    const from = importedFrom(this.tree.program, this.tree.resolve(node));
    this.unread.push({ kind, at: spanOf(node), ...(from === undefined ? {} : { from }) });
  }
}

/** The module that the name at the head of an expression, `shared` of `shared.guards`, is imported from. */
function importedFrom(program: Node, expression: Node): string | undefined {
  let head = unwrap(expression);
  for (let inner: unknown = head; isNode(inner); inner = head["object"] ?? head["callee"])
    head = unwrap(inner);
  const name = nameOf(head);
  const statement = nodesOf(program["body"]).find(
    (node) =>
      node.type === "ImportDeclaration" &&
      nodesOf(node["specifiers"]).some((specifier) => name !== "" && nameOf(specifier["local"]) === name),
  );
  return isNode(statement?.["source"]) ? stringOf(statement["source"]) : undefined;
}
