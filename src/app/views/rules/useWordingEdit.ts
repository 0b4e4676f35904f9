import { type RefObject, useEffect, useState } from "react";
import type { Clause, Ruleset } from "#core/ruleset/ruleset.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";
import type { Review } from "#app/views/rules/useReview.ts";
import type { WordingEdit } from "#app/views/rules/WordingBar.tsx";

/** Which wording is edited, and how one comes from it to the next, or back to the list. */
export function useWordingEdit({
  list,
  rows,
  ruleset,
  review,
  choose,
}: {
  list: RefObject<HTMLElement | null>;
  rows: readonly Clause[];
  ruleset: Ruleset;
  review: Review;
  choose: (clause: string) => void;
}) {
  const studio = useStudioActions();
  const [edit, setEdit] = useState<WordingEdit>();
  const closeEdit = () => {
    setEdit(undefined);
    // Not before the field is gone: it takes what is typed when the focus leaves it.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('[role="option"][tabindex="0"]')?.focus(),
    );
  };
  /** The next clause without a wording in this language, or one that is suspect or in doubt; around the end of the list. */
  const stepEdit = (by: 1 | -1) => {
    if (!edit) return;
    const { locale } = edit;
    const at = rows.findIndex(({ id }) => id === edit.clause);
    const { text } = studio.get().loaded?.ruleset ?? ruleset;
    const next = rows
      .map((_, i) => rows[(at + by * (i + 1) + 2 * rows.length) % rows.length])
      .find(
        (clause) =>
          clause !== undefined &&
          clause.id !== edit.clause &&
          (!text[locale]?.[clause.id] || /^(suspect|in-doubt)$/.test(review.statusOf(clause.id, locale))),
      );
    if (!next) return studio.window.notice("info", "rules.none-open");
    choose(next.id);
    setEdit({ clause: next.id, locale });
  };
  // The field takes its room from the list: the clause that it is of stays in sight.
  useEffect(() => {
    if (edit)
      list.current
        ?.querySelector('[role="option"][aria-selected="true"]')
        ?.scrollIntoView({ block: "nearest" });
  }, [edit, list]);
  return { edit, setEdit, closeEdit, stepEdit };
}
