import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { diagnose, gameChart } from "#core/analyze/check.ts";
import { near } from "#core/diagnostic/near.ts";
import { importClosure } from "#core/read/modules/importClosure.ts";
import { loadFile } from "#core/ruleset/loadFile.ts";
import { loadRuleset, type LoadedRuleset } from "#core/ruleset/loadRuleset.ts";
import type { SiblingCode } from "#core/run/play/playRequest.ts";
import { pointOut } from "#core/run/scenario/pointOut.ts";
import { playSpecOf } from "#core/run/play/playSpec.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import { lineColumn } from "#core/text/lines.ts";
import { textOf, type Command, type Given } from "#cli/command.ts";
import { FaultyGame } from "#cli/failure.ts";
import { gamesFolder, gameToRead, gameToWrite } from "#cli/emptyFolder.ts";
import { readGames, type CliGame, type UnreadGame } from "#cli/games.ts";
import { UsageError, type ExitCode, type Io } from "#cli/io.ts";
import { fileLimits, type PlayGiven } from "#cli/play/given.ts";
import { repairScenario, type ScenarioText } from "#cli/play/repairScenario.ts";
import { playGames, type GameToPlay } from "#cli/play/playGames.ts";
import { playScenario, type NamedScenario } from "#cli/play/scenario.ts";
import { playStdio } from "#cli/play/stdio.ts";
import { languageOf, sentence } from "#cli/words.ts";
import { chartOfKey, machineKeys } from "#core/chart/machineKey.ts";
import { renamesIn } from "#core/run/scenario/renames.ts";
import { contentHash } from "#adapters/disk/contentHash.ts";
import { readNamed } from "#adapters/disk/safeFile.ts";

/** `turnwright play ID|FILE`: scenarios against a machine, or a play over lines of JSON. Runs the module in a process of its own. */
export const play: Command = {
  name: "play",
  usage:
    "play ID|FILE --scenario NAME|FILE [--mend KIND [--write]] | [ID|FILE] --all | ID|FILE --stdio [--reporter junit] [--machine NAME] [--budget MS] [--load-budget MS] [--max-steps N]",
  about:
    "scenarios against a machine, or a play over lines of JSON; --all without a game plays those of all games; runs its code, as node FILE would",
  options: {
    scenario: { type: "string" },
    mend: { type: "string" },
    write: { type: "boolean" },
    all: { type: "boolean" },
    stdio: { type: "boolean" },
    reporter: { type: "string" },
    machine: { type: "string" },
    budget: { type: "string" },
    "load-budget": { type: "string" },
    "max-steps": { type: "string" },
  },
  args: [0, 1],
  async run([named], given, io) {
    if (named === undefined && given["all"] !== true) throw new UsageError("play needs ID|FILE");
    const wanted = textOf(given, "scenario");
    const ways = [wanted !== undefined, given["all"] === true, given["stdio"] === true].filter(
      Boolean,
    ).length;
    if (ways !== 1) throw new UsageError("one of --scenario, --all and --stdio says what to play");
    const reporter = reporterOf(given);
    const root = textOf(given, "root");
    if (named === undefined) {
      if (given["machine"] !== undefined) throw new UsageError("--machine goes with one game: play ID --all");
      return playAll(await readGames(await gamesFolder(io, root)), given, io);
    }
    const game = await (given["write"] ? gameToWrite : gameToRead)(named, io, root);
    if (reporter && wanted === undefined) return playAll([game], given, io);
    const loaded = loadRuleset(game.files, fileLimits(given));
    const toPlay = playGiven(game, loaded, given, io);

    if (wanted === undefined && given["mend"] !== undefined)
      throw new UsageError("--mend goes with --scenario");
    if (given["write"] && given["mend"] === undefined) throw new UsageError("--write goes with --mend");
    if (given["stdio"]) return playStdio({ ...toPlay, input: io.stdin });
    const json = given["json"] === true;
    if (wanted === undefined) return playScenario({ ...toPlay, scenarios: scenariosOf(game, loaded), json });
    const scenario = await scenarioNamed(wanted, game, loaded, given, io);
    if (!scenario) return 1;
    if (reporter) {
      const prepare = () => ({ toPlay, scenarios: [scenario] });
      return playGames({ games: [game], prepare, format: reporter, language: languageIn(given), io });
    }
    const repairGiven = repairContextOf(game, loaded, toPlay);
    const repairMode = textOf(given, "mend");
    if (repairMode !== undefined)
      return repairScenario({
        toPlay,
        repairContext: repairGiven,
        scenario,
        game,
        kind: repairMode,
        write: given["write"] === true,
        json,
        io,
      });
    return playScenario({ ...toPlay, scenarios: [scenario], json, repairContext: repairGiven });
  },
};

const languageIn = (given: Given) => languageOf(textOf(given, "lang"));

/** @throws UsageError for a reporter that there is not, or that does not go with what is played */
function reporterOf(given: Given): "junit" | undefined {
  const reporter = textOf(given, "reporter");
  if (reporter === undefined) return undefined;
  if (reporter !== "junit") throw new UsageError(`--reporter ${reporter} is unknown: there is junit`);
  if (given["json"])
    throw new UsageError("--json and --reporter are two forms of one report: give one of them");
  if (given["stdio"] || given["mend"] !== undefined)
    throw new UsageError("--reporter goes with --all and --scenario");
  return reporter;
}

/** All scenarios of games, in one report. */
function playAll(games: readonly (CliGame | UnreadGame)[], given: Given, io: Io): Promise<ExitCode> {
  const limits = fileLimits(given);
  const budgets = budgetsOf(given);
  const prepare = (game: CliGame): GameToPlay | undefined => {
    const isEmpty = ![...game.files.keys()].some((name) => name.startsWith("scenarios/"));
    if (isEmpty && games.length > 1) return undefined;
    const loaded = loadRuleset(game.files, limits);
    return {
      scenarios: scenariosOf(game, loaded),
      toPlay: { ...playGiven(game, loaded, given, io), ...budgets },
    };
  };
  const format = reporterOf(given) ?? (given["json"] ? "json" : "text");
  return playGames({ games, prepare, format, language: languageIn(given), io });
}

/** What repairs look at: which machine this is, and what its parts are called now and were called before. */
export function repairContextOf(game: CliGame, { ruleset }: LoadedRuleset, { siblings }: PlayGiven) {
  const reading = game.read();
  const chart = gameChart(reading);
  const texts = [game.files.get("machine") ?? "", ...(siblings?.files ?? []).map(({ text }) => text)];
  const key = chart ? (machineKeys(reading.charts)[chart.ref.ordinal] ?? "0") : "0";
  return {
    machineHash: contentHash(texts.join("\0")),
    ...(chart
      ? { news: { chart, renames: renamesIn(game.files.get("renames"), key), labels: ruleset.labels } }
      : {}),
  };
}

/** What is played, as the options and the module say it. */
export function playGiven(game: CliGame, { ruleset }: LoadedRuleset, given: Given, io: Io): PlayGiven {
  const moduleText = game.files.get("machine") ?? "";
  const reading = game.read();
  // Read as version 5, transitions that are functions would seem to lead nowhere.
  const newer = diagnose(reading).filter(({ code }) => code === "xstate-6");
  if (newer.length > 0) throw new FaultyGame(game, newer, languageOf(textOf(given, "lang")));
  const machine = textOf(given, "machine");
  const chart = machine === undefined ? gameChart(reading) : chartOfKey(reading.charts, machine);
  if (machine !== undefined && !chart && reading.parsed) {
    const names = machineKeys(reading.charts);
    throw new UsageError(
      `${game.id} has no machine ${machine}; it has ${names.join(", ") || "none with a name"}`,
    );
  }
  // One that the module does not export is played as well.
  const isOneOfSeveral = machine !== undefined && chart !== undefined && reading.charts.length > 1;
  return {
    id: game.id,
    moduleText: isOneOfSeveral ? pointOut(moduleText, chart.callAt) : moduleText,
    lang: game.lang,
    siblings: siblingsOf(game),
    ...(chart ? { machine: chart.ref.name ?? chart.ref.ordinal } : {}),
    ...(game.files.has("ruleset") ? { ruleset } : {}),
    spec: chart
      ? playSpecOf(chart, reading.consts, ruleset.moves)
      : ruleset.moves
        ? { moves: ruleset.moves }
        : {},
    ...budgetsOf(given),
    out: io.out,
    err: io.err,
    ...(io.ended ? { ended: io.ended } : {}),
  };
}

const budgetsOf = (given: Given): Pick<PlayGiven, "budgetMs" | "loadMs"> => ({
  ...milliseconds(given, "budget", "budgetMs"),
  ...milliseconds(given, "load-budget", "loadMs"),
});

/** A budget in milliseconds; a busy machine needs more than what is given when it is left out. */
function milliseconds<K extends string>(given: Given, option: string, as: K): { [key in K]?: number } {
  const text = textOf(given, option);
  if (text === undefined) return {};
  const ms = Number(text);
  if (!Number.isInteger(ms) || ms < 1 || ms > MAX_BUDGET_MS)
    throw new UsageError(`--${option}: expected milliseconds, 1 to ${MAX_BUDGET_MS}, got ${text}`);
  return { [as]: ms } as { [key in K]?: number };
}

/** An hour: a timer takes no more than some weeks. */
const MAX_BUDGET_MS = 3_600_000;

/** The files that a module imports, as the sandbox gets them. */
function siblingsOf({ files, lang, imports }: CliGame): SiblingCode {
  const main = { path: imports.path, text: files.get("machine") ?? "", lang };
  const { main: mainFile, files: others } = importClosure(main, imports.modules);
  return { imports: mainFile.imports, files: others };
}

/**
 * All scenarios of a game, those that are too long among them, which are not played. @throws UsageError when there are none, or one
 * cannot be used
 */
export function scenariosOf(game: CliGame, { scenarios, diagnostics }: LoadedRuleset): NamedScenario[] {
  const faults = diagnostics.filter(
    (diagnostic) => diagnostic.file.startsWith("scenarios/") && diagnostic.severity === "error",
  );
  const tooLong = faults.filter(({ code }) => code === "scenario-too-long");
  const broken = faults.find((fault) => !tooLong.includes(fault));
  if (broken)
    throw new UsageError(
      `${game.pathOf(broken.file)} cannot be used; npx turnwright check ${game.id} says why`,
    );
  const all: NamedScenario[] = [
    ...Object.entries(scenarios).map(([name, scenario]) => ({ name, scenario })),
    ...tooLong.map(({ file, facts }) => ({
      name: file.slice("scenarios/".length),
      scenario: NO_STEPS,
      tooLong: { steps: Number(facts["steps"]), limit: Number(facts["limit"]) },
    })),
  ];
  if (all.length === 0) {
    const unread = game.read().diagnostics.filter(({ severity }) => severity === "error");
    if (unread.length > 0) throw new FaultyGame(game, unread, "en");
    throw new UsageError(`${game.id} has no scenarios`);
  }
  return all;
}

/** Stands for a scenario that is too long to be read. */
const NO_STEPS: Scenario = { format: 1, title: {}, steps: [] };

/** A scenario of the game by name, or a file; undefined when it has faults, which are then reported. */
async function scenarioNamed(
  wanted: string,
  game: CliGame,
  { scenarios }: LoadedRuleset,
  given: Given,
  io: Io,
): Promise<ScenarioText | undefined> {
  const scenario = Object.hasOwn(scenarios, wanted) ? scenarios[wanted] : undefined;
  if (scenario) {
    const file = `scenarios/${wanted}`;
    return { name: wanted, scenario, text: game.files.get(file) ?? "", file };
  }
  const path = resolve(io.cwd, wanted);
  const isFile = (await stat(path).catch(() => undefined))?.isFile() === true;
  const scenarioText = game.files.get(`scenarios/${wanted}`);
  if (scenarioText === undefined && !isFile) {
    const meant = near(wanted, Object.keys(scenarios));
    const hint = meant.length > 0 ? `. Did you mean ${meant.join(" or ")}?` : "";
    throw new UsageError(`${wanted} is neither a scenario of ${game.id} nor a file${hint}`);
  }
  const text = scenarioText ?? (await readNamed(path, wanted));
  const { value, diagnostics } = loadFile("scenarios/given", text, fileLimits(given));
  const language = languageOf(textOf(given, "lang"));
  for (const diagnostic of diagnostics) {
    const { line, column } = lineColumn(text, diagnostic.at?.from ?? 0);
    io.err(
      `${wanted}:${line}:${column}  ${diagnostic.severity}  ${sentence(diagnostic, language)}  ${diagnostic.code}\n`,
    );
  }
  if (!value) return undefined;
  const place = scenarioText === undefined ? { path } : { file: `scenarios/${wanted}` };
  return { name: basename(wanted, ".json"), scenario: value as unknown as Scenario, text, ...place };
}
