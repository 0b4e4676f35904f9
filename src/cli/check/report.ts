import { fixesOf } from "#core/analyze/fixesOf.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Fix } from "#core/diagnostic/fix.ts";
import { fixEdits } from "#core/edit/fixEdits.ts";
import type { ModuleReading } from "#core/read/module.ts";
import { lineColumn } from "#core/text/lines.ts";
import type { AppliedFix } from "#cli/check/fixGame.ts";
import { placeOf } from "#cli/diagnosticLine.ts";
import type { CliGame } from "#cli/games.ts";
import { fixWords, sentence, type Language } from "#cli/words.ts";

/** A game with what was found in it. */
export interface GameReport {
  readonly game: CliGame;
  readonly reading: ModuleReading;
  readonly diagnostics: readonly Diagnostic[];
}

/** `file:line:column  fixed  what was done  code`, the place as it was before. */
export function appliedFixLine(
  { diagnostic, fix, text }: AppliedFix,
  game: CliGame,
  language: Language,
): string {
  const where = placeOf(diagnostic, { ...game, files: new Map([[diagnostic.file, text]]) });
  return `${where}  fixed  ${fixWords(fix, language)}  ${diagnostic.code}\n`;
}

/** The same for programs. */
export const appliedFixJson = ({ diagnostic, fix, text }: AppliedFix, game: CliGame, language: Language) => ({
  code: diagnostic.code,
  file: game.pathOf(diagnostic.file),
  ...(diagnostic.at ? { from: { offset: diagnostic.at.from, ...lineColumn(text, diagnostic.at.from) } } : {}),
  fix: fixAsJson(fix, text, language),
});

/** A fix for programs: its words, and what it would do as edits of the file or as a graph command. */
function fixAsJson(fix: Fix, text: string, language: Language) {
  const { id, obvious, change, file } = fix;
  return {
    id,
    message: fixWords(fix, language),
    obvious,
    ...(change.kind === "command"
      ? { command: change.command }
      : change.kind === "follow"
        ? { follow: { was: change.was, now: change.now } }
        : { edits: fixEdits(text, change.steps, file !== "machine") ?? [] }),
  };
}

/** A diagnostic for programs: places, facts and what can be done about it. */
export function asJson(diagnostic: Diagnostic, { game, reading }: GameReport, language: Language) {
  const text = game.files.get(diagnostic.file) ?? "";
  const fixes = fixesOf(diagnostic, reading, game.files).map((fix) => fixAsJson(fix, text, language));
  return {
    code: diagnostic.code,
    severity: diagnostic.severity,
    message: sentence(diagnostic, language),
    file: game.pathOf(diagnostic.file),
    ...(diagnostic.at
      ? {
          from: { offset: diagnostic.at.from, ...lineColumn(text, diagnostic.at.from) },
          to: { offset: diagnostic.at.to, ...lineColumn(text, diagnostic.at.to) },
        }
      : {}),
    ...(diagnostic.path ? { state: diagnostic.path } : {}),
    facts: diagnostic.facts,
    ...(fixes.length > 0 ? { fixes } : {}),
  };
}
