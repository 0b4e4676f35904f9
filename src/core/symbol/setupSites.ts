import type { MachineCode } from "#core/symbol/machineCode.ts";
import type { SiteList } from "#core/symbol/siteList.ts";
import type { SymbolKind } from "#core/symbol/symbol.ts";
import { isNode, keyText, nodesOf, stringOf, type Node } from "#core/syntax/node.ts";

/** The table of `setup` that defines names of a kind. */
export const TABLES = { guard: "guards", action: "actions", actor: "actors", delay: "delays" } as const;
const KINDS = ["guard", "action", "actor", "delay"] as const;

/** Where guards, actions, actors and delays are written out: in `setup`, `extend`, `createMachine`'s second argument, `provide`. */
export function setupSites(list: SiteList, code: MachineCode): void {
  const { setup } = list.chart;
  for (const kind of KINDS) {
    const isOpen = setup?.open.includes(TABLES[kind]) === true;
    const before = list.unread.length;
    for (const source of code.sources) {
      const { properties, hidden } = entries(list, source, TABLES[kind]);
      for (const property of properties) definition(list, kind, property);
      if (isOpen) for (const part of hidden) list.hidden(kind, part);
    }
    // What is called there leads out of this text: `imported.createMachine(...)`.
    if (isOpen && list.unread.length === before) {
      const node = list.tree.nodeAt(setup.at);
      if (node) list.hidden(kind, node);
      else list.unread.push({ kind, at: setup.at });
    }
    for (const { name, keyAt, elsewhere } of setup?.[TABLES[kind]] ?? [])
      // A setup of another file has it besides what `provide` puts in its place, and machines without that take it.
      if ((setup?.elsewhere && elsewhere) || !isDefined(list, kind, name))
        list.missing(kind, name, keyAt, { role: "definition", elsewhere });
  }
}

const isDefined = (list: SiteList, kind: SymbolKind, name: string): boolean =>
  list.sites.some((site) => site.kind === kind && site.name === name && site.role === "definition");

function definition(list: SiteList, kind: keyof typeof TABLES, property: Node): void {
  const key = property["key"];
  if (!isNode(key)) return;
  const says = property["computed"] === true ? stringOf(list.tree.resolve(key)) : keyText(key);
  if (says !== undefined) list.key(kind, property, { says, role: "definition" });
}

/** The properties of an object's table, those of spread same-file objects among them, and what of it is no object of this file. */
function entries(list: SiteList, source: Node, table: string): { properties: Node[]; hidden: Node[] } {
  const hidden: Node[] = [];
  const parts = (value: Node, steps: number): Node[] => {
    const object = list.tree.resolve(value);
    if (object.type !== "ObjectExpression" || steps === 0) {
      hidden.push(value);
      return [];
    }
    return nodesOf(object["properties"]).flatMap((part) => {
      const spread = part.type === "SpreadElement" && part["argument"];
      return isNode(spread) ? parts(spread, steps - 1) : [part];
    });
  };
  const tables = parts(source, 8).filter((part) => isNode(part["key"]) && keyText(part["key"]) === table);
  const properties = tables.flatMap(({ value }) => (isNode(value) ? parts(value, 8) : []));
  return { properties, hidden };
}
