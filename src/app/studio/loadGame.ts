import { isSameFault, type Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { isSameFix, type Fix } from "#core/diagnostic/fix.ts";
import type { Ruleset } from "#core/ruleset/ruleset.ts";
import type { Scenario } from "#core/run/scenario.ts";
import type { Files } from "#core/project/history.ts";
import type { Graph } from "#core/project/GraphReader.ts";
import { checkGame } from "#core/analyze/check.ts";
import { fixesOf } from "#core/analyze/fixesOf.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";

/** The rules of the open game, validated, and everything that is wrong with the game. */
export interface LoadedGame {
  readonly ruleset: Ruleset;
  readonly scenarios: Readonly<Record<string, Scenario>>;
  readonly diagnostics: readonly Diagnostic[];
  /** Of the project, when this was worked out. */
  readonly revision: number;
  /** Files that are no JSON now; the rules are as those last were. */
  readonly faulty: readonly Diagnostic[];
  /** What can be done about one of the diagnostics, worked out at the first call. */
  readonly fixesOf: (diagnostic: Diagnostic) => readonly Fix[];
  /** A fix that was shown for an earlier text, among those of the diagnostics of now. */
  readonly fixAgain: (all: readonly Diagnostic[], diagnostic: Diagnostic, fix: Fix) => Fix | undefined;
}

/**
 * Validates the rule files and checks the machine against them.
 * @param lastGood the texts of files that were JSON, kept from call to call: a file that is none now is shown as it last was
 */
export function loadGame(
  files: Files,
  graph: Graph,
  revision: number,
  lastGood = new Map<string, string>(),
): LoadedGame {
  const { diagnostics, nodes } = loadRuleset(files);
  const faulty = diagnostics.filter(({ code, file }) => code === "json-syntax" && lastGood.has(file));
  for (const name of nodes.keys()) lastGood.set(name, files.get(name) ?? "");
  const shown = new Map([...files, ...faulty.map(({ file }) => [file, lastGood.get(file) ?? ""] as const)]);
  const { ruleset, scenarios } = loadRuleset(shown);
  const known = new WeakMap<Diagnostic, readonly Fix[]>();
  const fixes = (diagnostic: Diagnostic) => {
    const found = known.get(diagnostic) ?? fixesOf(diagnostic, graph.now, files);
    known.set(diagnostic, found);
    return found;
  };
  return {
    revision,
    faulty,
    fixesOf: fixes,
    fixAgain: (all, diagnostic, fix) => {
      const told = all.find((one) => one === diagnostic || isSameFault(one, diagnostic));
      return told && fixes(told).find((one) => isSameFix(one, fix));
    },
    ruleset,
    scenarios,
    diagnostics: [
      ...graph.now.diagnostics,
      ...diagnostics,
      ...checkGame({ reading: graph.now, files, ruleset, scenarios }),
    ],
  };
}
