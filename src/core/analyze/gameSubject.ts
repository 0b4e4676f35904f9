import type { Chart } from "#core/chart/chart.ts";
import type { DiagnosticCode } from "#core/diagnostic/codes.ts";
import type { Diagnostic, Severity } from "#core/diagnostic/diagnostic.ts";
import { keySpan, nodeAt } from "#core/ruleset/jsonText.ts";
import type { LoadedRuleset } from "#core/ruleset/loadRuleset.ts";

/** A machine together with the rules files that speak of it. */
export interface GameSubject extends Pick<LoadedRuleset, "ruleset" | "scenarios" | "nodes"> {
  readonly chart: Chart;
  /** The texts of the game by logical name, those that cannot be read among them. */
  readonly files: ReadonlyMap<string, string>;
}

/** A diagnostic about a place in a rules file: a way of keys and indexes; `on` says whether to mark the key or the value. */
export function inFile(
  loaded: Pick<LoadedRuleset, "nodes">,
  file: string,
  way: readonly (string | number)[],
  code: DiagnosticCode,
  severity: Severity,
  facts: Diagnostic["facts"] = {},
  on: "key" | "value" = "value",
): Diagnostic {
  const node = loaded.nodes.get(file);
  const at = node && (on === "key" ? keySpan(node, way) : nodeAt(node, way).at);
  return { code, severity, file, ...(at ? { at } : {}), facts };
}

/** Whether the clause ids are known, so that an unknown one can be recognised. */
export const knowsClauses = ({ nodes }: Pick<LoadedRuleset, "nodes">): boolean => nodes.has("clauses");

/** A list of names, shortened for a message; the count stands beside it. */
export const fewOf = (names: readonly string[]): readonly string[] =>
  names.length > 6 ? [...names.slice(0, 5), "…"] : names;
