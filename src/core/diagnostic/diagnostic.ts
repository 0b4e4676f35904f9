import type { DiagnosticCode } from "#core/diagnostic/codes.ts";
import type { Span } from "#core/text/textEdit.ts";

/** How bad: an `error` keeps a machine from working or a file from loading; a `warning` works but is likely not meant. */
export type Severity = "error" | "warning" | "info";

/**
 * What the author of a game got wrong, as a value. The words are in `locales/<lang>.json` under `diagnostic.<code>`;
 * `facts` fill them in. The same record is a squiggle, a badge on the graph, a row in Problems and a line of the command line.
 */
export interface Diagnostic {
  readonly code: DiagnosticCode;
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

/** What two diagnostics that tell the same have in common, wherever the text has moved to meanwhile. */
const faultKey = ({ code, file, path, facts }: Diagnostic): string =>
  JSON.stringify([code, file, path, facts]);

/** Whether two diagnostics tell the same, wherever the text has moved to meanwhile. */
export const isSameFault = (a: Diagnostic, b: Diagnostic): boolean => faultKey(a) === faultKey(b);

/**
 * A key for each of a list, all different, that stays with a fault when others come and go before it: what hangs on its row, such as an
 * open menu or the focus, outlives the next check.
 */
export function faultKeys(diagnostics: readonly Diagnostic[]): readonly string[] {
  const counts = new Map<string, number>();
  return diagnostics.map((diagnostic) => {
    const key = faultKey(diagnostic);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return `${key} ${count}`;
  });
}
