import type { ImportingFile, Importers } from "#core/symbol/importers.ts";
import { isMachineExit, usesOfImport, type Exit, type ImportPlace, type Use } from "#core/symbol/uses.ts";
import { child, nameOf, nodesOf, stringOf, type Node } from "#core/syntax/node.ts";
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

function specifiersOf({ imports }: ImportingFile, goal: string): ReadonlySet<string> {
  return new Set([...imports].flatMap(([specifier, path]) => (path === goal ? [specifier] : [])));
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

interface Imports {
  readonly places: readonly ImportPlace[];
  /** What is exported again as it is. */
  readonly exits: readonly Exit[];
}

/** Where a module takes an export of another one, which it knows by some specifiers. */
function importsIn(tree: Tree, specifiers: ReadonlySet<string>, exit: Exit): Imports {
  const places: ImportPlace[] = [];
  const exits: Exit[] = [];
  const isMeant = (source: Node | undefined) => specifiers.has(stringOf(source) ?? "");
  for (const declaration of nodesOf(tree.program["body"])) {
    if (declaration.type === "TSImportEqualsDeclaration") {
      const node = child(declaration, "id");
      const reference = child(declaration, "moduleReference");
      if (node && reference && isMeant(child(reference, "expression")))
        places.push({ kind: "name", node, declaration, isNamespace: true });
    }
    if (!isMeant(child(declaration, "source"))) continue;
    if (declaration["importKind"] === "type" || declaration["exportKind"] === "type") continue;
    if (declaration.type === "ExportAllDeclaration" && exit.name !== "default") exits.push(exit);
    for (const specifier of nodesOf(declaration["specifiers"])) {
      const { type } = specifier;
      const node = child(specifier, "local");
      if (type === "ExportNamespaceSpecifier") exits.push(inNamespace(exit, nameIn(specifier, "exported")));
      else if (type === "ExportSpecifier") {
        if (nameIn(specifier, "local") === exit.name)
          exits.push({ ...exit, name: nameIn(specifier, "exported") });
      } else if (node && specifier["importKind"] !== "type") {
        const isNamespace = type === "ImportNamespaceSpecifier";
        const name = type === "ImportDefaultSpecifier" ? "default" : nameIn(specifier, "imported");
        if (isNamespace || name === exit.name)
          places.push({ kind: "name", node, declaration: specifier, isNamespace });
      }
    }
  }
  for (const { node, source } of importCalls(tree))
    if (isMeant(source)) places.push({ kind: "value", node, declaration: node, isNamespace: true });
  return { places, exits };
}

interface ImportCall {
  readonly node: Node;
  readonly source: Node | undefined;
}

const calls = new WeakMap<Tree, readonly ImportCall[]>();

/** `import("./a")` and `require("./a")`, which stand for all that a file exports. */
function importCalls(tree: Tree): readonly ImportCall[] {
  let found = calls.get(tree);
  if (!found) {
    found = tree.nodes.flatMap((node) => {
      if (node.type === "ImportExpression") return [{ node, source: child(node, "source") }];
      const callee = node.type === "CallExpression" ? child(node, "callee") : undefined;
      const isMeant = callee && (callee.type === "Import" || nameOf(callee) === "require");
      return isMeant ? [{ node, source: nodesOf(node["arguments"])[0] }] : [];
    });
    calls.set(tree, found);
  }
  return found;
}

const nameIn = (specifier: Node, field: string): string => {
  const node = child(specifier, field);
  return nameOf(node) || (stringOf(node) ?? "");
};

const inNamespace = ({ name, at, way }: Exit, as: string): Exit => ({
  name: as,
  at,
  way: { ...way, keys: [name, ...way.keys] },
});
