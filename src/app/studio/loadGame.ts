import { isSameFault, type Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { isSameFix, type Fix } from "#core/diagnostic/fix.ts";
import type { Ruleset } from "#core/ruleset/ruleset.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import type { Graph } from "#core/project/gameMoment.ts";
import type { Files } from "#core/project/history.ts";
import { type Budget, withinBudget, type BudgetFor } from "#core/text/budget.ts";
import { atOnce, type Steps } from "#core/text/steps.ts";
import { checkInSteps } from "#core/analyze/check.ts";
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
export const loadGame = (...given: Parameters<typeof loadInSteps>): LoadedGame =>
  atOnce(loadInSteps(...given));

/** Milliseconds of a task before the page takes input again. */
const TASK_MS = 12;

/**
 * The same, a check or a few in a task.
 * @param isOver whether nobody wants it any more
 * @returns undefined where nobody did
 */
export async function loadBeside(
  isOver: () => boolean,
  ...given: Parameters<typeof loadInSteps>
): Promise<LoadedGame | undefined> {
  const work = loadInSteps(...given);
  while (!isOver()) {
    const end = performance.now() + TASK_MS;
    let step = work.next();
    while (!step.done && performance.now() < end) step = work.next();
    if (step.done) return step.value;
    await new Promise((done) => setTimeout(done));
  }
  return undefined;
}

function* loadInSteps(
  files: Files,
  graph: Graph,
  revision: number,
  lastGood = new Map<string, string>(),
  budgetFor?: BudgetFor,
): Steps<LoadedGame> {
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
  yield;
  const budget = budgetFor?.([...files.values()].reduce((sum, text) => sum + text.length, 0));
  const checked = yield* checkWithin(budget, checkInSteps({ reading: graph.now, files, ruleset, scenarios }));
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

/** Each check has the budget to itself, because the page takes input between them. */
function* checkWithin(budget: Budget | undefined, checks: Steps<Diagnostic[]>): Steps<Checked> {
  for (;;) {
    const step = withinBudget<IteratorResult<undefined, Diagnostic[]> | { readonly stopped: number }>(
      budget,
      () => checks.next(),
      ({ seconds }) => ({ stopped: seconds }),
    );
    if ("stopped" in step) return { found: [checksStopped(step.stopped)], stopped: step.stopped };
    if (step.done) return { found: step.value };
    yield;
  }
}

const checksStopped = (seconds: number): Diagnostic => ({
  code: "checks-stopped",
  severity: "warning",
  file: "machine",
  facts: { seconds },
});
