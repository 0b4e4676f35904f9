import type { OwnCode } from "#core/symbol/ownCode.ts";
import type { SiteList } from "#core/symbol/siteList.ts";
import { isNode, keyText, nodesOf, propertyOf, stringOf, type Node } from "#core/symbol/tree.ts";

const TABLES = { guard: "guards", action: "actions", actor: "actors", delay: "delays" } as const;
const KINDS = ["guard", "action", "actor", "delay"] as const;

/** Where guards, actions, actors and delays are written out: in `setup`, `extend`, `createMachine`'s second argument, `provide`. */
export function setupSites(list: SiteList, own: OwnCode): void {
  for (const source of own.sources)
    for (const kind of KINDS)
      for (const property of entries(list, propertyOf(source, TABLES[kind])?.value)) {
        const key = property["key"];
        const says = isNode(key)
          ? property["computed"] === true
            ? stringOf(list.tree.resolve(key))
            : keyText(key)
          : undefined;
        if (says !== undefined) list.key(kind, property, { says, role: "definition" });
      }
  const { setup } = list.chart;
  for (const kind of KINDS)
    for (const { name, keyAt, elsewhere } of setup?.[TABLES[kind]] ?? [])
      if (elsewhere) list.missing(kind, name, keyAt);
}

/** The properties of a table, those of spread same-file objects among them. */
function entries(list: SiteList, value: Node | undefined, steps = 8): Node[] {
  const table = value && list.tree.resolve(value);
  if (table?.type !== "ObjectExpression") return [];
  return nodesOf(table["properties"]).flatMap((part) =>
    part.type === "SpreadElement" && isNode(part["argument"])
      ? steps > 0
        ? entries(list, part["argument"], steps - 1)
        : []
      : [part],
  );
}
