import type { Chart } from "#core/chart/chart.ts";
import type { Refusal } from "#core/edit/command.ts";
import { farName } from "#core/edit/follow/otherMachines.ts";
import { refusalOf } from "#core/edit/refuse.ts";
import { farUsesOf } from "#core/symbol/farUses.ts";
import type { FindImporters, Importers } from "#core/symbol/importers.ts";
import { usesOf, usesOfImport, type Exit, type Use } from "#core/symbol/uses.ts";
import { child, nameOf, nodesOf, spanOf, stringOf, type Node } from "#core/syntax/node.ts";
import type { Tree } from "#core/syntax/tree.ts";

/** The module that is edited, and how files around it are found. */
interface Edited {
  readonly tree: Tree;
  readonly chart: Chart;
  readonly importers: Importers | undefined;
  readonly findImporters: FindImporters | undefined;
}

/** Something that the machine is made of and that other files can reach. */
interface Reached {
  readonly name: Node;
  readonly exits: readonly Exit[];
  readonly importers: Importers;
}

/**
 * What is to be said of files that put something into what the machine is made of when they run: `states.x = {}` in a file beside the one
 * that exports `states`. What is put there is not in the chart, and nothing follows in it.
 */
export function fillerWarnings(edited: Edited): readonly Refusal[] {
  const { importers } = edited;
  if (!importers) return [];
  return [...exported(edited, importers), ...imported(edited, importers)].flatMap(
    ({ name, exits, importers: around }) => {
      const [place] = farUsesOf(around, exits).writes.filter(({ path }) => path !== importers.path);
      if (!place) return [];
      return [
        refusalOf("filled-in-file", spanOf(name), { name: nameOf(name), file: farName(importers, place) }),
      ];
    },
  );
}

const isOwn = ({ callAt }: Chart, uses: readonly Use[]): boolean =>
  uses.some(({ machine }) => machine?.start === callAt.from && machine.end === callAt.to);

/** Consts of the module itself. */
function exported({ tree, chart }: Edited, importers: Importers): Reached[] {
  return nodesOf(tree.program["body"]).flatMap((statement) => {
    const declaration =
      statement.type === "ExportNamedDeclaration" ? child(statement, "declaration") : statement;
    return nodesOf(declaration?.["declarations"]).flatMap((declarator) => {
      const [name, init] = [child(declarator, "id"), child(declarator, "init")];
      if (
        name?.type !== "Identifier" ||
        !init ||
        (init.start <= chart.callAt.from && chart.callAt.to <= init.end)
      )
        return [];
      const { uses, exits } = usesOf(tree, spanOf(init));
      return exits.length > 0 && isOwn(chart, uses) ? [{ name, exits, importers }] : [];
    });
  });
}

/** What the module imports. */
function imported({ tree, chart, findImporters }: Edited, { imports }: Importers): Reached[] {
  return nodesOf(tree.program["body"]).flatMap((declaration) => {
    const path = imports.get(stringOf(child(declaration, "source")) ?? "");
    if (path === undefined || declaration.type !== "ImportDeclaration") return [];
    return nodesOf(declaration["specifiers"]).flatMap((specifier) => {
      const name = child(specifier, "local");
      const said = child(specifier, "imported");
      if (!name || specifier.type === "ImportNamespaceSpecifier") return [];
      const exit: Exit = {
        name: said ? nameOf(said) || (stringOf(said) ?? "") : "default",
        at: name,
        way: WHOLE,
      };
      const place = { kind: "name", node: name, declaration: specifier, isNamespace: false } as const;
      if (!isOwn(chart, usesOfImport(tree, path, exit, [place]).uses)) return [];
      const importers = findImporters?.(path);
      return importers ? [{ name, exits: [exit], importers }] : [];
    });
  });
}

/** All of what has a name. */
const WHOLE: Exit["way"] = {
  keys: [],
  certain: true,
  isValue: true,
  byShape: false,
  inConfig: false,
  inSetup: false,
  taker: undefined,
};
