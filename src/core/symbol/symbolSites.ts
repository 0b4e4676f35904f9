import { entryOf } from "#core/syntax/property.ts";
import { treeOf } from "#core/syntax/tree.ts";
import type { Chart } from "#core/chart/chart.ts";
import { codeSites } from "#core/symbol/codeSites.ts";
import { configSites } from "#core/symbol/configSites.ts";
import { typeSites } from "#core/symbol/declaredTypes.ts";
import { machineCode, type MachineCode } from "#core/symbol/machineCode.ts";
import { setupSites } from "#core/symbol/setupSites.ts";
import { SiteList, type Unread, type Unwritten } from "#core/symbol/siteList.ts";
import { sameSymbol, type MachineSymbol, type SymbolSite } from "#core/symbol/symbol.ts";
import type { Node } from "#core/syntax/node.ts";

/** Every place where a machine's text says a name of the machine. */
export interface SymbolTable {
  /** In order of place; where two begin together the shorter one first. */
  readonly sites: readonly SymbolSite[];
  /** Uses that no literal says: keys and texts that are put together by code. */
  readonly unwritten: readonly Unwritten[];
  /** Parts that may define names, but cannot be read. */
  readonly unread: readonly Unread[];
  readonly code: MachineCode;
}

const tables = new WeakMap<Chart, { text: string; table: SymbolTable }>();

/**
 * The names of a machine in its text; empty when the text cannot be parsed. Computed once per chart.
 * @param chart a reading of this very text
 */
export function symbolTable(text: string, chart: Chart): SymbolTable {
  const known = tables.get(chart);
  if (known?.text === text) return known.table;
  const table = build(text, chart);
  tables.set(chart, { text, table });
  return table;
}

const NO_CODE: MachineCode = {
  alone: true,
  has: () => false,
  takes: () => false,
  mayMean: () => false,
  sources: [],
};

function build(text: string, chart: Chart): SymbolTable {
  const tree = treeOf(text);
  if (!tree) return { sites: [], unwritten: [], unread: [], code: NO_CODE };
  const list = new SiteList(text, chart, tree);
  const code = machineCode(chart, tree);
  setupSites(list, code);
  const types = typeSites(list, code);
  configSites(list);
  initialContext(list);
  codeSites(list, code, types);
  typesElsewhere(list);
  const sites = list.sites.toSorted((a, b) => a.at.from - b.at.from || a.at.to - b.at.to);
  return { sites, unwritten: list.unwritten, unread: list.unread, code };
}

/** Events and context fields that are declared in no literal of this text: in another file, or put together from types. */
function typesElsewhere(list: SiteList): void {
  const known = new Set(
    list.sites.filter((site) => site.role === "definition").map((site) => `${site.kind} ${site.name}`),
  );
  const { events = [], context = [] } = list.chart;
  for (const { type } of events)
    if (!known.has(`event ${type}`)) list.missing("event", type, undefined, { role: "definition" });
  for (const { name } of context)
    if (!known.has(`context ${name}`)) list.missing("context", name, undefined, { role: "definition" });
}

/** `context: { ... }`, and a function that gives it back. */
function initialContext(list: SiteList): void {
  const config = list.chart.configAt && list.tree.nodeAt(list.chart.configAt);
  const value = config && entryOf(config, "context")?.value;
  const node = value && list.tree.resolve(value);
  const body = (node?.["body"] as Node | undefined) ?? node;
  const object = body && list.tree.resolve(body);
  if (object?.type === "ObjectExpression") list.keys("context", object);
}

/** The symbol at an offset, the caret's place before or behind its last letter included. */
export function symbolAt(table: SymbolTable, offset: number): SymbolSite | undefined {
  return table.sites.find(({ at }) => at.from <= offset && offset <= at.to);
}

export const sitesOf = (table: SymbolTable, symbol: MachineSymbol): SymbolSite[] =>
  table.sites.filter((site) => sameSymbol(site, symbol));

/** Where a symbol is written out; several when it is so more than once, none when it is nowhere in this text. */
export const definitionsOf = (table: SymbolTable, symbol: MachineSymbol): SymbolSite[] =>
  sitesOf(table, symbol).filter((site) => site.role === "definition");
