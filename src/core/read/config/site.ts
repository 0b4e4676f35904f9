import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Span } from "#core/text/textEdit.ts";
import type { Elsewhere, Opaque, StatePath, Target } from "#core/chart/chart.ts";
import { asGiven } from "#core/syntax/calls/ways.ts";
import { unwrap, type Expression, type ObjectPart } from "#core/syntax/ast.ts";
import { spanOf, type Located } from "#core/syntax/node.ts";
import { lookup, moduleOf, type Scope, type Within } from "#core/syntax/scope.ts";

/** What one reading of a module gathers while it walks. */
export interface Reader {
  readonly text: string;
  readonly diagnostics: Diagnostic[];
  /** Targets to resolve once the whole tree is known. */
  readonly pending: PendingTarget[];
  /** Set when a state has a place outside its own text, through a const or a spread. */
  reaches: boolean;
  /** The configs that are being read: one that stands in itself has no end. */
  readonly open: { readonly node: Expression; readonly scope: Scope }[];
  /** `StateNode.idName` of the root. */
  idName?: string | undefined;
}
export interface PendingTarget {
  readonly target: Target;
  readonly source: StatePath;
  readonly history: boolean;
}

/** The state being read: spans count from `base`, what is not understood is put into `opaque`. */
export interface Site {
  readonly reader: Reader;
  readonly path: StatePath;
  readonly base: number;
  /** Absolute end of the state's text. */
  readonly end: number;
  readonly opaque: Opaque[];
}

/**
 * Span of a node relative to the state being read; of one in another file the span of what stands for it here.
 * @param within where the node is written
 */
export function at(site: Site, node: Located, within: Within): Span {
  const { start, end } = within.via ?? node;
  const from = start ?? 0;
  const to = end ?? 0;
  const { base } = site;
  if (from < base || to > site.end) site.reader.reaches = true;
  return { from: from - base, to: to - base };
}

/** Notes a place of the state being read, absolute: one outside the state's text moves against it. */
export function noteReach({ reader, base, end }: Site, { from, to }: Span): void {
  if (from < base || to > end) reader.reaches = true;
}

/** The text of a node, verbatim; of a parameter that of what it is given. */
export function textOf(
  site: { readonly reader: Pick<Reader, "text"> },
  node: Located & { readonly type?: string },
  within: Within,
): string {
  const isName = node.type === "Identifier" || node.type === "BoundValue";
  const value = isName ? asGiven({ ...within, node: node as Expression, shared: true }) : undefined;
  const { via, scope } = value ?? within;
  const { start, end } = value?.node ?? node;
  const text = via ? moduleOf(scope)?.text : undefined;
  return (text ?? site.reader.text).slice(start ?? 0, end ?? 0);
}

/** Notes a part that is shown but not understood. */
export function opaque(site: Site, kind: Opaque["what"], node: Located, within: Within): void {
  const from = specifierOf(node as Expression, within.scope);
  const part = { what: kind, at: at(site, node, within), text: textOf(site, node, within) };
  site.opaque.push(from === undefined ? part : { ...part, from });
}

/** The module that a name at the head of an expression, such as `phases` of `...phases.draw`, is imported from. */
function specifierOf(node: Expression | ObjectPart, scope: Scope): string | undefined {
  let at: Located & { readonly type: string } = node;
  for (let i = 0; i < 32; i++) {
    const inner = headOf(at as Expression | ObjectPart);
    if (!inner) break;
    at = inner;
  }
  const binding = at.type === "Identifier" ? lookup(scope, (at as { name?: string }).name ?? "") : undefined;
  return binding?.kind === "import" ? binding.from : undefined;
}

function headOf(node: Expression | ObjectPart): Expression | undefined {
  if (node.type === "SpreadElement") return node.argument;
  if (node.type === "ObjectProperty") return node.value as Expression;
  if (node.type === "MemberExpression") return node.object as Expression;
  if (node.type === "CallExpression") return node.callee as Expression;
  const inner = unwrap(node as Expression);
  return inner === node ? undefined : inner;
}

/** Where a node of another file is written; undefined for one of the text that is read. */
export function elsewhere(node: Located, within: Within): Elsewhere | undefined {
  const module = within.via && moduleOf(within.scope);
  return module && { file: module.path, at: spanOf(node) };
}
