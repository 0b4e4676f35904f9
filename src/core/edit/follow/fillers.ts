import type { Chart } from "#core/chart/chart.ts";
import type { Refusal } from "#core/edit/command.ts";
import { farName } from "#core/edit/follow/otherMachines.ts";
import { refusalOf } from "#core/edit/refuse.ts";
import { farUsesOf } from "#core/symbol/farUses.ts";
import type { FindImporters, Importers } from "#core/symbol/importers.ts";
import { importsIn, exitsTaken, specifiersOf } from "#core/symbol/importPlaces.ts";
import { exitName, usesOf, usesOfImport, type Exit, type Use } from "#core/symbol/uses.ts";
import { child, nameOf, nodesOf, spanOf, type Node } from "#core/syntax/node.ts";
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
      const facts = { name: nameOf(name) || exitName(place.exit), file: farName(importers, place) };
      return [refusalOf("filled-in-file", spanOf(name), facts)];
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

/** What the module imports or requires. */
function imported({ tree, chart, findImporters }: Edited, { imports }: Importers): Reached[] {
  return [...new Set(imports.values())].flatMap((path) => {
    const specifiers = specifiersOf({ imports }, path);
    return exitsTaken(tree, specifiers).flatMap((exit) => {
      const { places } = importsIn(tree, specifiers, exit);
      if (!isOwn(chart, usesOfImport(tree, path, exit, places).uses)) return [];
      const importers = findImporters?.(path);
      return importers ? [{ name: exit.at, exits: [exit], importers }] : [];
    });
  });
}
