import { near } from "#core/diagnostic/near.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { freeNames, importedName, type FreeNamesOptions } from "#core/syntax/freeNames.ts";
import { itemsOf, type Syntax } from "#core/analyze/literal.ts";
import { isNode, type Node } from "#core/syntax/node.ts";
import { FORMER_EXPORTS, GLOBAL_NAMES, XSTATE_EXPORTS } from "#core/analyze/xstateNames.ts";

/**
 * Names that the module uses and nobody gives it: what `xstate` exports and is not imported, what is imported from `xstate` and
 * not exported there, and names that are neither declared nor known. Each is reported once, at its first use.
 */
export function checkImports(syntax: Syntax, isGame: boolean): Diagnostic[] {
  const free = namesWithout(syntax);
  const specifiers = xstateSpecifiers(syntax.program);
  const reported = new Set<string>();
  return free.flatMap((node): Diagnostic[] => {
    const name = String(node["name"]);
    if (reported.has(name)) return [];
    reported.add(name);
    const specifier = specifiers.get(name);
    if (specifier) return [importUnknown(specifier)];
    const at = { from: node.start, to: node.start + name.length };
    if (XSTATE_EXPORTS.has(name))
      return [{ code: "import-missing", severity: "error", file: "machine", at, facts: { name } }];
    if (GLOBAL_NAMES.has(name)) return [];
    // A game runs by itself; other modules may get names from a page or a build.
    const severity = isGame ? "error" : "warning";
    const known = [...XSTATE_EXPORTS, ...topNames(syntax.program)];
    return [
      { code: "name-unknown", severity, file: "machine", at, facts: { name, near: near(name, known) } },
    ];
  });
}

/** An import of what `xstate` does not export brings nothing. */
const FREE: FreeNamesOptions = {
  brings: (source, name) => source !== "xstate" || XSTATE_EXPORTS.has(name),
  exceptTypeof: true,
};

function namesWithout(syntax: Syntax): Node[] {
  try {
    return freeNames(syntax.program, FREE);
  } catch (error) {
    // Code nested thousands of levels deep parses but is too deep to walk.
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function importUnknown(specifier: Node): Diagnostic {
  const name = importedName(specifier);
  const former = Object.hasOwn(FORMER_EXPORTS, name) ? FORMER_EXPORTS[name] : undefined;
  const meant = former === undefined ? near(name, XSTATE_EXPORTS) : former === "" ? [] : [former];
  const at = { from: specifier.start, to: specifier.end };
  return { code: "import-unknown", severity: "error", file: "machine", at, facts: { name, near: meant } };
}

/** Specifiers of imports from `xstate` that it does not export, by the name they get here. */
function xstateSpecifiers(program: Node): ReadonlyMap<string, Node> {
  const specifiers = new Map<string, Node>();
  for (const statement of itemsOf(program["body"])) {
    const { source } = statement;
    if (statement.type !== "ImportDeclaration" || !isNode(source) || source["value"] !== "xstate") continue;
    for (const specifier of itemsOf(statement["specifiers"]))
      if (
        specifier.type === "ImportSpecifier" &&
        isNode(specifier["local"]) &&
        !XSTATE_EXPORTS.has(importedName(specifier))
      )
        specifiers.set(String(specifier["local"]["name"]), specifier);
  }
  return specifiers;
}

/** Names of consts and functions at the top of the module, for a suggestion. */
const topNames = (program: Node): string[] =>
  itemsOf(program["body"]).flatMap((statement) => {
    const node = isNode(statement["declaration"]) ? statement["declaration"] : statement;
    return [node, ...itemsOf(node["declarations"])].flatMap((item) =>
      isNode(item["id"]) && item["id"].type === "Identifier" ? [String(item["id"]["name"])] : [],
    );
  });
