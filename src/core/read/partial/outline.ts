import type { StateNode } from "#core/chart/chart.ts";
import { type EnumDeclaration, type Expression } from "#core/syntax/ast.ts";
import { spanOf, type Node } from "#core/syntax/node.ts";
import { makers, type Found } from "#core/read/modules/findMachines.ts";
import type { ModuleReading } from "#core/read/module.ts";
import { isOfProject } from "#core/read/modules/moduleGraph.ts";
import { parseModule, parsePiece } from "#core/syntax/parse.ts";
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
  readonly own: ReadonlyMap<string, Name>;
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

/** Thrown where a part of a module cannot be read without the rest of it. */
export class NeedsWhole extends Error {}

const outlines = new WeakMap<ModuleReading, Outline>();
export const outlineOf = (reading: ModuleReading): Outline | undefined => outlines.get(reading);
export function keepOutline(reading: ModuleReading, outline: Outline): void {
  outlines.set(reading, outline);
}

/** Places of the names and types of a module. */
export function outlineNames({ machines, types }: Found): Pick<Outline, "names" | "typesAt"> {
  const known = new Map<Scope, Names>();
  const namesOf = (scope: Scope): Names => {
    const before = known.get(scope);
    if (before) return before;
    const own = new Map([...scope.names].map(([name, binding]) => [name, nameOf(binding)]));
    const names = { own, makers: makers(scope), outer: scope.outer && namesOf(scope.outer) };
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

/** Other names for `createMachine` that are in force. */
export function makersIn(names: Names): string[] {
  return [...names.makers, ...(names.outer ? makersIn(names.outer) : [])];
}

/** The names with their values, each parsed when it is asked for. @throws NeedsWhole from there when that fails */
export function scopeOfNames(names: Names, text: string, lang: "ts" | "js"): Scope {
  const table = new Map<string, Binding>();
  const { outer } = names;
  const scope: Scope = { names: table, outer: outer && scopeOfNames(outer, text, lang), text };
  for (const [name, one] of names.own) table.set(name, bindingOf(one, scope, text, lang));
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

/** The same names where they are after an edit. */
export function moveNames(all: readonly Names[], move: (at: Span) => Span): Names[] {
  const known = new Map<Names, Names>();
  const moved = (names: Names): Names => {
    const before = known.get(names);
    if (before) return before;
    const own = new Map([...names.own].map(([name, one]) => [name, moveName(one, move)]));
    const now = { own, makers: names.makers, outer: names.outer && moved(names.outer) };
    known.set(names, now);
    return now;
  };
  return all.map(moved);
}

function moveName(name: Name, move: (at: Span) => Span): Name {
  if (name.kind === "unknown" || name.kind === "import") return name;
  const at = move(name.at);
  return name.kind === "part" ? { ...name, at, object: move(name.object) } : { ...name, at };
}

/** Whether a change of some words may change how often an object in a const is used, and so whether it may be edited. */
export function mayChangeUses(names: Names, words: ReadonlySet<string>, text: string): boolean {
  for (let at: Names | undefined = names; at; at = at.outer)
    for (const word of words) {
      const name = at.own.get(word);
      if (name?.kind === "const" && "{[(<".includes(text[name.at.from] ?? "")) return true;
    }
  return false;
}

/** Whether a stretch of code may name something that leads to another file of the project. */
export function mayImport(names: Names, code: string): boolean {
  if (code.includes("\\u")) return true;
  const words = new Set(code.match(/[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/gu));
  for (let at: Names | undefined = names; at; at = at.outer)
    for (const [name, one] of at.own) {
      if (one.kind === "unknown" || !words.has(name)) continue;
      if (one.kind !== "import" || isOfProject(one.from)) return true;
    }
  return false;
}
