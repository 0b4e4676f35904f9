import {
  argument,
  calleeName,
  unwrap,
  type CallExpression,
  type Expression,
  type File,
  type Interface,
  type TypeAlias,
} from "#core/syntax/ast.ts";
import { type Located, isNode, type Node } from "#core/syntax/node.ts";
import { scopeOf } from "#core/syntax/scopeOf.ts";
import {
  calledName,
  type Binding,
  type Scope,
  type SourceModule,
  type TypeTable,
} from "#core/syntax/scope.ts";

/** A call of `createMachine` with its scope. */
export interface MachineCall {
  readonly call: CallExpression;
  readonly scope: Scope;
  /** The name of the variable that it is assigned to; "default" for `export default`. */
  readonly name?: string;
  /** The arguments of each `.provide(...)` behind it, in order. */
  readonly provided: readonly Expression[];
}

export interface ModuleConst {
  readonly name: string;
  readonly id: Located;
  /** Its value; for a function, the whole function. */
  readonly init: Located;
}

export interface ModuleMachines {
  readonly module: SourceModule;
  readonly machines: readonly MachineCall[];
  /** Types of the whole file, those inside functions too. */
  readonly types: TypeTable;
  /** Consts and functions at the top of the file that hold no machine. */
  readonly consts: readonly ModuleConst[];
}

/** Keys of a node that hold no code. */
const NO_CODE = new Set([
  "loc",
  "extra",
  "errors",
  "comments",
  "tokens",
  "leadingComments",
  "trailingComments",
  "innerComments",
  "typeAnnotation",
  "typeParameters",
  "typeArguments",
  "returnType",
]);

/** The words of what is looked for, or the backslash that a name may be written with. A key `type:` is no type. */
const MACHINE_OR_TYPE = /createMachine|\\u|\btype\b(?!\s*:)|\binterface\b/g;

/** Every machine of a module in document order, an outer one before those written inside it, and the types beside them. */
export function findMachines(file: File, module: SourceModule): ModuleMachines {
  const machines: MachineCall[] = [];
  const types = new Map(module.types);
  const names = new Map<CallExpression, string>();
  const provided = new Map<Expression, Expression[]>();
  const mayHold = suspects(module.text, MACHINE_OR_TYPE);

  /** @param all whether another name for `createMachine` is in force, so that the words say nothing */
  const visit = (node: Node, scope: Scope, all: boolean): void => {
    if (node.type === "TSTypeAliasDeclaration" || node.type === "TSInterfaceDeclaration") {
      const declaration = node as unknown as TypeAlias | Interface;
      if (!types.has(declaration.id.name)) types.set(declaration.id.name, declaration);
      return;
    }
    if (node.type === "VariableDeclarator") {
      const id = node["id"] as Node;
      if (id.type === "Identifier" && isNode(node["init"]))
        giveName(node["init"] as unknown as Expression, scope, String(id["name"]), names);
    } else if (node.type === "ExportDefaultDeclaration")
      giveName(node["declaration"] as unknown as Expression, scope, "default", names);
    else if (node.type === "CallExpression" || node.type === "OptionalCallExpression") {
      const call = node as unknown as CallExpression;
      const called = calledName(call, scope);
      if (called === "provide") giveProvided(call, provided);
      if (called === "createMachine") {
        const name = names.get(call);
        const given = provided.get(call) ?? [];
        machines.push({ call, scope, ...(name === undefined ? {} : { name }), provided: given });
      }
    }
    const inner = scopeOf(node, scope);
    const allInside = all || (inner !== scope && makers(inner).length > 0);
    const visitPart = (part: unknown) => {
      if (isNode(part) && (allInside || mayHold(part))) visit(part, inner, allInside);
    };
    for (const key in node) {
      if (NO_CODE.has(key)) continue;
      const child = node[key];
      if (Array.isArray(child)) child.forEach(visitPart);
      else visitPart(child);
    }
  };
  const all = makers(module.top).length > 0;
  for (const statement of file.program.body)
    if (all || mayHold(statement)) visit(statement as unknown as Node, module.top, all);
  machines.sort((a, b) => (a.call.start ?? 0) - (b.call.start ?? 0) || (b.call.end ?? 0) - (a.call.end ?? 0));
  return { module, machines, types, consts: topConsts(file, names) };
}

/** Names of a scope that stand for `createMachine`, itself left out. */
export const makers = (scope: Scope): string[] =>
  [...scope.names].flatMap(([name, binding]) =>
    name !== "createMachine" && nameOfMaker(binding) === "createMachine" ? [name] : [],
  );

function nameOfMaker(binding: Binding): string | undefined {
  if (binding.kind === "import") return binding.name;
  const init = binding.kind === "const" ? unwrap(binding.init) : undefined;
  if (init?.type !== "MemberExpression") return undefined;
  return init.property.type === "Identifier" ? init.property.name : undefined;
}

function topConsts(file: File, machineNames: ReadonlyMap<CallExpression, string>): ModuleConst[] {
  const machines = new Set(machineNames.values());
  const consts: ModuleConst[] = [];
  for (const statement of file.program.body) {
    const node = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (node?.type === "FunctionDeclaration" && node.id)
      consts.push({ name: node.id.name, id: nameSpan(node.id), init: node });
    if (node?.type !== "VariableDeclaration" || node.kind !== "const") continue;
    for (const { id, init } of node.declarations)
      if (id.type === "Identifier" && init && !machines.has(id.name))
        consts.push({ name: id.name, id: nameSpan(id), init });
  }
  return consts;
}

/** The name alone: Babel's identifier includes the type annotation behind it. */
const nameSpan = (id: { readonly name: string; readonly start?: number | null }): Located => ({
  start: id.start ?? 0,
  end: (id.start ?? 0) + id.name.length,
});

/** `const m = setup(..).createMachine(..)`, also with `.provide(..)` behind it, gives the call the name `m`. */
function giveName(node: Expression, scope: Scope, name: string, names: Map<CallExpression, string>): void {
  let at = node;
  for (let i = 0; i < 16; i++) {
    at = unwrap(at);
    if (at.type !== "CallExpression") return;
    if (calledName(at, scope) === "createMachine") {
      names.set(at, name);
      return;
    }
    const { callee } = at;
    if (callee.type === "MemberExpression" && callee.object.type !== "Super")
      at = callee.object as Expression;
    else {
      const inner = argument(at, 0);
      if (!inner || (calleeName(at) !== "freeze" && calleeName(at) !== "createActor")) return;
      at = inner;
    }
  }
}

/** `createMachine(...).provide(a).provide(b)` leads from the outer call inwards: b is met before a, and wins. */
function giveProvided(call: CallExpression, provided: Map<Expression, Expression[]>): void {
  const given = argument(call, 0);
  if (!given || call.callee.type !== "MemberExpression" || call.callee.object.type === "Super") return;
  const inner = unwrap(call.callee.object as Expression);
  provided.set(inner, [given, ...(provided.get(call) ?? [])]);
}

/**
 * Whether a node can hold what is looked for: its stretch of the text matches somewhere. Saves walking through trees that are many
 * times as large as what is found in them.
 * @param pattern global; must match wherever the thing looked for is written
 */
function suspects(text: string, pattern: RegExp): (node: Located) => boolean {
  const places = Array.from(text.matchAll(pattern), ({ index }) => index);
  return ({ start, end }) => {
    const from = start ?? 0;
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] as number) < from) low = middle + 1;
      else high = middle;
    }
    return low < places.length && (places[low] as number) < (end ?? text.length);
  };
}
