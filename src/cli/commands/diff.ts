import { resolve } from "node:path";
import { gameChart } from "#core/analyze/check.ts";
import type { Change } from "#core/analyze/compare/change.ts";
import { compareGames } from "#core/analyze/compare/compareGames.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { writeWhole } from "#adapters/disk/writeWhole.ts";
import { formatIn, textOf, type Command, type Given } from "#cli/command.ts";
import { diffLines, diffMarkdown, type GameChanges } from "#cli/diff/diffWords.ts";
import { mapsBeside } from "#cli/diff/mapsBeside.ts";
import { pairsOf, readingOf, sideOf } from "#cli/diff/side.ts";
import { drawing } from "#cli/drawing.ts";
import type { CliGame } from "#cli/games.ts";
import { UsageError } from "#cli/io.ts";
import { languageOf, type Language } from "#cli/words.ts";

const FORMATS = ["text", "markdown", "json"] as const;
type Format = (typeof FORMATS)[number];

/** `turnwright diff A B`: what differs between two versions of a game, or of all games of two folders. Exit 0: nothing, 1: something. */
export const diff: Command = {
  name: "diff",
  usage: "diff A B [--format text|markdown|json] [--svg FILE]",
  about:
    "what differs between two games, modules or folders of games: states, transitions, guards, actions, clauses and words; exit 0 the same, 1 different, 2 not compared",
  options: { format: { type: "string" }, svg: { type: "string" } },
  args: [2, 2],
  failureCode: 2,
  async run([a = "", b = ""], given, io) {
    const language = languageOf(textOf(given, "lang"));
    const format = formatOf(given);
    const root = textOf(given, "root");
    const svg = textOf(given, "svg");
    const pairs = pairsOf(await sideOf(a, io.cwd, root), await sideOf(b, io.cwd, root));
    const [single] = pairs;
    if (svg !== undefined && (pairs.length !== 1 || !single?.[0] || !single[1]))
      throw new UsageError("--svg goes with two games: it shows the map of the one beside that of the other");
    const games = pairs.map((pair) => changesOf(pair, language));
    if (svg !== undefined && single?.[0] && single[1])
      await writeWhole(resolve(io.cwd, svg), mapsOf([a, b], [single[0], single[1]], given, language));
    const isSame = games.every(({ changes }) => changes.length === 0);
    if (format === "json") io.out(`${JSON.stringify({ same: isSame, games }, null, 2)}\n`);
    else io.out(format === "markdown" ? diffMarkdown(games, language) : diffLines(games, language));
    return isSame ? 0 : 1;
  },
};

/** @throws UsageError */
function formatOf(given: Given): Format {
  const known = formatIn(given, "format", FORMATS);
  if (known === undefined) return given["json"] ? "json" : "text";
  if (given["json"] && known !== "json")
    throw new UsageError(`--json is --format json, and --format ${known} is another: give one of them`);
  return known;
}

function changesOf(
  [a, b]: readonly [CliGame | undefined, CliGame | undefined],
  language: Language,
): GameChanges {
  if (a && b) return { id: b.id, changes: compareGames(readingOf(a, language), readingOf(b, language)) };
  const id = a?.id ?? b?.id ?? "";
  const change: Change = { subject: "game", kind: a ? "removed" : "added", name: id };
  return { id, changes: [change] };
}

/** The maps of both, in the words of `--lang`; without it, the names of the machine. */
function mapsOf(
  names: readonly [string, string],
  games: readonly [CliGame, CliGame],
  given: Given,
  language: Language,
): string {
  const locale = textOf(given, "lang");
  const titled = games.map((game, i) => {
    const { reading, files } = readingOf(game, language);
    const chart = gameChart(reading);
    if (!chart) throw new UsageError(`${names[i]} has no machine to draw`);
    const layout = files.get("layout");
    const options = { layout, locale, detail: "map", consts: reading.consts } as const;
    return { title: names[i] ?? game.id, svg: drawing(chart, loadRuleset(files).ruleset, options) };
  });
  return mapsBeside(titled[0]!, titled[1]!);
}
