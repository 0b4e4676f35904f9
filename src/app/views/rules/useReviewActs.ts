import { keptTold, withReview } from "#core/ruleset/review.ts";
import type { ReviewEntry, ReviewState } from "#core/ruleset/ruleset.ts";
import { readPreference } from "#app/studio/preferences.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";
import type { Review } from "#app/views/rules/useReview.ts";
import { useToldNow } from "#app/views/rules/useToldNow.ts";

/** What a person may say of a clause in one language. Each is one entry of the history. */
export interface ReviewActs {
  /** Says it of what stands there now; the same again takes it back. */
  readonly say: (clause: string, locale: string, state: ReviewState, note: string) => void;
  /** Changes the comment alone: what was said stays about what was seen then. */
  readonly comment: (clause: string, locale: string, note: string) => void;
}

export function useReviewActs(review: Review): ReviewActs {
  const studio = useStudioActions();
  const toldNow = useToldNow();
  const write = (place: Pick<ReviewEntry, "clause" | "locale">, entry: ReviewEntry | null) => {
    const { project } = studio.get();
    if (!project) return;
    const text = withReview(project.text("review"), place, entry);
    if (text === undefined || project.isReadOnly("review"))
      return studio.window.notice("warn", "review.read-only");
    project.write("review", text, { label: "review", origin: "rules", at: Date.now() });
  };
  return {
    say: (clause, locale, state, note) => {
      const basis = review.basisOf?.(clause, locale);
      if (!basis) return;
      if (review.statusOf(clause, locale) === state) return write({ clause, locale }, null);
      const by = readPreference("reviewer")?.trim();
      const wording = studio.get().loaded?.ruleset.text[locale]?.[clause];
      const entry: ReviewEntry = {
        clause,
        locale,
        state,
        ...(by ? { by } : {}),
        at: today(),
        ...(note.trim() === "" ? {} : { note: note.trim() }),
        basis,
        told: keptTold(wording, toldNow(clause)),
      };
      write(entry, entry);
    },
    comment: (clause, locale, note) => {
      const entry = review.entryOf(clause, locale);
      if (!entry || (entry.note ?? "") === note.trim()) return;
      const { note: _, ...rest } = entry;
      write(entry, { ...rest, ...(note.trim() === "" ? {} : { note: note.trim() }) });
    },
  };
}

/** The day where the person is, as `2026-11-27`. */
function today(): string {
  const now = new Date();
  const two = (n: number) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
