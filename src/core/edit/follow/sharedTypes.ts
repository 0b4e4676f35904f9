import type { Draft } from "#core/edit/draft.ts";
import { farName } from "#core/edit/follow/otherMachines.ts";
import { specifiersOf } from "#core/symbol/importPlaces.ts";
import { symbolTable } from "#core/symbol/symbolSites.ts";
import type { SymbolSite } from "#core/symbol/symbol.ts";
import { child, nameOf, nodesOf, spanOf, stringOf, type Node } from "#core/syntax/node.ts";
import { langOfPath } from "#core/syntax/parse.ts";
import { calleeOf, treeAt } from "#core/syntax/tree.ts";

const DECLARES_TYPE = /^TS(?:TypeAlias|Interface)Declaration$/;
const TAKES_TYPES = /^(?:setup|extend|createMachine)$/;

/**
 * Warns where the type of an event is that of another machine as well, here or in a file that imports it: there the machine still waits
 * for the event by its old name, and no longer compiles.
 */
export function warnOfSharedTypes(draft: Draft, sites: readonly SymbolSite[], name: string): void {
  const { tree, importers } = draft;
  const types = typesAround(draft, sites);
  if (types.size === 0) return;
  const { code } = symbolTable(draft.text, draft.chart);
  for (const node of tree.nodes) {
    if (!types.has(typeSaid(node)) || code.has(node)) continue;
    if (callAround(draft, node)) draft.warn("name-spelled", spanOf(node), { name });
  }
  for (const file of importers?.files ?? []) {
    const specifiers = specifiersOf(file, importers?.path ?? "");
    const far = specifiers.size > 0 ? treeAt(file.path, file.text, langOfPath(file.path)) : undefined;
    for (const declaration of nodesOf(far?.program["body"])) {
      if (!specifiers.has(stringOf(child(declaration, "source")) ?? "")) continue;
      const taken = nodesOf(declaration["specifiers"]).find((part) =>
        types.has(nameOf(part["imported"] ?? part["local"])),
      );
      if (!taken || !importers) continue;
      const line = file.text.slice(0, taken.start).split("\n").length;
      const facts = {
        name: nameOf(taken["imported"] ?? taken["local"]),
        file: farName(importers, { path: file.path, line }),
      };
      draft.warn("used-in-file", sites[0]?.written, facts);
    }
  }
}

/** The declared types that say an event, and those that are made of them. */
function typesAround({ tree }: Draft, sites: readonly SymbolSite[]): ReadonlySet<string> {
  const declared = (node: Node | undefined): string => {
    for (let at = node; at; at = tree.parentOf(at)) if (DECLARES_TYPE.test(at.type)) return nameOf(at["id"]);
    return "";
  };
  const types = new Set(sites.map(({ written }) => declared(tree.nodeAt(written))));
  types.delete("");
  for (let known = -1; types.size > 0 && known < types.size;) {
    known = types.size;
    for (const node of tree.nodes) {
      const outer = types.has(typeSaid(node)) ? declared(node) : "";
      if (outer !== "") types.add(outer);
    }
  }
  return types;
}

const typeSaid = (node: Node): string => (node.type === "TSTypeReference" ? nameOf(node["typeName"]) : "");

/** The call that is given a type for the machine that it makes. */
function callAround({ tree }: Draft, node: Node): Node | undefined {
  for (let at = tree.parentOf(node); at; at = tree.parentOf(at))
    if (at.type === "CallExpression" && TAKES_TYPES.test(calleeOf(at))) return at;
  return undefined;
}
