import { diagnose } from "#core/analyze/check.ts";
import type { Diagnostic, Severity } from "#core/diagnostic/diagnostic.ts";
import { lineColumn } from "#core/text/lines.ts";
import { textOf, type Command } from "#cli/command.ts";
import { gameIds, gameOrModule, readGame, workspaceOf, type CliGame } from "#cli/games.ts";
import { diagnosticLine } from "#cli/diagnosticLine.ts";
import { languageOf, sentence, type Language } from "#cli/words.ts";

/** `turnwright check [ID|FILE]`: everything that is wrong with a game, or with all of them. Exit 1 when something is an error. */
export const check: Command = {
  name: "check",
  usage: "check [ID|FILE] [--quiet]",
  about: "what is wrong with a game, or with all games; exit 1 on errors",
  options: { quiet: { type: "boolean" } },
  args: [0, 1],
  async run([named], given, io) {
    const language = languageOf(textOf(given, "lang"));
    const root = textOf(given, "root");
    const games: CliGame[] = [];
    if (named === undefined) {
      const folder = await workspaceOf(io.cwd, root);
      for (const id of await gameIds(folder)) games.push(await readGame(folder, id));
    } else games.push(await gameOrModule(named, io.cwd, root));

    const checked = games.map((game) => ({
      game,
      found: diagnose(game.read(), game.files).filter((one) => !given["quiet"] || one.severity === "error"),
    }));
    const count = (severity: Severity) =>
      checked.flatMap((one) => one.found).filter((one) => one.severity === severity).length;
    const [errors, warnings, infos] = [count("error"), count("warning"), count("info")];

    if (given["json"]) {
      const out = checked.map(({ game, found }) => ({
        id: game.id,
        diagnostics: found.map((one) => asJson(one, game, language)),
      }));
      io.out(`${JSON.stringify({ games: out, errors, warnings, infos }, null, 2)}\n`);
    } else {
      for (const { game, found } of checked)
        for (const one of found) io.out(diagnosticLine(one, game, language));
      const what = `${games.length} ${games.length === 1 ? "game" : "games"}`;
      io.out(
        `${what}: ${plural(errors, "error")}, ${plural(warnings, "warning")}, ${plural(infos, "note")}\n`,
      );
    }
    return errors > 0 ? 1 : 0;
  },
};

function asJson(one: Diagnostic, game: CliGame, language: Language) {
  const text = game.files.get(one.file) ?? "";
  return {
    code: one.code,
    severity: one.severity,
    message: sentence(one, language),
    file: game.pathOf(one.file),
    ...(one.at
      ? {
          from: { offset: one.at.from, ...lineColumn(text, one.at.from) },
          to: { offset: one.at.to, ...lineColumn(text, one.at.to) },
        }
      : {}),
    ...(one.path ? { state: one.path } : {}),
    facts: one.facts,
  };
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;
