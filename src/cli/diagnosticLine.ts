import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { lineColumn } from "#core/text/lines.ts";
import type { CliGame } from "#cli/games.ts";
import { sentence, type Language } from "#cli/words.ts";

/** Where a diagnostic is: `file:line:column`, or the file alone. */
export function placeOf(diagnostic: Diagnostic, game: CliGame): string {
  const place = diagnostic.at && lineColumn(game.files.get(diagnostic.file) ?? "", diagnostic.at.from);
  return `${game.pathOf(diagnostic.file)}${place ? `:${place.line}:${place.column}` : ""}`;
}

/** `file:line:column  severity  sentence  code`, so that terminals and editors can jump there. */
export const diagnosticLine = (diagnostic: Diagnostic, game: CliGame, language: Language): string =>
  `${placeOf(diagnostic, game)}  ${diagnostic.severity}  ${sentence(diagnostic, language)}  ${diagnostic.code}\n`;
