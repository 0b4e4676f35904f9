import {
  calleeName,
  unwrap,
  type CallExpression,
  type Comment,
  type EnumDeclaration,
  type Expression,
  type Interface,
  type TypeAlias,
} from "#core/syntax/ast.ts";
import type { Located, Node } from "#core/syntax/node.ts";

/** What a name stands for: a `const` with its value, an enum, an import, or something that is not known before running. */
export type Binding =
  | { readonly kind: "const"; readonly init: Expression; readonly scope: Scope }
  /** A declared function: nothing but a call of it says more. Or a class, of which the static members do. */
  | { readonly kind: "function"; readonly declaration: Node; readonly scope: Scope }
  /** While a call is read: what its function is given under the name. */
  | { readonly kind: "given"; readonly value: Value }
  | { readonly kind: "enum"; readonly declaration: EnumDeclaration; readonly scope: Scope }
  | ImportBinding
  | { readonly kind: "unknown" };

/** `name` is that of the export in the other module, `*` the whole of it; an `import type` has no value. */
export interface ImportBinding {
  readonly kind: "import";
  readonly from: string;
  readonly name: string;
  readonly typeOnly: boolean;
  readonly scope: Scope;
}

/** Types declared in a file by name; the first of a name counts. */
export type TypeTable = ReadonlyMap<string, TypeAlias | Interface>;

/** A file: the one that is read, or one that it imports. */
export interface SourceModule {
  /** As the `modules` function of the reading names it. */
  readonly path: string;
  readonly text: string;
  readonly top: Scope;
  /** Types declared at its top. */
  readonly types: TypeTable;
  /** All comments, in order. */
  readonly comments: readonly Comment[];
  /** What an export of a module that this one imports stands for; undefined when there is no such file or export. */
  imported(from: string, name: string): Binding | undefined;
  /** The same for a type. */
  importedType(from: string, name: string): DeclaredType | undefined;
}
export interface DeclaredType {
  readonly module: SourceModule;
  readonly declaration: TypeAlias | Interface;
}

/** Names of one block, function or module and of those around it. */
export interface Scope {
  readonly names: ReadonlyMap<string, Binding>;
  readonly outer: Scope | undefined;
  /** The module whose top this is. */
  readonly module?: SourceModule;
  /** Of the top of a module that is read in part: the whole text. */
  readonly text?: string;
  /** The call for which a function is read, when these are names of one. */
  readonly call?: OpenCall;
}

/** A call that is being read. */
export interface OpenCall {
  readonly callee: Node;
  /** What is called, as the call names it: `phase`, `helpers.phase`; "" for any other expression. */
  readonly name: string;
  /** The call that its own call stands in. */
  readonly within: OpenCall | undefined;
  readonly depth: number;
  /** How many more calls may be opened for the outermost one. */
  readonly budget: { left: number };
}

/** Which names an expression sees, and in which file it is written. */
export interface Within {
  readonly scope: Scope;
  /**
   * Reached through an import: what stands for it in the text that is read. Spans of a chart are spans of that text only, so
   * all that is written in another file has the place of this.
   */
  readonly via?: Located | undefined;
}

/** An expression where it is written, with the names it sees. `shared`: reached through a const, so not written in place. */
export interface Value extends Within {
  readonly node: Expression;
  readonly shared: boolean;
}

/** Constants that refer to constants are followed this far; a longer chain is a cycle. */
export const MAX_CONST_HOPS = 32;

export function lookup(scope: Scope, name: string): Binding | undefined {
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const binding = at.names.get(name);
    if (binding) return binding;
  }
  return undefined;
}

/** The call for which the code of a scope is read. */
export function callOf(scope: Scope): OpenCall | undefined {
  let at: Scope | undefined = scope;
  while (at && !at.call) at = at.outer;
  return at?.call;
}

/** The module in which a scope lies. */
export function moduleOf(scope: Scope): SourceModule | undefined {
  let at: Scope | undefined = scope;
  while (at && !at.module) at = at.outer;
  return at?.module;
}

/** The text in which a scope lies. */
export function textAround(scope: Scope): string | undefined {
  let at = scope;
  while (at.outer) at = at.outer;
  return at.module?.text ?? at.text;
}

/** What a name stands for in the end: imports are followed from file to file. Undefined when they lead out of what is known. */
export function definition(
  binding: Binding | undefined,
  use: "value" | "type" = "value",
): Exclude<Binding, ImportBinding> | undefined {
  let at = binding;
  for (let i = 0; at?.kind === "import"; i++) {
    if ((at.typeOnly && use === "value") || i > MAX_CONST_HOPS) return undefined;
    at = at.scope.module?.imported(at.from, at.name);
  }
  return at;
}

/**
 * What is called, by the name that its module gives it: `createMachine` of `make(...)` after `import { createMachine as make }`,
 * `assign` of `assign(...)`, `xs.assign(...)`, `setup(...).assign(...)` and what is taken out of those.
 */
export function calledName(call: CallExpression, scope: Scope): string | undefined {
  const callee = unwrap(call.callee as Expression);
  const binding = callee.type === "Identifier" ? lookup(scope, callee.name) : undefined;
  if (binding?.kind === "import" && binding.from.startsWith("xstate") && !binding.typeOnly)
    return binding.name;
  // `const { assign: set } = setup(...)`, `const set = xs.assign`.
  const held = binding?.kind === "const" ? unwrap(binding.init) : undefined;
  if (held?.type === "MemberExpression" && !held.computed && held.property.type === "Identifier")
    return held.property.name;
  return calleeName(call);
}
