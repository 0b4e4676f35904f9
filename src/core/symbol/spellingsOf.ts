import { treeOf } from "#core/syntax/tree.ts";
import { absolute, places } from "#core/chart/places.ts";
import type { Chart } from "#core/chart/chart.ts";
import type { MachineSymbol } from "#core/symbol/symbol.ts";
import { symbolTable } from "#core/symbol/symbolSites.ts";
import { isNode, keyText, spanOf, stringOf, walk, type Node } from "#core/syntax/node.ts";
import type { Span } from "#core/text/textEdit.ts";

/** A piece of code that spells a symbol's name. */
export interface Spelling {
  readonly symbol: MachineSymbol;
  readonly at: Span;
}

/**
 * Pieces of the machine's code that spell a name but may not mean it: a string in a helper, and for an
 * event a key of a table.
 */
export function spellingsOf(text: string, chart: Chart, symbols: readonly MachineSymbol[]): Spelling[] {
  const tree = treeOf(text);
  if (!tree) return [];
  const byName = new Map<string, MachineSymbol[]>();
  for (const symbol of symbols) byName.set(symbol.name, [...(byName.get(symbol.name) ?? []), symbol]);
  const { sites, code } = symbolTable(text, chart);
  const certain = new Set(sites.map(({ written }) => written.from));
  const config = chart.configAt ?? { from: 0, to: 0 };
  const unread = [...places(chart).values()].flatMap((place) =>
    place.node.opaque.flatMap((part) => (HOLDS_KEYS.has(part.what) ? [absolute(place, part.at)] : [])),
  );
  const spellings: Spelling[] = [];
  const look = (node: Node, name: string | undefined, fits: (symbol: MachineSymbol) => boolean) => {
    const meant = name === undefined ? [] : (byName.get(name) ?? []).filter(fits);
    if (meant.length === 0 || certain.has(node.start) || !code.mayMean(node)) return;
    for (const symbol of meant) spellings.push({ symbol, at: spanOf(node) });
  };
  walk(tree.program, (node) => {
    if (node.type === "ImportDeclaration") return false;
    look(node, stringOf(node), () => true);
    const key = KEYED.has(node.type) && node["computed"] !== true ? node["key"] : undefined;
    // What is read of the config is certain; what a function brings to it is not.
    const inConfig =
      config.from <= node.start && node.end <= config.to && !unread.some((at) => isIn(node, at));
    if (isNode(key) && key.type === "Identifier" && !inConfig)
      look(key, keyText(key), (symbol) => symbol.kind === "event");
    return undefined;
  });
  return spellings;
}

const isIn = ({ start, end }: Node, { from, to }: Span): boolean => from <= start && end <= to;

/** Parts of a config that may hold keys of events, and were not read. */
const HOLDS_KEYS = new Set(["spread", "computedKey", "states", "state", "transition"]);
const KEYED = new Set(["ObjectProperty", "ObjectMethod", "TSPropertySignature"]);
