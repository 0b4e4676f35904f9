import { gameChart } from "#core/analyze/check.ts";
import { places } from "#core/chart/places.ts";
import { readModule } from "#core/read/readModule.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { clauseLinks, coverage } from "#core/ruleset/links.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { textOf, type Command } from "#cli/command.ts";
import { errorJson, storeWords } from "#cli/failure.ts";
import { readGames, strayMachines, type CliGame } from "#cli/games.ts";
import { folderToList } from "#cli/emptyFolder.ts";
import { languageOf, strayWords } from "#cli/words.ts";
import { table } from "#cli/io.ts";

/** `turnwright list`: the games of a folder, and how much of each there is. */
export const list: Command = {
  name: "list",
  usage: "list",
  about: "the games of a folder",
  options: {},
  args: [0, 0],
  async run(_args, given, io) {
    const folder = await folderToList(io, textOf(given, "root"));
    const language = languageOf(textOf(given, "lang"));
    const all = await readGames(folder);
    const games = all.flatMap((game) => ("unread" in game ? [] : [summary(game, language)]));
    const unread = all.filter((game) => "unread" in game);
    const stray = await strayMachines(folder);
    const code = unread.length > 0 ? 1 : 0;
    if (given["json"]) {
      const lost = unread.map(({ id, unread: error }) => ({ id, error: errorJson(error, language, io.cwd) }));
      const answer = {
        root: folder,
        games,
        ...(lost.length > 0 ? { unread: lost } : {}),
        ...(stray.length > 0 ? { stray } : {}),
        total: total(games),
      };
      io.out(`${JSON.stringify(answer, null, 2)}\n`);
      return code;
    }
    for (const { id, unread: error } of unread) io.err(`${id}: ${storeWords(error, language)}\n`);
    for (const machine of stray) io.err(`${machine.file}: ${strayWords(machine, language)}\n`);
    if (all.length === 0) io.out(`No games in ${folder}\n`);
    else if (games.length > 0)
      io.out(
        table([
          ["GAME", "TITLE", "PLAYERS", "STATES", "EVENTS", "CLAUSES", "SCENARIOS"],
          ...games.map((game) => [
            game.id,
            game.title,
            game.players ?? "",
            String(game.states),
            String(game.events),
            clausesOf(game),
            String(game.scenarios),
          ]),
          ...(games.length > 1 ? [totalRow(games)] : []),
        ]),
      );
    return code;
  },
};

/** Statements of the document itself, covered of all; those taken over from elsewhere are counted apart. */
const clausesOf = ({ clauses, missing, imported, importedMissing }: Counts): string => {
  const clauseCount = clauses === 0 ? [] : [`${clauses - missing}/${clauses}`];
  const lacking = importedMissing === 0 ? "" : `${imported - importedMissing}/`;
  return [...clauseCount, ...(imported === 0 ? [] : [`${lacking}${imported} imported`])].join(" + ");
};

interface Counts {
  readonly clauses: number;
  readonly missing: number;
  readonly imported: number;
  readonly importedMissing: number;
}

const total = (games: readonly Counts[]): Counts => {
  const sum = (of: keyof Counts): number => games.reduce((all, game) => all + game[of], 0);
  return {
    clauses: sum("clauses"),
    missing: sum("missing"),
    imported: sum("imported"),
    importedMissing: sum("importedMissing"),
  };
};

const totalRow = (games: readonly (Counts & { readonly scenarios: number })[]): string[] => [
  "",
  `${games.length} games`,
  "",
  "",
  "",
  clausesOf(total(games)),
  String(games.reduce((all, game) => all + game.scenarios, 0)),
];

function summary({ id, files }: CliGame, locale: string) {
  const chart = gameChart(readModule(files.get("machine") ?? ""));
  const { ruleset, scenarios } = loadRuleset(files);
  const { min, max } = ruleset.info.players;
  const clauses = ruleset.clauses.filter((clause) => clause.imported === undefined);
  const imported = ruleset.clauses.filter((clause) => clause.imported !== undefined);
  const links = chart && clauseLinks(chart);
  const covered = links && coverage(clauses, links);
  return {
    id,
    title: textIn(ruleset.info.title, locale, ["en", ruleset.info.sourceLocale]),
    players: files.has("ruleset") ? (min === max ? String(min) : `${min}-${max}`) : null,
    states: chart ? places(chart).size - 1 : 0,
    events: chart?.events?.length ?? 0,
    clauses: clauses.length,
    carried: covered?.carried ?? 0,
    notModelled: covered?.notModelled ?? 0,
    missing: covered?.missing ?? clauses.length,
    imported: imported.length,
    importedMissing: links ? coverage(imported, links).missing : imported.length,
    scenarios: Object.keys(scenarios).length,
  };
}
