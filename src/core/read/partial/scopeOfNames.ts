import type { EnumDeclaration, Expression } from "#core/syntax/ast.ts";
import type { Node } from "#core/syntax/node.ts";
import { isOfProject } from "#core/read/modules/moduleGraph.ts";
import { NeedsWhole } from "#core/read/partial/NeedsWhole.ts";
import type { Name, Names } from "#core/read/partial/outline.ts";
import { parseModule, parsePiece } from "#core/syntax/parse.ts";
import type { Binding, Scope } from "#core/syntax/scope.ts";
import type { Span } from "#core/text/textEdit.ts";

/** The names with their values, each parsed when it is requested. @throws NeedsWhole from there when that fails */
export function scopeOfNames(names: Names, text: string, lang: "ts" | "js"): Scope {
  const table = new Map<string, Binding>();
  const { outer } = names;
  const scope: Scope = { names: table, outer: outer && scopeOfNames(outer, text, lang), text };
  for (const [name, entry] of names.names) table.set(name, bindingOf(entry, scope, text, lang));
  return scope;
}

function bindingOf(name: Name, scope: Scope, text: string, lang: "ts" | "js"): Binding {
  if (name.kind === "unknown") return name;
  // A package stays closed; another file of the project may say anything.
  if (name.kind === "import") return { ...name, scope: isOfProject(name.from) ? scopeElsewhere : scope };
  if (name.kind === "enum") {
    const { at } = name;
    let declaration: EnumDeclaration | undefined;
    return {
      kind: "enum",
      scope,
      get declaration() {
        return (declaration ??= parseEnum(text, at) ?? needsWhole());
      },
    };
  }
  if (name.kind === "function") {
    const { at } = name;
    let declaration: Node | undefined;
    return {
      kind: "function",
      scope,
      get declaration() {
        return (declaration ??= (parsePiece(text, at, lang) as Node | undefined) ?? needsWhole());
      },
    };
  }
  const named = name as Extract<Name, { kind: "const" | "part" }>;
  let init: Expression | undefined;
  return {
    kind: "const",
    scope,
    get init() {
      return (init ??= valueOf(named, text, lang));
    },
  };
}

function valueOf(
  name: Extract<Name, { kind: "const" | "part" }>,
  text: string,
  lang: "ts" | "js",
): Expression {
  if (name.kind === "const") return parsePiece(text, name.at, lang) ?? needsWhole();
  return memberOf(parsePiece(text, name.object, lang) ?? needsWhole(), name.key, name.at);
}

function memberOf(object: Expression, key: string, { from, to }: Span): Expression {
  const property = { type: "Identifier", name: key };
  const member = { type: "MemberExpression", computed: false, object, property, start: from, end: to };
  return member as unknown as Expression;
}

/** Stands for another file of the project. */
const scopeElsewhere: Scope = {
  names: new Map(),
  outer: undefined,
  get module() {
    return needsWhole();
  },
};

/** Spaces stand for what is before it, so that it has its places. */
function parseEnum(text: string, at: Span): EnumDeclaration | undefined {
  const alone = " ".repeat(at.from) + text.slice(at.from, at.to);
  const statement = parseModule(alone, "ts").file?.program.body[0];
  return statement?.type === "TSEnumDeclaration" ? statement : undefined;
}

function needsWhole(): never {
  throw new NeedsWhole();
}
