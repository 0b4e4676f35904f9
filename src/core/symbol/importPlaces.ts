import { WHOLE_MODULE } from "#core/symbol/commonJs.ts";
import type { ImportingFile } from "#core/symbol/importers.ts";
import { waysInto, type Exit, type ImportPlace } from "#core/symbol/uses.ts";
import { outermost } from "#core/symbol/useSteps.ts";
import { child, nameOf, nodesOf, stringOf, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";
import { identifiersNamed } from "#core/syntax/references.ts";
import { lookup } from "#core/syntax/scope.ts";
import { textAt } from "#core/syntax/textUses.ts";
import type { Tree } from "#core/syntax/tree.ts";

// Where a module takes something of another one, be it by `import`, `require` or `export ... from`.

/** By which specifiers a file knows another one. */
export function specifiersOf({ imports }: Pick<ImportingFile, "imports">, goal: string): ReadonlySet<string> {
  return new Set([...imports].flatMap(([specifier, path]) => (path === goal ? [specifier] : [])));
}

interface Imports {
  readonly places: readonly ImportPlace[];
  /** What is exported again as it is. */
  readonly exits: readonly Exit[];
}

/** Where a module takes an export of another one, which it knows by some specifiers. */
export function importsIn(tree: Tree, specifiers: ReadonlySet<string>, exit: Exit): Imports {
  const places: ImportPlace[] = [];
  const exits: Exit[] = [];
  const isMeant = (source: Node | undefined) => specifiers.has(stringOf(source) ?? "");
  for (const declaration of nodesOf(tree.program["body"])) {
    if (declaration.type === "TSImportEqualsDeclaration") {
      const node = child(declaration, "id");
      const reference = child(declaration, "moduleReference");
      if (node && reference && isMeant(child(reference, "expression")))
        places.push({ kind: "name", node, declaration, name: WHOLE_MODULE });
    }
    if (!isMeant(child(declaration, "source"))) continue;
    if (declaration["importKind"] === "type" || declaration["exportKind"] === "type") continue;
    if (declaration.type === "ExportAllDeclaration") exits.push(...exitsOfAll(exit));
    for (const specifier of nodesOf(declaration["specifiers"])) {
      const { type } = specifier;
      const node = child(specifier, "local");
      if (type === "ExportNamespaceSpecifier")
        exits.push(...exitsAs(exit, "*", nameIn(specifier, "exported")));
      else if (type === "ExportSpecifier")
        exits.push(...exitsAs(exit, nameIn(specifier, "local"), nameIn(specifier, "exported")));
      else if (node && specifier["importKind"] !== "type") {
        const name =
          type === "ImportNamespaceSpecifier"
            ? "*"
            : type === "ImportDefaultSpecifier"
              ? "default"
              : nameIn(specifier, "imported");
        if (waysInto(exit, name).length > 0)
          places.push({ kind: "name", node, declaration: specifier, name });
      }
    }
  }
  for (const { node, source, name } of importCalls(tree))
    if (isMeant(source)) places.push({ kind: "value", node, declaration: node, name });
  return { places, exits };
}

interface ImportCall {
  readonly node: Node;
  readonly source: Node | undefined;
  /** What of the module it gives. */
  readonly name: string;
}

const calls = new WeakMap<Tree, readonly ImportCall[]>();

/** `import("./a")` and `require("./a")`, which stand for all that a file exports. */
function importCalls(tree: Tree): readonly ImportCall[] {
  let found = calls.get(tree);
  if (!found) {
    found = tree.nodes.flatMap((node) => {
      if (node.type === "ImportExpression") return [{ node, source: child(node, "source"), name: "*" }];
      const callee = node.type === "CallExpression" ? child(node, "callee") : undefined;
      const isMeant = callee && (callee.type === "Import" || nameOf(callee) === "require");
      const name = callee?.type === "Import" ? "*" : WHOLE_MODULE;
      return isMeant ? [{ node, source: nodesOf(node["arguments"])[0], name }] : [];
    });
    calls.set(tree, found);
  }
  return found;
}

const nameIn = (specifier: Node, field: string): string => {
  const node = child(specifier, field);
  return nameOf(node) || (stringOf(node) ?? "");
};

/** What is exported again under a name. */
const exitsAs = (exit: Exit, taken: string, name: string): readonly Exit[] =>
  waysInto(exit, taken).map((way) => ({ name, at: exit.at, way }));

/** `export * from` hands on all names but `default`. */
function exitsOfAll(exit: Exit): readonly Exit[] {
  if (exit.name !== WHOLE_MODULE) return exit.name === "default" ? [] : [exit];
  const [key] = exit.way.keys;
  return key === undefined || key === "*" ? [exit] : exitsAs(exit, key, key);
}

/** All of a module, of which nothing is known. */
const ALL: Exit["way"] = {
  keys: [],
  certain: true,
  isValue: true,
  byShape: false,
  inConfig: false,
  inSetup: false,
  taker: undefined,
};

/** What a module takes of another one, by the names it has there; `at` is where it is named here. */
export function exitsTaken(tree: Tree, specifiers: ReadonlySet<string>): readonly Exit[] {
  const { places } = importsIn(tree, specifiers, { name: WHOLE_MODULE, at: tree.program, way: ALL });
  const taken = places.flatMap(({ kind, node, name }) => {
    if (name !== "*" && name !== WHOLE_MODULE) return [{ name, at: node }];
    return kind === "value" ? membersAt(tree, node) : membersOf(tree, node);
  });
  const byName = new Map(taken.toReversed().map((part) => [part.name, { ...part, way: ALL }]));
  return [...byName.values()];
}

type Member = Pick<Exit, "name" | "at">;

/** What is taken of a module wherever the name for all of it stands. */
const membersOf = (tree: Tree, name: Node): readonly Member[] =>
  identifiersNamed(tree, nameOf(name)).flatMap((identifier) => {
    const isMeant =
      lookup(tree.scopeAt(identifier.start), nameOf(name)) === lookup(tree.scopeAt(name.start), nameOf(name));
    return identifier === name || !isMeant ? [] : membersAt(tree, identifier);
  });

/** What is taken where all of a module stands: a member, those of a pattern, or all. */
function membersAt(tree: Tree, all: Node): readonly Member[] {
  const at = outermost(tree, all);
  const parent = tree.parentOf(at);
  if (parent?.type === "AwaitExpression") return membersAt(tree, parent);
  const property = parent?.["object"] === at ? child(parent, "property") : undefined;
  if (parent && property) {
    const name = parent["computed"] === true ? textAt(tree, property) : nameOf(property);
    return [{ name: name ?? WHOLE_MODULE, at: property }];
  }
  const pattern = parent?.["init"] === at ? child(parent, "id") : undefined;
  if (pattern?.type === "Identifier") return membersOf(tree, pattern);
  if (pattern?.type !== "ObjectPattern") return [{ name: WHOLE_MODULE, at }];
  return nodesOf(pattern["properties"]).map((part) => ({
    name: (part.type === "RestElement" ? undefined : keyName(part)) ?? WHOLE_MODULE,
    at: child(part, "value") ?? part,
  }));
}
