import { isSameFault, type Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { isSameFix, type Fix } from "#core/diagnostic/fix.ts";
import type { Ruleset } from "#core/ruleset/ruleset.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import type { Graph } from "#core/project/gameMoment.ts";
import type { Files } from "#core/project/history.ts";
import { withinBudget, type BudgetFor } from "#core/text/budget.ts";
import { checkGame } from "#core/analyze/check.ts";
import { fixesOf } from "#core/analyze/fixesOf.ts";
import { schemaOf } from "#core/ruleset/format.ts";
import { isFileRead, loadFile } from "#core/ruleset/loadFile.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";

/** The rules of the open game, validated, and everything that is wrong with the game. */
export interface LoadedGame {
  readonly ruleset: Ruleset;
  readonly scenarios: Readonly<Record<string, Scenario>>;
  readonly diagnostics: readonly Diagnostic[];
  /** Of the project, when this was worked out. */
  readonly revision: number;
  /** What is wrong with the files that are no JSON now. */
  readonly faulty: readonly Diagnostic[];
  /** Those of them, by logical name, of which nothing is shown: they were none when the game was opened. The rest is as it last was. */
  readonly unread: ReadonlySet<string>;
  /** The checks took so many seconds that they were given up: `diagnostics` lacks what they would have found. */
  readonly stopped?: number;
  /** What can be done about one of the diagnostics, worked out at the first call. */
  readonly fixesOf: (diagnostic: Diagnostic) => readonly Fix[];
  /** A fix that was shown for an earlier text, among those of the diagnostics of now. */
  readonly fixAgain: (all: readonly Diagnostic[], diagnostic: Diagnostic, fix: Fix) => Fix | undefined;
}

const NO_JSON: ReadonlySet<string> = new Set(["json-syntax", "json-too-deep"]);

/** Characters that are read in one task: that takes some 100 ms. A file that is longer has a task of its own. */
const CHARACTERS_PER_TASK = 200_000;

/**
 * Reads the rule files ahead, so many in a task that the page takes input between them: `loadGame` finds them read. Many small files take as
 * long as a large one: 3,000 scenarios in one task stood for seconds.
 * @param isOver whether nobody wants them any more
 */
export async function readAhead(files: Files, isOver: () => boolean): Promise<void> {
  let read = 0;
  for (const [name, text] of files) {
    if (!schemaOf(name) || isFileRead(name, text)) continue;
    if (read > 0 && read + text.length > CHARACTERS_PER_TASK) {
      await new Promise((done) => setTimeout(done));
      if (isOver()) return;
      read = 0;
    }
    loadFile(name, text);
    read += text.length;
  }
  // What follows has a task of its own.
  if (read >= CHARACTERS_PER_TASK / 2) await new Promise((done) => setTimeout(done));
}

/**
 * Validates the rule files and checks the machine against them.
 * @param lastGood the texts of files that were JSON, kept from call to call: a file that is none now is shown as it last was
 * @param budgetFor what the checks may take, and what can be done about one diagnostic; without it, as long as they take
 */
export function loadGame(
  files: Files,
  graph: Graph,
  revision: number,
  lastGood = new Map<string, string>(),
  budgetFor?: BudgetFor,
): LoadedGame {
  const { diagnostics, nodes } = loadRuleset(files);
  const faulty = diagnostics.filter(({ code, file }) => NO_JSON.has(code) && !nodes.has(file));
  for (const name of nodes.keys()) lastGood.set(name, files.get(name) ?? "");
  const unread = new Set(faulty.flatMap(({ file }) => (lastGood.has(file) ? [] : [file])));
  const lastReadable = faulty.flatMap(({ file }) => {
    const text = lastGood.get(file);
    return text === undefined ? [] : [[file, text] as const];
  });
  const usable = new Map([...files, ...lastReadable]);
  const { ruleset, scenarios } = loadRuleset(usable);
  const budget = budgetFor?.([...files.values()].reduce((sum, text) => sum + text.length, 0));
  const checked = withinBudget<Checked>(
    budget,
    () => ({ found: checkGame({ reading: graph.now, files, ruleset, scenarios }) }),
    ({ seconds }) => ({ found: [checksStopped(seconds)], stopped: seconds }),
  );
  const known = new WeakMap<Diagnostic, readonly Fix[]>();
  const fixes = (diagnostic: Diagnostic) => {
    const find = () => fixesOf(diagnostic, graph.now, files);
    const found = known.get(diagnostic) ?? withinBudget<readonly Fix[]>(budget, find, () => []);
    known.set(diagnostic, found);
    return found;
  };
  return {
    revision,
    faulty,
    unread,
    fixesOf: fixes,
    fixAgain: (all, diagnostic, fix) => {
      const reported = all.find((other) => other === diagnostic || isSameFault(other, diagnostic));
      return reported && fixes(reported).find((candidate) => isSameFix(candidate, fix));
    },
    ruleset,
    scenarios,
    diagnostics: [...graph.now.diagnostics, ...diagnostics, ...checked.found],
    ...(checked.stopped === undefined ? {} : { stopped: checked.stopped }),
  };
}

interface Checked {
  readonly found: readonly Diagnostic[];
  readonly stopped?: number;
}

const checksStopped = (seconds: number): Diagnostic => ({
  code: "checks-stopped",
  severity: "warning",
  file: "machine",
  facts: { seconds },
});
