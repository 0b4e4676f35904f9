import { gameChart } from "#core/analyze/check.ts";
import type { FileLimits } from "#core/ruleset/loadFile.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { type ClauseReview, reviewOf, type ReviewStatus } from "#core/ruleset/review.ts";
import type { CliGame } from "#cli/games.ts";
import { filled, reviewWords, type Language } from "#cli/words.ts";

/** How far the review of a game is in each language, and each clause that somebody has to look at. */
export interface ReviewReport {
  readonly counts: readonly ({ readonly locale: string } & Readonly<Record<ReviewStatus, number>>)[];
  readonly open: readonly ClauseReview[];
}

/** Nothing for a game whose machine or clauses cannot be read: the check says why. */
export function reviewReport(game: CliGame, limits: FileLimits): ReviewReport {
  const reading = game.read();
  const chart = gameChart(reading);
  if (!chart) return { counts: [], open: [] };
  const { ruleset, scenarios } = loadRuleset(game.files, limits);
  const all = reviewOf({ chart, consts: reading.consts ?? [], ruleset, scenarios });
  const count = (locale: string, status: ReviewStatus) =>
    all.filter((one) => one.locale === locale && one.status === status).length;
  return {
    counts: [...new Set(all.map(({ locale }) => locale))].map((locale) => ({
      locale,
      unseen: count(locale, "unseen"),
      checked: count(locale, "checked"),
      "in-doubt": count(locale, "in-doubt"),
      suspect: count(locale, "suspect"),
    })),
    open: all.filter(({ status }) => status === "suspect" || status === "in-doubt"),
  };
}

/** A line for each clause that somebody has to look at, and one for each language. */
export function reviewLines({ counts, open }: ReviewReport, game: CliGame, language: Language): string {
  const words = reviewWords[language];
  const comma = language === "en" ? ", " : "、";
  const where = game.pathOf("review");
  const lines = open.map(({ clause, locale, status, entry, changed }) => {
    const said = entry?.by ? filled(words.by, { name: entry.by, day: entry.at }) : (entry?.at ?? "");
    const note = entry?.note ? `: ${entry.note}` : "";
    const parts = changed.map((part) => words.part[part]).join(comma);
    const text = filled(status === "suspect" ? words["line-suspect"] : words["line-doubt"], {
      language: locale,
      said,
      parts,
    });
    return `${where}  ${clause}  ${text}${note}`;
  });
  const totals = counts.map(({ locale, unseen, checked, suspect, "in-doubt": doubt }) =>
    filled(words.counts, { language: `${game.id} ${locale}`, unseen, checked, doubt, suspect }),
  );
  return [...lines, ...(totals.length > 0 ? totals : [filled(words.none, { game: game.id })]), ""].join("\n");
}

/** The same for programs. */
export const reviewJson = ({ counts, open }: ReviewReport) => ({
  counts,
  open: open.map(({ clause, locale, status, entry, changed }) => ({
    clause,
    locale,
    status,
    ...(entry?.by === undefined ? {} : { by: entry.by }),
    ...(entry ? { at: entry.at } : {}),
    ...(entry?.note === undefined ? {} : { note: entry.note }),
    changed,
  })),
});
