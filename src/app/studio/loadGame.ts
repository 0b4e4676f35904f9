import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Ruleset } from "#core/ruleset/ruleset.ts";
import type { Scenario } from "#core/run/scenario.ts";
import type { Files } from "#core/project/history.ts";
import type { Graph } from "#core/project/GraphReader.ts";
import { checkGame } from "#core/analyze/check.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";

/** The rules of the open game, validated, and everything that is wrong with the game. */
export interface LoadedGame {
  readonly ruleset: Ruleset;
  readonly scenarios: Readonly<Record<string, Scenario>>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Validates the rule files and checks the machine against them. */
export function loadGame(files: Files, graph: Graph): LoadedGame {
  const { ruleset, scenarios, diagnostics } = loadRuleset(files);
  return {
    ruleset,
    scenarios,
    diagnostics: [
      ...graph.now.diagnostics,
      ...diagnostics,
      ...checkGame({ reading: graph.now, files, ruleset, scenarios }),
    ],
  };
}
