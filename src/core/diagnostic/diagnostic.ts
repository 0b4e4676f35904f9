import type { Span } from "#core/text/textEdit.ts";

/** How bad: an `error` keeps a machine from working or a file from loading; a `warning` works but is likely not meant. */
export type Severity = "error" | "warning" | "info";

/**
 * What the author of a game got wrong, as a value. The words are in `locales/<lang>.json` under `diagnostic.<code>`;
 * `facts` fill them in. The same record is a squiggle, a badge on the graph, a row in Problems and a line of the command line.
 */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  /** Logical name of the file in the game, such as `machine`, `clauses`, `labels/ja`, `scenarios/lost-serve`. */
  readonly file: string;
  /** Absolute in that file's text. */
  readonly at?: Span;
  /** Place of the machine it concerns among those of the file, when there are several. */
  readonly machine?: number;
  /** The state it concerns, for the badge on the graph. */
  readonly path?: readonly string[];
  readonly facts: Readonly<Record<string, string | number | readonly string[]>>;
}

/** Whether two diagnostics tell the same, wherever the text has moved to meanwhile. */
export const isSameFault = (a: Diagnostic, b: Diagnostic): boolean =>
  a.code === b.code &&
  a.file === b.file &&
  JSON.stringify([a.path, a.facts]) === JSON.stringify([b.path, b.facts]);
