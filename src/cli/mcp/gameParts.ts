import { gameChart } from "#core/analyze/check.ts";
import { clauseLinks } from "#core/ruleset/links.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { stepCount } from "#core/run/scenario/scenario.ts";
import type { Given } from "#cli/command.ts";
import { exportGame } from "#cli/commands/exportGame.ts";
import { playGiven } from "#cli/commands/play.ts";
import { read } from "#cli/commands/read.ts";
import type { CliGame } from "#cli/games.ts";
import { UsageError } from "#cli/io.ts";
import { captureIo, hostedGame, runCommand, type Captured, type McpHost } from "#cli/mcp/host.ts";
import { describe } from "#cli/play/describe.ts";
import { isLanguage } from "#cli/words.ts";

/** The parts of a game that can be read, each with what it is. */
export const GAME_PARTS = {
  outline:
    "states and transitions as an indented list, the shortest view of a machine; without locale the names are keys",
  map: "the outer states as a Mermaid diagram",
  svg: "the map as a picture",
  clauses: "the rules, a line of JSON for each clause with its text and what carries it",
  moves:
    "JSON Schemas of the input and of each event, the moves that are tried, and the readings of open points",
  scenarios: "names, titles and lengths of recorded plays",
  machine: "the whole reading as JSON, with the place of everything in the text",
  code: "the module's text",
} as const;
export type GamePart = keyof typeof GAME_PARTS;

interface PartRequest {
  /** An id or a file. */
  readonly named: string;
  readonly part: GamePart;
  readonly machine?: string | undefined;
  readonly locale?: string | undefined;
}

/** One part of a game as a text; nothing is run. @throws UsageError | StoreError | FaultyGame */
export async function gamePart(
  host: McpHost,
  { named, part, machine, locale }: PartRequest,
): Promise<Captured> {
  const { io, captured } = captureIo(host);
  const game = await hostedGame(named, host, io);
  const given: Given = { machine, lang: isLanguage(locale) ? locale : undefined };
  const exported = (to: string) => runCommand(exportGame, [named], { ...given, to }, host);
  switch (part) {
    case "outline":
      return exported("outline");
    case "map":
      return exported("mermaid");
    case "svg":
      return exported("svg");
    case "machine":
      return runCommand(read, [named], {}, host);
    case "code":
      return { ...captured(), out: game.files.get("machine") ?? "" };
    case "clauses":
      return { ...captured(), out: clauseLines(game, locale) };
    case "scenarios":
      return { ...captured(), out: scenarioLines(game) };
    case "moves": {
      const loaded = loadRuleset(game.files);
      const { spec, ruleset } = playGiven(game, loaded, given, io);
      const { input, events, readings } = describe(game.id, spec, null, ruleset);
      const moves = loaded.ruleset.moves?.moves ?? {};
      return { ...captured(), out: `${JSON.stringify({ input, events, moves, readings }, null, 2)}\n` };
    }
  }
}

/** The languages in which the clauses of a game are there, the one that they were written in first. */
export function clauseLocales({ files }: CliGame): readonly string[] {
  const { ruleset } = loadRuleset(files);
  const { sourceLocale } = ruleset.info;
  const all = Object.keys(ruleset.text);
  return [
    ...all.filter((locale) => locale === sourceLocale),
    ...all.filter((locale) => locale !== sourceLocale),
  ];
}

/** @throws UsageError for a language in which the rules are not */
function clauseLines(game: CliGame, wanted: string | undefined): string {
  const { ruleset } = loadRuleset(game.files);
  if (ruleset.clauses.length === 0) return "";
  const locales = clauseLocales(game);
  const locale = wanted ?? locales[0];
  if (wanted !== undefined && !locales.includes(wanted))
    throw new UsageError(
      `The clauses of ${game.id} are not in ${wanted}: they are in ${locales.join(", ") || "no language"}`,
    );
  const texts = locale === undefined ? {} : (ruleset.text[locale] ?? {});
  const chart = gameChart(game.read());
  const carriers = chart ? clauseLinks(chart).carriers : undefined;
  return ruleset.clauses
    .map(({ id, kind, place, notModelled }) => {
      const carriedBy = carriers?.get(id)?.map((carrier) => carrier.id) ?? [];
      const line = { id, kind, ...(place ? { place } : {}), text: texts[id], carriedBy, notModelled };
      return `${JSON.stringify(line)}\n`;
    })
    .join("");
}

const scenarioLines = ({ files }: CliGame): string =>
  Object.entries(loadRuleset(files).scenarios)
    .map(([name, { title, steps }]) => `${JSON.stringify({ name, title, steps: stepCount(steps) })}\n`)
    .join("");
