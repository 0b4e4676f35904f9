import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Span } from "#core/text/textEdit.ts";
import type { Opaque, StatePath, Target } from "#core/chart/chart.ts";
import { spanOf, type Located } from "#core/read/ast.ts";

/** What one reading of a module gathers while it walks. */
export interface Reader {
  readonly text: string;
  readonly diagnostics: Diagnostic[];
  /** Targets to resolve once the whole tree is known. */
  readonly pending: { readonly target: Target; readonly source: StatePath; readonly history: boolean }[];
}

/** The state being read: spans count from `base`, what is not understood is put into `opaque`. */
export interface Site {
  readonly reader: Reader;
  readonly path: StatePath;
  readonly base: number;
  readonly opaque: Opaque[];
}

/** Span of a node relative to the state being read. */
export function at(site: Site, node: Located): Span {
  const { from, to } = spanOf(node);
  return { from: from - site.base, to: to - site.base };
}

/** The text of a node, verbatim. */
export const textOf = (site: { readonly reader: Reader }, node: Located): string =>
  site.reader.text.slice(node.start ?? 0, node.end ?? 0);

/** Notes a part that is shown but not understood. */
export function opaque(site: Site, what: Opaque["what"], node: Located): void {
  site.opaque.push({ what, at: at(site, node), text: textOf(site, node) });
}
