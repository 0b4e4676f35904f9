import { treeOf } from "#core/syntax/tree.ts";
import type { Elsewhere } from "#core/chart/chart.ts";
import { sameSymbol, type MachineSymbol, type SymbolKind, type SymbolPlace } from "#core/symbol/symbol.ts";
import type { SymbolTable } from "#core/symbol/symbolSites.ts";
import { childrenOf, isNode, keyText, spanOf, stringOf, type Node } from "#core/syntax/node.ts";
import type { Span } from "#core/text/textEdit.ts";

/** The properties under which a kind is named by a text. */
const UNDER: Partial<Record<SymbolKind, ReadonlySet<string>>> = {
  guard: new Set(["guard"]),
  action: new Set(["actions", "entry", "exit"]),
  actor: new Set(["src"]),
};
const NAMING = new Set([...Object.values(UNDER).flatMap((keys) => [...keys]), "target", "params", "meta"]);

/**
 * The places of a name in the files that a machine imports: what is defined there, and what of its config there names it.
 * @param textOf the text of a file by its path, as the reading of the machine knew it
 */
export function farPlaces(
  { unwritten }: SymbolTable,
  symbol: MachineSymbol,
  textOf: (path: string) => string | undefined,
): SymbolPlace[] {
  const places = new Map<string, SymbolPlace>();
  for (const { elsewhere, role, ...named } of unwritten) {
    const text = elsewhere && sameSymbol(named, symbol) ? textOf(elsewhere.file) : undefined;
    if (!elsewhere || text === undefined) continue;
    for (const at of wordsIn(text, elsewhere, symbol, role)) {
      const { file } = elsewhere;
      places.set(`${file}:${at.from}`, { file, at, role });
    }
  }
  return [...places.values()];
}

function wordsIn(
  text: string,
  { at }: Elsewhere,
  { kind, name }: MachineSymbol,
  role: SymbolPlace["role"],
): Span[] {
  const tree = treeOf(text);
  if (!tree) return [];
  const key = { from: at.from, to: at.from };
  if (role === "definition") {
    const property = tree.propertyAt(at.from);
    // What is exported under its own name has no key there.
    return [(property && isNode(property["key"]) && wordOf(property["key"])) || key];
  }
  if (kind === "event" || kind === "delay") {
    const around = (node: Node): boolean => node.start <= at.from && at.to <= node.end;
    const innermost = descend(tree.program, around).findLast(
      (node) => isNode(node["key"]) && keyText(node["key"]) === name,
    );
    return innermost && isNode(innermost["key"]) ? [wordOf(innermost["key"])] : [];
  }
  const holder = tree.nodeAt(at);
  return holder ? literals(holder, name, UNDER[kind] ?? new Set(), "") : [];
}

/** The nodes around a place, outermost first. */
function descend(root: Node, around: (node: Node) => boolean): Node[] {
  const path: Node[] = [];
  for (let node: Node | undefined = root; node; node = childrenOf(node).find(around)) path.push(node);
  return path;
}

/** The texts that say a name below a node, under one of the properties. States inside are others' business. */
function literals(node: Node, name: string, under: ReadonlySet<string>, inside: string): Span[] {
  if (stringOf(node) === name) return under.has(inside) ? [wordOf(node)] : [];
  const key = isNode(node["key"]) ? keyText(node["key"]) : undefined;
  if (key === "states") return [];
  const within = key !== undefined && NAMING.has(key) ? key : inside;
  return childrenOf(node)
    .filter((child) => child !== node["key"])
    .flatMap((child) => literals(child, name, under, within));
}

/** Without its quotes. */
function wordOf(node: Node): Span {
  const { from, to } = spanOf(node);
  return stringOf(node) === undefined ? { from, to } : { from: from + 1, to: to - 1 };
}
