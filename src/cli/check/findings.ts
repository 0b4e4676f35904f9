import { resolve } from "node:path";
import type { Severity } from "#core/diagnostic/diagnostic.ts";
import { lineColumn, type LineColumn } from "#core/text/lines.ts";
import type { CheckResult } from "#cli/check/checkResult.ts";
import { storeWords } from "#cli/failure.ts";
import { sentence, strayWords, type Language } from "#cli/words.ts";

/** One fault of the report, as the tools of others take it: a file, a place in it and a sentence. */
export interface Finding {
  /** Absolute. */
  readonly file: string;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  /** Absent where the fault is the file's as a whole. `to` is behind the last character. */
  readonly at?: { readonly from: LineColumn; readonly to: LineColumn };
}

/** All that a check reports: of the games, of files that could not be read, and of machines that are no game for their name. */
export function findingsOf({ reports, unread, stray, folder }: CheckResult, language: Language): Finding[] {
  const ofGames = reports.flatMap(({ game, diagnostics }) =>
    diagnostics.map((diagnostic): Finding => {
      const text = game.files.get(diagnostic.file) ?? "";
      const { at } = diagnostic;
      return {
        file: resolve(game.folder, game.pathOf(diagnostic.file)),
        severity: diagnostic.severity,
        code: diagnostic.code,
        message: sentence(diagnostic, language),
        ...(at ? { at: { from: lineColumn(text, at.from), to: lineColumn(text, at.to) } } : {}),
      };
    }),
  );
  const ofFiles = unread.map(({ id, unread: error }): Finding => ({
    file: resolve(folder, error.facts.file ?? id),
    severity: "error",
    code: error.code,
    message: storeWords(error, language),
  }));
  const ofNames = stray.map((machine): Finding => ({
    file: resolve(folder, machine.file),
    severity: "warning",
    code: "no-game",
    message: strayWords(machine, language),
  }));
  return [...ofGames, ...ofFiles, ...ofNames];
}
