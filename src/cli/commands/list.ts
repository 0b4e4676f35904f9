import { gameChart } from "#core/analyze/check.ts";
import { places } from "#core/chart/places.ts";
import { readModule } from "#core/read/readModule.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { clauseLinks, coverage } from "#core/ruleset/links.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { textOf, type Command } from "#cli/command.ts";
import { gameIds, readGame, workspaceOf, type CliGame } from "#cli/games.ts";
import { table } from "#cli/io.ts";

/** `turnwright list`: the games of a folder, and how much of each there is. */
export const list: Command = {
  name: "list",
  usage: "list",
  about: "the games of a folder",
  options: {},
  args: [0, 0],
  async run(_args, given, io) {
    const folder = await workspaceOf(io.cwd, textOf(given, "root"));
    const games = [];
    for (const id of await gameIds(folder))
      games.push(summary(await readGame(folder, id), textOf(given, "lang") ?? "en"));
    if (given["json"]) {
      io.out(`${JSON.stringify({ root: folder, games }, null, 2)}\n`);
      return 0;
    }
    if (games.length === 0) io.out(`No games in ${folder}\n`);
    else
      io.out(
        table([
          ["GAME", "TITLE", "PLAYERS", "STATES", "EVENTS", "CLAUSES", "SCENARIOS"],
          ...games.map((game) => [
            game.id,
            game.title,
            game.players ?? "",
            String(game.states),
            String(game.events),
            game.clauses === 0 ? "" : `${game.clauses - game.missing}/${game.clauses}`,
            String(game.scenarios),
          ]),
        ]),
      );
    return 0;
  },
};

function summary({ id, files }: CliGame, locale: string) {
  const chart = gameChart(readModule(files.get("machine") ?? ""));
  const { ruleset, scenarios } = loadRuleset(files);
  const { min, max } = ruleset.info.players;
  const covered = chart ? coverage(ruleset.clauses, clauseLinks(chart)) : undefined;
  return {
    id,
    title: textIn(ruleset.info.title, locale, ["en", ruleset.info.sourceLocale]),
    players: files.has("ruleset") ? (min === max ? String(min) : `${min}-${max}`) : null,
    states: chart ? places(chart).size - 1 : 0,
    events: chart?.events?.length ?? 0,
    clauses: ruleset.clauses.length,
    carried: covered?.carried ?? 0,
    notModelled: covered?.notModelled ?? 0,
    missing: covered?.missing ?? ruleset.clauses.length,
    scenarios: Object.keys(scenarios).length,
  };
}
