import type { Chart } from "#core/chart/chart.ts";
import { mainChart } from "#core/chart/machineKey.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { addAll } from "#core/text/addAll.ts";
import { atOnce, type Steps } from "#core/text/steps.ts";
import type { ModuleReading } from "#core/read/module.ts";
import type { FileLimits } from "#core/ruleset/loadFile.ts";
import { loadRuleset, type LoadedRuleset } from "#core/ruleset/loadRuleset.ts";
import { checkConfigShape, checkSetupShape } from "#core/analyze/configShape.ts";
import { checkFlow } from "#core/analyze/checkFlow.ts";
import { checkImports } from "#core/analyze/checkImports.ts";
import { checkKinds, checkRegions, checkWildcards } from "#core/analyze/checkKinds.ts";
import { checkLabelBasis } from "#core/analyze/checkLabelBasis.ts";
import { checkNames } from "#core/analyze/checkNames.ts";
import { checkPlay } from "#core/analyze/checkPlay.ts";
import { checkView } from "#core/analyze/checkView.ts";
import { checkPlayers } from "#core/analyze/checkPlayers.ts";
import { checkClausesThere, checkRules } from "#core/analyze/checkRules.ts";
import { checkSideFiles } from "#core/analyze/checkSideFiles.ts";
import { checkTargets } from "#core/analyze/checkTargets.ts";
import { checkUnread } from "#core/analyze/checkUnread.ts";
import { checkWords } from "#core/analyze/checkWords.ts";
import { callFaults } from "#core/analyze/functionFaults.ts";
import { checkXState4 } from "#core/analyze/xstate4.ts";
import { xstate6Sign } from "#core/syntax/xstate6.ts";
import { readSyntax } from "#core/analyze/literal.ts";

/** A reading and the files; the result of `loadRuleset` for them is computed when it is not given. */
export interface CheckInput extends Partial<LoadedRuleset> {
  /** The result of `readModule` for the machine's text. */
  readonly reading: ModuleReading;
  /** All files of the game by logical name, the `machine` among them. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * What is wrong with a game beyond what reading its module and loading its files already found: what XState would take
 * silently, and what the machine and the rules say of each other. In order of file and place; nothing is run.
 */
export const checkGame = (input: CheckInput): Diagnostic[] => atOnce(checkInSteps(input));

/** The same in steps: each check is one. */
export function* checkInSteps(input: CheckInput): Steps<Diagnostic[]> {
  const { reading, files } = input;
  const text = files.get("machine") ?? reading.text;
  const diagnostics: Diagnostic[] = [];
  const add = (more: readonly Diagnostic[]) => addAll(diagnostics, more);
  const isGame = files.has("ruleset");
  const newer = reading.parsed ? xstate6Sign(text, reading.lang) : undefined;
  if (newer) {
    // What it seems to be as a machine of version 5 is not worth telling.
    const { at, sign } = newer;
    return [{ code: "xstate-6", severity: "error", file: "machine", at, facts: { sign } }];
  }
  yield;
  const syntax = reading.parsed ? readSyntax(text, reading.lang) : undefined;
  yield;
  if (syntax && reading.charts.length > 0)
    add([...checkImports(syntax, isGame), ...syntax.calls.flatMap((call) => callFaults(syntax, call))]);
  // Where there is no machine the reason may be that XState calls it otherwise now.
  else if (syntax) add(checkImports(syntax, false).filter(({ code }) => code === "import-unknown"));
  yield;
  for (const chart of reading.charts) {
    const shape = syntax && chart.configAt ? checkConfigShape(syntax, chart.configAt, text) : [];
    // How keys should look is a rule for games; XState itself takes any.
    const shapeFaults = shape.filter((diagnostic) => isGame || diagnostic.code !== "key-grammar");
    if (syntax && chart.setup) addAll(shapeFaults, checkSetupShape(syntax, chart.setup.at));
    yield;
    for (const check of [
      checkTargets,
      checkKinds,
      checkUnread,
      checkRegions,
      checkWildcards,
      () => checkNames(chart, text, syntax, isGame),
      checkFlow,
    ]) {
      addAll(shapeFaults, check(chart));
      yield;
    }
    add(ofMachine(reading, chart, shapeFaults));
  }
  // It stands before the faults that it is the reason of.
  if (syntax) diagnostics.unshift(...checkXState4(syntax, diagnostics, text));
  yield;
  const chart = gameChart(reading);
  const loaded = () => {
    const { ruleset, scenarios, nodes } = input;
    return ruleset && scenarios && nodes ? { ruleset, scenarios, nodes } : loadRuleset(files);
  };
  if (chart && isGame) {
    const game = { ...loaded(), chart, files };
    const consts = reading.consts ?? [];
    for (const check of [
      () => checkClausesThere(game, files),
      () => checkRules(game, syntax),
      () => checkWords(game, consts),
      () => checkLabelBasis(game, consts),
      () => checkPlay(game),
      () => checkView(game),
      () => checkPlayers(game, consts),
      () => checkSideFiles(game),
    ]) {
      add(ofMachine(reading, chart, check()));
      yield;
    }
  } else if (chart && [...files.keys()].some((name) => name.startsWith("scenarios/")))
    // A machine without rules can be played as well.
    add(ofMachine(reading, chart, checkPlay({ ...loaded(), chart, files })));
  else if (isGame && !files.has("machine"))
    diagnostics.push({ code: "machine-missing", severity: "error", file: "machine", facts: {} });
  const isFormer = diagnostics.some(({ code }) => code === "xstate-4");
  if (files.has("machine") && reading.parsed && reading.charts.length === 0 && !isFormer)
    diagnostics.push({ code: "machine-not-found", severity: "error", file: "machine", facts: {} });
  return sortDiagnostics(diagnostics);
}

/** Says which machine of several these are about. */
const ofMachine = ({ charts }: ModuleReading, { ref }: Chart, diagnostics: readonly Diagnostic[]) =>
  charts.length > 1
    ? diagnostics.map((diagnostic) => ({ ...diagnostic, machine: ref.ordinal }))
    : diagnostics;

/**
 * Everything that is wrong with a game: reading, loading and checking together.
 * @param others the texts of its other files by logical name (`ruleset`, `clauses`, …); none for a machine alone
 */
export function diagnose(
  reading: ModuleReading,
  others: ReadonlyMap<string, string> = new Map(),
  limits: FileLimits = {},
): Diagnostic[] {
  const files = reading.text === "" ? others : new Map([["machine", reading.text], ...others]);
  const loaded = loadRuleset(files, limits);
  return sortDiagnostics([
    ...reading.diagnostics,
    ...loaded.diagnostics,
    ...checkGame({ reading, files, ...loaded }),
  ]);
}

/** The machine of a game: the export named `machine`, else the only or first one. */
export function gameChart(reading: ModuleReading): Chart | undefined {
  return mainChart(reading.charts);
}

const ranks = { error: 0, warning: 1, info: 2 };

/** By file (the machine first), place and severity; what two checks found alike is reported once. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const reported = new Set<string>();
  return diagnostics
    .filter((diagnostic) => {
      const key = `${diagnostic.code} ${diagnostic.file} ${diagnostic.at?.from} ${diagnostic.at?.to} ${JSON.stringify(diagnostic.facts)}`;
      return !reported.has(key) && reported.add(key);
    })
    .sort(
      (a, b) =>
        fileRank(a.file) - fileRank(b.file) ||
        (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
        (a.at?.from ?? -1) - (b.at?.from ?? -1) ||
        ranks[a.severity] - ranks[b.severity],
    );
}

const fileRank = (file: string): number =>
  file === "machine" ? 0 : file === "ruleset" ? 1 : file === "clauses" ? 2 : 3;
