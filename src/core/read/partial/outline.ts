import type { StateNode } from "#core/chart/chart.ts";
import type { Expression } from "#core/syntax/ast.ts";
import { spanOf } from "#core/syntax/node.ts";
import { makers, type ModuleMachines } from "#core/read/modules/findMachines.ts";
import type { ModuleReading } from "#core/read/module.ts";
import type { Binding, Scope } from "#core/syntax/scope.ts";
import type { Span } from "#core/text/textEdit.ts";

/**
 * What has to be known of a module, beside its reading, to read a part of it again. No syntax trees: they are many times as large
 * as their text, so only places are kept, and what they hold is parsed again when somebody asks for it.
 */
export interface Outline {
  /** Names that each machine sees. */
  readonly names: readonly Names[];
  /** Types declared anywhere in the file, functions included. */
  readonly typesAt: readonly Span[];
  /** For each machine a tree with the keys and ids of its own, in which targets resolve alike. */
  readonly shapes: readonly StateNode[];
  /** Whether some state of the machine has places outside its own text, through a const or a spread. */
  readonly reaches: readonly boolean[];
}

export interface Names {
  /** Other names for `createMachine`. */
  readonly makers: readonly string[];
  readonly names: ReadonlyMap<string, Name>;
  readonly outer: Names | undefined;
}
export type Name =
  | { readonly kind: "const"; readonly at: Span }
  | { readonly kind: "enum"; readonly at: Span }
  | { readonly kind: "function"; readonly at: Span }
  /** Taken out of an object: `const { key } = object`; `at` is the new name. */
  | { readonly kind: "part"; readonly at: Span; readonly object: Span; readonly key: string }
  | { readonly kind: "import"; readonly from: string; readonly name: string; readonly typeOnly: boolean }
  /** Declared, but not known before running. */
  | { readonly kind: "unknown" };

const outlines = new WeakMap<ModuleReading, Outline>();
export const outlineOf = (reading: ModuleReading): Outline | undefined => outlines.get(reading);
export function keepOutline(reading: ModuleReading, outline: Outline): void {
  outlines.set(reading, outline);
}

/** Places of the names and types of a module. */
export function outlineNames({ machines, types }: ModuleMachines): Pick<Outline, "names" | "typesAt"> {
  const known = new Map<Scope, Names>();
  const namesOf = (scope: Scope): Names => {
    const before = known.get(scope);
    if (before) return before;
    const inner = new Map([...scope.names].map(([name, binding]) => [name, nameOf(binding)]));
    const names = { names: inner, makers: makers(scope), outer: scope.outer && namesOf(scope.outer) };
    known.set(scope, names);
    return names;
  };
  return {
    names: machines.map(({ scope }) => namesOf(scope)),
    typesAt: [...types.values()].map(spanOf),
  };
}

function nameOf(binding: Binding): Name {
  if (binding.kind === "const") return constName(binding.init);
  if (binding.kind === "enum") return { kind: "enum", at: spanOf(binding.declaration) };
  if (binding.kind === "function") return { kind: "function", at: spanOf(binding.declaration) };
  if (binding.kind === "given") return { kind: "unknown" };
  if (binding.kind === "unknown") return binding;
  const { kind, from, name, typeOnly } = binding;
  return { kind, from, name, typeOnly };
}

function constName(init: Expression): Name {
  const at = spanOf(init);
  if (init.type !== "MemberExpression" || (init.object.end ?? 0) <= at.to) return { kind: "const", at };
  // The reader makes such a member of a name in a pattern: it has the place of the name, and its object stands behind it.
  const key = init.property.type === "Identifier" ? init.property.name : "";
  return { kind: "part", at, object: spanOf(init.object), key };
}
