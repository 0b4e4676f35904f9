import { importsIn, specifiersOf } from "#core/symbol/importPlaces.ts";
import type { Importers } from "#core/symbol/importers.ts";
import { isMachineExit, usesOfImport, type Exit, type Use } from "#core/symbol/uses.ts";
import type { Node } from "#core/syntax/node.ts";
import { langOfPath } from "#core/syntax/parse.ts";
import { treeAt, type Tree } from "#core/syntax/tree.ts";

// The table of uses goes on in the files that import a module: what leaves it under a name is searched for there.

/** A place in another file. */
export interface FarPlace {
  readonly path: string;
  /** Counted from 1; undefined for the whole file. */
  readonly line?: number;
  /** The export of the module that is used there. */
  readonly exit: Exit;
}

/** A machine of another file that is made of code of this one, or a call that may make one. */
export interface FarUse extends FarPlace {
  readonly tree: Tree;
  readonly machine: Node;
  readonly as: Use["as"];
}

export interface FarUses {
  readonly uses: readonly FarUse[];
  /** Where it is read, and no machine is made of it; not where the machine alone is used. */
  readonly read: readonly FarPlace[];
  /** Where it is changed when the file runs. */
  readonly writes: readonly FarPlace[];
}

/** A bound on work: names that are handed on from file to file. */
const MAX_EXITS = 1_000;

/** Who reads, in the files that import a module, what leaves it. */
export function farUsesOf({ path: home, files }: Importers, exits: readonly Exit[]): FarUses {
  const uses: FarUse[] = [];
  const read: FarPlace[] = [];
  const writes: FarPlace[] = [];
  const known = new Set<string>();
  const open = exits.map((exit) => ({ path: home, exit, first: exit }));
  for (let next = open.pop(); next && known.size < MAX_EXITS; next = open.pop()) {
    const { path: goal, exit, first } = next;
    const key = `${goal} ${exit.name} ${exit.way.keys.join(".")} ${exit.way.byShape}`;
    if (known.has(key)) continue;
    known.add(key);
    for (const file of files) {
      const specifiers = specifiersOf(file, goal);
      if (specifiers.size === 0) continue;
      const { path, text } = file;
      const tree = treeAt(path, text, langOfPath(path));
      if (!tree) {
        read.push({ path, exit: first });
        continue;
      }
      const { places, exits: handedOn } = importsIn(tree, specifiers, exit);
      for (const further of handedOn) open.push({ path, exit: further, first });
      const [place] = places;
      if (!place) continue;
      const found = usesOfImport(tree, goal, exit, places);
      for (const further of found.exits) open.push({ path, exit: further, first });
      const placeOf = ({ start }: Node): FarPlace => ({ path, line: lineOf(text, start), exit: first });
      for (const { machine, as } of found.uses)
        if (machine) uses.push({ ...placeOf(machine), tree, machine, as });
        else if (!isMachineExit(exit)) read.push(placeOf(place.node));
      for (const write of found.writes) writes.push(placeOf(write));
    }
  }
  return { uses, read, writes };
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;
