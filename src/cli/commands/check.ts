import { diagnose } from "#core/analyze/check.ts";
import type { FileLimits } from "#core/ruleset/loadFile.ts";
import type { Diagnostic, Severity } from "#core/diagnostic/diagnostic.ts";
import { fixGame, type AppliedFix } from "#cli/check/fixGame.ts";
import { replayDiagnostics } from "#cli/check/replayReport.ts";
import { reviewJson, reviewLines, reviewReport } from "#cli/check/reviewReport.ts";
import { stampGame } from "#cli/check/stampGame.ts";
import { asJson, appliedFixJson, appliedFixLine, type GameReport } from "#cli/check/report.ts";
import { textOf, type Command } from "#cli/command.ts";
import { errorJson, storeWords } from "#cli/failure.ts";
import { readGames, strayMachines, type CliGame } from "#cli/games.ts";
import { gamesFolder, gameToRead, gameToWrite } from "#cli/emptyFolder.ts";
import { diagnosticLine } from "#cli/diagnosticLine.ts";
import { fileLimits } from "#cli/play/given.ts";
import { languageOf, strayWords } from "#cli/words.ts";

/**
 * `turnwright check [ID|FILE]`: everything that is wrong with a game, or with all of them. Exit 1 when something is an error. With
 * `--fix` the obvious fixes are written first, a line for each, and what is left is reported. With `--labels-fit` the labels of guards and
 * actions are said to be for the code as it is. With `--scenarios` the machine is run, and each scenario that does not go as expected is an
 * error. With `--review` it tells of each clause that somebody doubts, or whose review is about something that was changed since; then exit 1
 * when there is one.
 */
export const check: Command = {
  name: "check",
  usage: "check [ID|FILE] [--quiet] [--fix] [--labels-fit] [--scenarios] [--review] [--max-steps N]",
  about:
    "what is wrong with a game, or with all games; --fix mends what is obvious; --labels-fit says that its labels fit its code as it is; --scenarios replays its scenarios too and tells which go otherwise; --review tells what of its clauses is checked, in doubt or suspect; exit 1 on errors, and with --review on doubts",
  options: {
    quiet: { type: "boolean" },
    fix: { type: "boolean" },
    "labels-fit": { type: "boolean" },
    scenarios: { type: "boolean" },
    review: { type: "boolean" },
    "max-steps": { type: "string" },
  },
  args: [0, 1],
  async run([named], given, io) {
    const language = languageOf(textOf(given, "lang"));
    const root = textOf(given, "root");
    const limits = fileLimits(given);
    const folder = named === undefined ? await gamesFolder(io, root) : undefined;
    const stray = folder === undefined ? [] : await strayMachines(folder);
    const all =
      folder !== undefined
        ? await readGames(folder)
        : [await (given["fix"] || given["labels-fit"] ? gameToWrite : gameToRead)(named ?? "", io, root)];
    const games = all.flatMap((game) => ("unread" in game ? [] : [game]));
    const unread = all.filter((game) => "unread" in game);

    const checked: Checked[] = [];
    for (const cliGame of games) {
      const game = given["labels-fit"] ? await stamped(cliGame) : cliGame;
      checked.push(given["fix"] ? await fixed(game) : { game, fixes: [] });
    }
    const reports = [];
    for (const report of checked) {
      const replays = given["scenarios"]
        ? await replayDiagnostics(report.game, given, io, limits, language)
        : [];
      reports.push({
        ...report,
        ...reportOf(report.game, given["quiet"] === true, limits, replays),
        ...(given["review"] ? { review: reviewReport(report.game, limits) } : {}),
      });
    }
    const diagnostics = reports.flatMap((report) => report.diagnostics);
    const count = (severity: Severity) =>
      diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    const [errors, warnings, infos] = [
      count("error") + unread.length,
      count("warning") + stray.length,
      count("info"),
    ];
    // Where machines lie, but none could be checked, nothing is well.
    const isDoubted = reports.some(({ review }) => review !== undefined && review.open.length > 0);
    const code = errors > 0 || isDoubted || (all.length === 0 && stray.length > 0) ? 1 : 0;

    if (given["json"]) {
      const out = reports.map((report) => ({
        id: report.game.id,
        ...(given["fix"]
          ? { fixed: report.fixes.map((done) => appliedFixJson(done, report.game, language)) }
          : {}),
        diagnostics: report.diagnostics.map((diagnostic) => asJson(diagnostic, report, language)),
        ...(report.review ? { review: reviewJson(report.review) } : {}),
      }));
      const lost = unread.map(({ id, unread: error }) => ({
        id,
        error: errorJson(error, language, io.cwd),
        diagnostics: [],
      }));
      const unchecked = stray.length > 0 ? { stray } : {};
      io.out(
        `${JSON.stringify({ games: [...out, ...lost], ...unchecked, errors, warnings, infos }, null, 2)}\n`,
      );
      return code;
    }
    for (const { game, fixes, diagnostics: gameDiagnostics, review } of reports) {
      for (const done of fixes) io.out(appliedFixLine(done, game, language));
      for (const diagnostic of gameDiagnostics) io.out(diagnosticLine(diagnostic, game, language));
      if (review) io.out(reviewLines(review, game, language));
    }
    for (const { id, unread: error } of unread)
      io.out(`${error.facts.file ?? id}  error  ${storeWords(error, language)}  ${error.code}\n`);
    for (const machine of stray)
      io.out(`${machine.file}  warning  ${strayWords(machine, language)}  no-game\n`);
    const gameCount = `${all.length} ${all.length === 1 ? "game" : "games"}`;
    const fixCount = checked.flatMap((report) => report.fixes).length;
    const fixNote = given["fix"] ? `${fixCount} fixed, ` : "";
    io.out(
      `${gameCount}: ${fixNote}${plural(errors, "error")}, ${plural(warnings, "warning")}, ${plural(infos, "note")}\n`,
    );
    return code;
  },
};

interface Checked {
  readonly game: CliGame;
  readonly fixes: readonly AppliedFix[];
}
/** The game with its obvious faults fixed, on disk too. */
async function fixed(game: CliGame): Promise<Checked> {
  const { workspace, game: id } = await game.stored();
  try {
    const { fixes, files } = await fixGame(workspace, id, game.read);
    return {
      fixes: fixes,
      game: { ...game, files, read: (text) => game.read(text ?? files.get("machine")) },
    };
  } finally {
    await workspace.close();
  }
}

/** The game with all its labels said to be for its code as it is, on disk too. */
async function stamped(game: CliGame): Promise<CliGame> {
  const { workspace, game: id } = await game.stored();
  try {
    return { ...game, files: new Map([...game.files, ...(await stampGame(workspace, id, game.read()))]) };
  } finally {
    await workspace.close();
  }
}

function reportOf(
  game: CliGame,
  quiet: boolean,
  limits: FileLimits,
  replays: readonly Diagnostic[],
): Omit<GameReport, "game"> {
  const reading = game.read();
  return {
    reading,
    diagnostics: [...diagnose(reading, game.files, limits), ...replays].filter(
      (diagnostic) => !quiet || diagnostic.severity === "error",
    ),
  };
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;
