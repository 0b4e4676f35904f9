import { memo } from "react";
import { useTranslation } from "react-i18next";
import { changes } from "#core/run/play/contextChange.ts";
import type { Run, Step } from "#core/run/timeline/run.ts";
import { pathName } from "#app/play/contextWords.ts";
import { Microsteps } from "#app/panels/play/stepping/Microsteps.tsx";
import type { Stepping } from "#app/play/stepping/Stepping.ts";
import { useValueWords } from "#app/play/useValueWords.ts";
import { changeText, payloadText } from "#app/play/valueWords.ts";
import { seatName, stepName, verdictTexts } from "#app/play/words.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import css from "#app/panels/play/Timeline.module.css";
import stepCss from "#app/panels/play/stepping/Microsteps.module.css";

/** Changes of the context that a step lists: its card has room for three. */
const MAX_CHANGES = 3;

/** Steps on the way in view, seen from the cursor. */
export type StepAt = "earlier" | "here" | "later";

/** One step on the timeline, which opens into its microsteps. Drawn again only when it is another one, or one stands elsewhere. */
export const TimelineStep = memo(function TimelineStep({
  step,
  before,
  branches,
  marks,
  at,
  micro,
  opened,
  tone,
  dim,
  stepping,
  onOpen,
  index,
  measure,
}: {
  step: Step;
  before: Step | undefined;
  /** What was tried from the same place; none when there is nothing beside it. */
  branches: readonly Step[];
  marks: Run["marks"];
  at: StepAt;
  micro: number | null;
  opened: boolean;
  /** The colour of the seat that took this step. */
  tone: number | undefined;
  /** It steps back, for others are looked at. */
  dim: boolean;
  stepping: Stepping;
  onOpen: (step: number | null) => void;
  /** Its place in the list, which measures it. */
  index: number;
  measure: (drawn: HTMLElement | null) => void;
}) {
  const { t } = useTranslation();
  const label = useLabels();
  const words = useValueWords();
  const { do: action, outcome } = step;
  const mark = marks?.[step.id];
  const by = action.kind === "send" ? action.event["by"] : undefined;
  const verdicts = verdictTexts(t, label, action);
  const details = (brief: boolean) =>
    action.kind === "send"
      ? [
          typeof by === "string" ? seatName(t, label, by) : "",
          payloadText(words, action.event, brief),
          ...verdicts,
        ]
          .filter(Boolean)
          .join(" · ")
      : verdicts.join(" · ");
  const changed = before ? changes(before.outcome.view.context, outcome.view.context) : [];
  const became = changed.slice(0, MAX_CHANGES).map((change) => {
    const { was, is } = changeText(words, change);
    const name = pathName(label, change.at, outcome.view.context);
    return `${name} ${was === undefined ? is : `${was} → ${is}`}`;
  });
  const { length } = outcome.microsteps;
  const isOpen = length > 0 && (micro !== null || opened);
  const whole = { step: step.id, micro: null };
  const toggle = () => {
    onOpen(isOpen ? null : step.id);
    if (isOpen && micro !== null) stepping.go(whole);
  };
  return (
    <li ref={measure} data-index={index} data-open={isOpen || undefined}>
      <div className={css.whole}>
        <button
          type="button"
          className={css.step}
          aria-current={at === "here" ? "step" : undefined}
          data-later={at === "later" || undefined}
          data-dim={dim || undefined}
          data-edit={action.kind === "edit" || undefined}
          data-tone={tone}
          title={[stepName(t, label, step.do), details(false), ...became].filter(Boolean).join("\n")}
          onClick={() => {
            if (at === "here" && micro === null && length > 0) toggle();
            else stepping.go(whole);
          }}
        >
          <b>
            {mark?.bookmark && "★ "}
            {mark?.name !== undefined && <i className={css.named}>{mark.name}</i>}
            {stepName(t, label, step.do)}
          </b>
          <small>{details(true)}</small>
          {mark?.note !== undefined && <small>{mark.note}</small>}
          <small>{became.join(t("simulate.comma"))}</small>
        </button>
        {length > 0 && <UnfoldButton count={length} isOpen={isOpen} onToggle={toggle} />}
        {branches.length > 1 && (
          <BranchSelect step={step} branches={branches} marks={marks} stepping={stepping} />
        )}
      </div>
      {isOpen && <Microsteps stepping={stepping} step={step} micro={micro} />}
    </li>
  );
});

/** Opens a step into its microsteps. */
function UnfoldButton({ count, isOpen, onToggle }: { count: number; isOpen: boolean; onToggle: () => void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={stepCss.unfold}
      aria-expanded={isOpen}
      onClick={onToggle}
      onKeyDown={(event) => {
        if (event.key !== (isOpen ? "ArrowLeft" : "ArrowRight")) return;
        event.preventDefault();
        onToggle();
      }}
    >
      {isOpen ? "▾" : "▸"} {t("stepping.open", { count })}
    </button>
  );
}

/** What was tried from the same place: choosing one of these goes there. */
function BranchSelect({
  step,
  branches,
  marks,
  stepping,
}: {
  step: Step;
  branches: readonly Step[];
  marks: Run["marks"];
  stepping: Stepping;
}) {
  const { t } = useTranslation();
  const label = useLabels();
  return (
    <select
      className={css.branch}
      value={step.id}
      aria-label={t("simulate.branches", { count: branches.length })}
      onChange={(event) => stepping.go({ step: Number(event.target.value), micro: null })}
    >
      {branches.map((branch, n) => (
        <option key={branch.id} value={branch.id}>
          {marks?.[branch.id]?.name ?? t("simulate.branch", { n: n + 1 })}: {stepName(t, label, branch.do)}
        </option>
      ))}
    </select>
  );
}
