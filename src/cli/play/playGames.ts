import { resolve } from "node:path";
import { pathInside } from "#cli/pathInside.ts";
import { errorJson, FaultyGame } from "#cli/failure.ts";
import type { CliGame, UnreadGame } from "#cli/games.ts";
import { UsageError, type ExitCode, type Io } from "#cli/io.ts";
import type { PlayGiven } from "#cli/play/given.ts";
import { toJunit, type PlayedCase, type PlayedGame } from "#cli/play/junit.ts";
import { lineOf, playScenarios, type NamedScenario } from "#cli/play/scenario.ts";
import type { Language } from "#cli/words.ts";
import { StoreError } from "#core/project/store.ts";

/** What is played of a game. */
export interface GameToPlay {
  readonly toPlay: PlayGiven;
  readonly scenarios: readonly NamedScenario[];
}

export interface PlayGamesGiven {
  readonly games: readonly (CliGame | UnreadGame)[];
  /**
   * Undefined for a game that has nothing to play.
   * @throws FaultyGame | StoreError | UsageError for a game that cannot be played: the others still are
   */
  readonly prepare: (game: CliGame) => GameToPlay | undefined;
  readonly format: "text" | "json" | "junit";
  readonly language: Language;
  readonly io: Io;
}

/**
 * Plays the scenarios of several games; one that cannot be played does not keep the others from it.
 * @returns the worst of their exit codes: 1 before 3 before 0
 */
export async function playGames(given: PlayGamesGiven): Promise<ExitCode> {
  const { games, format, language, io } = given;
  const played: PlayedGame[] = [];
  for (const game of games) {
    if (format === "text" && games.length > 1) io.out(`${game.id}\n`);
    const result = await playedGame(game, given);
    if (format === "text" && result.fault) io.out(`FAIL  ${result.fault.code}: ${result.fault.message}\n`);
    played.push(result);
  }
  if (format === "junit") io.out(toJunit(played, language));
  else if (format === "json") io.out(`${JSON.stringify(playedJson(played), null, 2)}\n`);
  else io.out(totalLine(played));
  const results = played.flatMap(({ cases }) => cases.map(({ result }) => result));
  const isWrong = played.some(({ fault }) => fault) || results.some(({ ok, stop }) => !ok && !stop);
  return isWrong ? 1 : results.some(({ stop }) => stop) ? 3 : 0;
}

async function playedGame(game: CliGame | UnreadGame, { prepare, format, language, io }: PlayGamesGiven) {
  const { id } = game;
  const faulty = (error: Error): PlayedGame => {
    const { code, message } = errorJson(error, language, io.cwd);
    return { id, cases: [], fault: { code, message } };
  };
  if ("unread" in game) return faulty(game.unread);
  let ready: GameToPlay | undefined;
  try {
    ready = prepare(game);
  } catch (error) {
    const isOfGame =
      error instanceof FaultyGame || error instanceof StoreError || error instanceof UsageError;
    if (!isOfGame) throw error;
    return faulty(error);
  }
  if (!ready) return { id, cases: [] };
  const cases: PlayedCase[] = [];
  await playScenarios({ ...ready.toPlay, scenarios: ready.scenarios }, (result, scenario, ms) => {
    if (format === "text") io.out(lineOf(result, scenario));
    const file = fileOf(game, result.name, io.cwd);
    cases.push({ result, ms, ...(file === undefined ? {} : { file }) });
  });
  return { id, cases };
}

/** Where a scenario of the game is written, from the current folder. */
function fileOf(game: CliGame, name: string, cwd: string): string | undefined {
  const file = `scenarios/${name}`;
  if (!game.files.has(file)) return undefined;
  const path = resolve(game.folder, game.pathOf(file));
  return pathInside(path, cwd) ?? path;
}

function playedJson(played: readonly PlayedGame[]): object {
  const games = played.map(({ id, cases, fault }) => {
    const scenarios = cases.map(({ result }) => result);
    const ok = !fault && scenarios.every((result) => result.ok);
    const stopped = scenarios.filter(({ stop }) => stop).length;
    return { id, ok, stopped, scenarios, ...(fault ? { error: fault } : {}) };
  });
  const stopped = games.reduce((sum, game) => sum + game.stopped, 0);
  return { ok: games.every(({ ok }) => ok), stopped, games };
}

function totalLine(played: readonly PlayedGame[]): string {
  const results = played.flatMap(({ cases }) => cases.map(({ result }) => result));
  const passed = results.filter(({ ok }) => ok).length;
  const stopped = results.filter(({ stop }) => stop).length;
  const faults = played.filter(({ fault }) => fault).length;
  const count = (one: number, what: string) => `${one} ${what}${one === 1 ? " was" : "s were"}`;
  return `${passed} of ${results.length} scenarios went as expected${stopped > 0 ? `, ${stopped} ${stopped === 1 ? "was" : "were"} stopped` : ""}${faults > 0 ? `, ${count(faults, "game")} not played` : ""}\n`;
}
