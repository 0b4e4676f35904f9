import { diagnose } from "#core/analyze/check.ts";
import type { FileLimits } from "#core/ruleset/loadFile.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import {
  exitCodeOf,
  resultJson,
  resultLines,
  type CheckedGame,
  type CheckResult,
} from "#cli/check/checkResult.ts";
import { findingsOf } from "#cli/check/findings.ts";
import { fixGame, type AppliedFix } from "#cli/check/fixGame.ts";
import { githubLines } from "#cli/check/githubLines.ts";
import { replayDiagnostics } from "#cli/check/replayReport.ts";
import { reviewReport } from "#cli/check/reviewReport.ts";
import { toSarif } from "#cli/check/sarif.ts";
import { stampGame } from "#cli/check/stampGame.ts";
import { watchChecks } from "#cli/check/watchChecks.ts";
import type { GameReport } from "#cli/check/report.ts";
import { formatIn, textOf, type Command, type Given } from "#cli/command.ts";
import { UsageError, type ExitCode, type Io } from "#cli/io.ts";
import { readGames, strayMachines, type CliGame, type UnreadGame } from "#cli/games.ts";
import { gamesFolder, gameToRead, gameToWrite } from "#cli/emptyFolder.ts";
import { fileLimits } from "#cli/play/given.ts";
import { languageOf, ruleWords, type Language } from "#cli/words.ts";
import pkg from "../../../package.json";

/**
 * `turnwright check [ID|FILE]`: everything that is wrong with a game, or with all of them. Exit 1 when something is an error. With
 * `--fix` the obvious fixes are written first, a line for each, and what is left is reported. With `--labels-fit` the labels of guards and
 * actions are said to be for the code as it is. With `--review` it tells of each clause that somebody doubts, or whose review is about
 * something that was changed since; then exit 1 when there is one.
 */
export const check: Command = {
  name: "check",
  usage:
    "check [ID|FILE] [--quiet] [--fix] [--labels-fit] [--scenarios] [--review] [--format FORMAT] [--watch] [--max-steps N]",
  about:
    "what is wrong with a game, or with all games; --fix mends what is obvious; --labels-fit says that its labels fit its code as it is; --scenarios replays its scenarios too and tells which go otherwise; --review tells what of its clauses is checked, in doubt or suspect; --format github or sarif is for the tools of others; exit 1 on errors, and with --review on doubts",
  options: {
    quiet: { type: "boolean" },
    fix: { type: "boolean" },
    "labels-fit": { type: "boolean" },
    scenarios: { type: "boolean" },
    review: { type: "boolean" },
    format: { type: "string" },
    watch: { type: "boolean" },
    "max-steps": { type: "string" },
  },
  args: [0, 1],
  async run([named], given, io) {
    const language = languageOf(textOf(given, "lang"));
    const root = textOf(given, "root");
    const limits = fileLimits(given);
    const format = formatOf(given);
    if (given["watch"]) return watch(named, format, given, io);
    const folder = named === undefined ? await gamesFolder(io, root) : undefined;
    const stray = folder === undefined ? [] : await strayMachines(folder);
    const all =
      folder !== undefined
        ? await readGames(folder)
        : [await (given["fix"] || given["labels-fit"] ? gameToWrite : gameToRead)(named ?? "", io, root)];

    const reports: CheckedGame[] = [];
    for (const cliGame of all) {
      if ("unread" in cliGame) continue;
      const stampedGame = given["labels-fit"] ? await stamped(cliGame) : cliGame;
      const { game, fixes } = given["fix"] ? await fixed(stampedGame) : { game: stampedGame };
      const replays = given["scenarios"] ? await replayDiagnostics(game, given, io, limits, language) : [];
      reports.push({
        game,
        ...(fixes ? { fixes } : {}),
        ...reportOf(game, given["quiet"] === true, limits, replays),
        ...(given["review"] ? { review: reviewReport(game, limits) } : {}),
      });
    }
    const unread = all.filter((game) => "unread" in game);
    const result = { reports, unread, stray, folder: folder ?? io.cwd };
    io.out(written(result, format, language, io));
    return exitCodeOf(result);
  },
};

/** Stays, and checks again what changes. @throws UsageError for options that write or that say all only at the end */
async function watch(named: string | undefined, format: Format, given: Given, io: Io): Promise<ExitCode> {
  const language = languageOf(textOf(given, "lang"));
  const limits = fileLimits(given);
  for (const option of ["fix", "labels-fit", "review", "scenarios"])
    if (given[option]) throw new UsageError(`--${option} goes without --watch`);
  if (format === "sarif") throw new UsageError("--format sarif is one document: it goes without --watch");
  const folder = await gamesFolder(io, textOf(given, "root"));
  const game = named === undefined ? undefined : await gameToWrite(named, io, textOf(given, "root"));
  if (game && game.folder !== folder)
    throw new UsageError(`--watch goes with games of ${folder}, and ${named} is none`);
  const check = (games: readonly (CliGame | UnreadGame)[]) => ({
    unread: games.filter((item) => "unread" in item),
    reports: games.flatMap((item) =>
      "unread" in item ? [] : [{ game: item, ...reportOf(item, given["quiet"] === true, limits) }],
    ),
  });
  let last: ExitCode = 0;
  const report = (result: CheckResult) => {
    last = exitCodeOf(result);
    // A line for each report, so that a program can read them one by one.
    if (format === "json") io.out(`${JSON.stringify(resultJson(result, language, io.cwd))}\n`);
    else io.out(written(result, format, language, io));
  };
  await watchChecks({ folder, ...(game ? { only: game.id } : {}), check, report, io });
  return last;
}

const FORMATS = ["text", "json", "github", "sarif"] as const;
type Format = (typeof FORMATS)[number];

/** How the report is written. @throws UsageError */
function formatOf(given: Given): Format {
  const known = formatIn(given, "format", FORMATS);
  const isJson = given["json"] === true;
  if (known === undefined) return isJson ? "json" : "text";
  if (isJson && known !== "json")
    throw new UsageError(`--json is --format json, and --format ${known} is another: give one of them`);
  if (given["review"] && (known === "github" || known === "sarif"))
    throw new UsageError(`--review goes with --format text and --format json, not with ${known}`);
  return known;
}

function written(result: CheckResult, format: Format, language: Language, io: Io): string {
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  if (format === "text") return resultLines(result, language);
  if (format === "json") return json(resultJson(result, language, io.cwd));
  const findings = findingsOf(result, language);
  if (format === "github") return githubLines(findings, io.cwd);
  const words = (code: string) => ruleWords(code, language);
  return json(toSarif(findings, { folder: io.cwd, version: pkg.version, language, ruleWords: words }));
}

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
  replays: readonly Diagnostic[] = [],
): Omit<GameReport, "game"> {
  const reading = game.read();
  return {
    reading,
    diagnostics: [...diagnose(reading, game.files, limits), ...replays].filter(
      (diagnostic) => !quiet || diagnostic.severity === "error",
    ),
  };
}
