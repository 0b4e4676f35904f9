import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { lineColumn } from "#core/text/lines.ts";
import type { CliGame } from "#cli/games.ts";
import { sentence, type Language } from "#cli/words.ts";

/** Where a diagnostic is: `file:line:column`, or the file alone. */
export function placeOf(one: Diagnostic, game: CliGame): string {
  const place = one.at && lineColumn(game.files.get(one.file) ?? "", one.at.from);
  return `${game.pathOf(one.file)}${place ? `:${place.line}:${place.column}` : ""}`;
}

/** `file:line:column  severity  sentence  code`, so that terminals and editors can jump there. */
export const diagnosticLine = (one: Diagnostic, game: CliGame, language: Language): string =>
  `${placeOf(one, game)}  ${one.severity}  ${sentence(one, language)}  ${one.code}\n`;
