import type { AppliedFix } from "#cli/check/fixGame.ts";
import { reviewJson, reviewLines, type reviewReport } from "#cli/check/reviewReport.ts";
import { appliedFixJson, appliedFixLine, asJson, type GameReport } from "#cli/check/report.ts";
import { diagnosticLine } from "#cli/diagnosticLine.ts";
import { errorJson, storeWords } from "#cli/failure.ts";
import type { StrayMachine, UnreadGame } from "#cli/games.ts";
import type { ExitCode } from "#cli/io.ts";
import { strayWords, type Language } from "#cli/words.ts";
import type { Severity } from "#core/diagnostic/diagnostic.ts";

/** What a check came to. */
export interface CheckResult {
  readonly reports: readonly CheckedGame[];
  readonly unread: readonly UnreadGame[];
  readonly stray: readonly StrayMachine[];
  /** From which the files of what could not be read are named. Absolute. */
  readonly folder: string;
}

export interface CheckedGame extends GameReport {
  /** What `--fix` did; absent without it. */
  readonly fixes?: readonly AppliedFix[];
  /** Absent without `--review`. */
  readonly review?: ReturnType<typeof reviewReport>;
}

interface Counts {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
}

/** How much is wrong. */
export function countsOf({ reports, unread, stray }: CheckResult): Counts {
  const diagnostics = reports.flatMap((report) => report.diagnostics);
  const count = (severity: Severity) =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  return {
    errors: count("error") + unread.length,
    warnings: count("warning") + stray.length,
    infos: count("info"),
  };
}

/** 1 when something is an error, somebody doubts a clause, or machines lie there of which none could be checked. */
export function exitCodeOf(result: CheckResult): ExitCode {
  const { reports, unread, stray } = result;
  const isDoubted = reports.some(({ review }) => review !== undefined && review.open.length > 0);
  const isEmpty = reports.length + unread.length === 0 && stray.length > 0;
  return countsOf(result).errors > 0 || isDoubted || isEmpty ? 1 : 0;
}

/** The report for programs. @param cwd from which files are named in errors of the system */
export function resultJson(result: CheckResult, language: Language, cwd: string): object {
  const { reports, unread, stray } = result;
  const games = reports.map(({ fixes, review, ...report }) => ({
    id: report.game.id,
    ...(fixes ? { fixed: fixes.map((done) => appliedFixJson(done, report.game, language)) } : {}),
    diagnostics: report.diagnostics.map((diagnostic) => asJson(diagnostic, report, language)),
    ...(review ? { review: reviewJson(review) } : {}),
  }));
  const lost = unread.map(({ id, unread: error }) => ({
    id,
    error: errorJson(error, language, cwd),
    diagnostics: [],
  }));
  return { games: [...games, ...lost], ...(stray.length > 0 ? { stray } : {}), ...countsOf(result) };
}

/** The report for people, a line for each fault, and how many there are. */
export function resultLines(result: CheckResult, language: Language): string {
  const { reports, unread, stray } = result;
  const lines = reports.flatMap(({ game, fixes = [], diagnostics, review }) => [
    ...fixes.map((done) => appliedFixLine(done, game, language)),
    ...diagnostics.map((diagnostic) => diagnosticLine(diagnostic, game, language)),
    ...(review ? [reviewLines(review, game, language)] : []),
  ]);
  const lost = unread.map(
    ({ id, unread: error }) =>
      `${error.facts.file ?? id}  error  ${storeWords(error, language)}  ${error.code}\n`,
  );
  const names = stray.map(
    (machine) => `${machine.file}  warning  ${strayWords(machine, language)}  no-game\n`,
  );
  const { errors, warnings, infos } = countsOf(result);
  const hasFixes = reports.some(({ fixes }) => fixes);
  const fixNote = hasFixes ? `${reports.flatMap(({ fixes = [] }) => fixes).length} fixed, ` : "";
  const total = `${plural(reports.length + unread.length, "game")}: ${fixNote}${plural(errors, "error")}, ${plural(warnings, "warning")}, ${plural(infos, "note")}\n`;
  return [...lines, ...lost, ...names, total].join("");
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;
