import type { Chart, Implementation } from "#core/chart/chart.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";

/** One import that was followed, as written and in which file; without `path` there is no such file. */
export interface Followed {
  readonly specifier: string;
  readonly from: string;
  readonly path?: string;
}

/** What `readModule` finds in a module text. */
export interface ModuleReading {
  /** What was read. */
  readonly text: string;
  readonly lang: "ts" | "js";
  /** One per machine in the file, in document order. Empty while the text cannot be parsed. */
  readonly charts: readonly Chart[];
  /** Consts and functions at the top of the file that guards and actions may use, machines left out: helpers and tables. */
  readonly consts?: readonly Implementation[];
  /** Syntax error (at most one: `syntax-error`) and faults found while reading. `file` is "machine". */
  readonly diagnostics: readonly Diagnostic[];
  /** The imports of other files that the charts needed, found or not. Absent when there are none. */
  readonly imports?: readonly Followed[];
  /** False while the text cannot be parsed. */
  readonly parsed: boolean;
  /** It took so many seconds that it was given up: nothing is known of the text. */
  readonly stopped?: number;
  /** Its machines are larger than can be read: nothing is known of the text. */
  readonly tooLarge?: true;
}
