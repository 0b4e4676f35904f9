import { gameChart } from "#core/analyze/check.ts";
import { ExchangeFault } from "#core/exchange/segment.ts";
import { exchangeFormats } from "#core/exchange/exchangeFormats.ts";
import { loadRuleset, type LoadedRuleset } from "#core/ruleset/loadRuleset.ts";
import { type ClauseReview, reviewOf } from "#core/ruleset/review.ts";
import { FailedFile, FaultyGame } from "#cli/failure.ts";
import type { CliGame } from "#cli/games.ts";
import { UsageError } from "#cli/io.ts";
import { exchangeWords, filled, type Language } from "#cli/words.ts";

/**
 * The rules of a game.
 * @throws FaultyGame when a file has faults: what is left out of it would be lost, or written to a wrong place
 * @throws UsageError when there are none
 */
export function soundRuleset(game: CliGame, language: Language): LoadedRuleset {
  const loaded = loadRuleset(game.files);
  const faults = loaded.diagnostics.filter(({ severity }) => severity === "error");
  if (faults.length > 0) throw new FaultyGame(game, faults, language);
  if (!game.files.has("ruleset"))
    throw new UsageError(`${game.id} has no ruleset.json, so no texts to translate`);
  return loaded;
}

/** What is said of each clause; nothing where the machine cannot be read. */
export function reviewOfGame(game: CliGame, { ruleset, scenarios }: LoadedRuleset): readonly ClauseReview[] {
  if (!ruleset.review?.length) return [];
  const reading = game.read();
  const chart = gameChart(reading);
  return chart ? reviewOf({ chart, consts: reading.consts ?? [], ruleset, scenarios }) : [];
}

/** Runs what may meet a fault of a file, and names the file. @throws FailedFile */
export function ofFile<T>(file: string, language: Language, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ExchangeFault)) throw error;
    const { fault } = exchangeWords[language];
    const formats = exchangeFormats.map(({ id }) => id).join(", ");
    throw new FailedFile(
      error.code,
      `${file}: ${filled(fault[error.code], { ...error.facts, formats })}`,
      file,
    );
  }
}
