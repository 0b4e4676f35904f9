import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ReviewState, reviewStates } from "#core/ruleset/ruleset.ts";
import { readPreference, writePreference } from "#app/studio/preferences.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import { ReviewComparison } from "#app/views/rules/ReviewComparison.tsx";
import { ReviewSign } from "#app/views/rules/ReviewSign.tsx";
import type { Review } from "#app/views/rules/useReview.ts";
import { type ReviewActs, useReviewActs } from "#app/views/rules/useReviewActs.ts";
import { useLanguageName } from "#app/studio/useLanguageName.ts";
import css from "#app/views/rules/Review.module.css";

/** What is to be said once the person gave a name. */
interface PendingAct {
  readonly locale: string;
  readonly state: ReviewState;
}

/** What was said of the selected clause in the languages of both columns, and the acts to say it. */
export function ReviewBar({ review, locales }: { review: Review; locales: readonly string[] }) {
  const { t } = useTranslation();
  const clause = useStudio((s) =>
    s.route.selection?.kind === "clause"
      ? s.loaded?.ruleset.clauses.find((c) => c.id === (s.route.selection as { id: string }).id)?.id
      : undefined,
  );
  const acts = useReviewActs(review);
  const [pending, setPending] = useState<PendingAct>();
  const notes = useRef(new Map<string, string>());
  const shown = [...new Set(locales)];
  const keyed = shown.at(-1);
  const say = (locale: string, state: ReviewState, isNamed = readPreference("reviewer") !== null) => {
    if (clause === undefined) return;
    if (!isNamed) return setPending({ locale, state });
    setPending(undefined);
    const note = notes.current.get(`${locale}\n${clause}`) ?? review.entryOf(clause, locale)?.note ?? "";
    acts.say(clause, locale, state, note);
  };
  useReviewKeys((state) => {
    if (keyed === undefined || clause === undefined || !review.basisOf) return false;
    say(keyed, state);
    return true;
  });
  if (clause === undefined || !review.basisOf) return null;
  return (
    <section className={css.bar} aria-label={t("review.title")}>
      {shown.map((locale) => (
        <ReviewRow
          key={`${locale} ${clause}`}
          {...{ clause, locale, review, acts }}
          isKeyed={locale === keyed}
          onNote={(note) => notes.current.set(`${locale}\n${clause}`, note)}
          onSay={(state) => say(locale, state)}
        />
      ))}
      {pending && (
        <NameForm
          onCancel={() => setPending(undefined)}
          onName={(name) => {
            writePreference("reviewer", name);
            say(pending.locale, pending.state, true);
          }}
        />
      )}
    </section>
  );
}

/** Ctrl+Enter and Ctrl+Shift+Enter, wherever in the view the keyboard is. The code editor has its own use for them. */
function useReviewKeys(act: (state: ReviewState) => boolean): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing)
        return;
      if (event.target instanceof Element && event.target.closest('.monaco-editor, [role="dialog"]')) return;
      if (latest.current(event.shiftKey ? "in-doubt" : "checked")) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** One language: what was said, by whom and when, both acts and the comment. */
function ReviewRow({
  clause,
  locale,
  review,
  acts,
  isKeyed,
  onNote,
  onSay,
}: {
  clause: string;
  locale: string;
  review: Review;
  acts: ReviewActs;
  /** The keys are for this language. */
  isKeyed: boolean;
  onNote: (note: string) => void;
  onSay: (state: ReviewState) => void;
}) {
  const { t } = useTranslation();
  const languageName = useLanguageName();
  const status = review.statusOf(clause, locale);
  const entry = review.entryOf(clause, locale);
  const language = languageName(locale);
  const [note, setNote] = useState(entry?.note ?? "");
  const [lastEntry, setLastEntry] = useState(entry);
  // An undo, or another window, changes the comment too.
  if (entry !== lastEntry) {
    setLastEntry(entry);
    if ((entry?.note ?? "") !== (lastEntry?.note ?? "")) setNote(entry?.note ?? "");
  }
  return (
    <div
      className={css.row}
      data-keyed={isKeyed || undefined}
      role="group"
      aria-label={t("review.acts", { language })}
    >
      <ReviewSign locale={locale} status={status} />
      <b>{t(`review.state.${status}`)}</b>
      <span className={css.who}>
        {entry && (entry.by ? t("review.by", { name: entry.by, day: entry.at }) : entry.at)}
      </span>
      <span className={css.acts}>
        {reviewStates.map((state) => (
          <button
            key={state}
            type="button"
            className="btn quiet"
            aria-pressed={status === state}
            aria-keyshortcuts={isKeyed ? KEYS[state] : undefined}
            title={
              status === state
                ? t("review.back")
                : isKeyed
                  ? KEYS[state].replace("Control", "Ctrl")
                  : undefined
            }
            onClick={() => onSay(state)}
          >
            {t(state === "checked" ? "review.check" : "review.doubt")}
          </button>
        ))}
      </span>
      <input
        className="field"
        aria-label={t("review.note")}
        placeholder={t("review.note")}
        value={note}
        onChange={(event) => {
          setNote(event.target.value);
          onNote(event.target.value);
        }}
        onBlur={() => acts.comment(clause, locale, note)}
        onKeyDown={(event) => {
          const isPlain = !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing;
          if (event.key === "Enter" && isPlain) acts.comment(clause, locale, note);
        }}
      />
      {entry && status === "suspect" && <ReviewComparison {...{ clause, locale, entry, review }} />}
    </div>
  );
}

const KEYS: Readonly<Record<ReviewState, string>> = {
  checked: "Control+Enter",
  "in-doubt": "Control+Shift+Enter",
};

/** Asked once; the browser remembers it. An empty name is one too: nobody has to say who they are. */
function NameForm({ onName, onCancel }: { onName: (name: string) => void; onCancel: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  return (
    <form
      className={css.name}
      onSubmit={(event) => {
        event.preventDefault();
        onName(name.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
      }}
    >
      <label>
        {t("review.name")}{" "}
        <input className="field" autoFocus value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      <small>{t("review.name-hint")}</small>
      <button type="submit" className="btn primary">
        {t("review.name-keep")}
      </button>
    </form>
  );
}
