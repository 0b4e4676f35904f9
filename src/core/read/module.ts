import type { Chart, Implementation } from "#core/chart/chart.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";

/** What `readModule` finds in a module text. */
export interface ModuleReading {
  readonly lang: "ts" | "js";
  /** One per machine in the file, in document order. Empty while the text cannot be parsed. */
  readonly charts: readonly Chart[];
  /** Consts at the top of the file that guards and actions may use, machines left out: helpers and tables. */
  readonly consts?: readonly Implementation[];
  /** Syntax error (at most one: `syntax-error`) and faults found while reading. `file` is "machine". */
  readonly diagnostics: readonly Diagnostic[];
  /** False while the text cannot be parsed. */
  readonly parsed: boolean;
}
