import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ClauseLink } from "#app/parts/ClauseLink.tsx";
import { stepName } from "#app/play/words.ts";
import type { SessionView } from "#app/play/useSession.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import css from "#app/panels/play/RunBanner.module.css";

/** A guard that the machine does not work out, put to the person: the step is taken when all of its guards have been answered. */
export function GuardQuery({ view }: { view: SessionView }) {
  const { t } = useTranslation();
  const label = useLabels();
  const yes = useRef<HTMLButtonElement>(null);
  const { session, state } = view;
  const { pendingGuard, busy } = state;
  useEffect(() => yes.current?.focus(), [pendingGuard]);
  if (!pendingGuard) return null;
  const { open, do: action } = pendingGuard;
  const answeredCount = (action.verdicts ?? []).filter(({ guard }) => guard === open.guard).length;
  return (
    <div className={css.banner} data-tone="warn" role="group" aria-label={t("asked.title")}>
      <b>{t("asked.holds", { guard: label(`guard:${open.guard}`) ?? open.guard })}</b>
      {label(`guard:${open.guard}`) !== undefined && <code>{open.guard}</code>}
      {open.params !== undefined && <code>{JSON.stringify(open.params)}</code>}
      <span>
        {t("asked.where", {
          step: stepName(t, label, action),
          state: label(`state:${open.state ?? ""}`) ?? open.state ?? "",
        })}
        {answeredCount > 0 && ` · ${t("asked.again", { n: answeredCount + 1 })}`}
      </span>
      {open.clauses?.map((id) => (
        <ClauseLink key={id} id={id} />
      ))}
      <button ref={yes} type="button" className="btn" disabled={busy} onClick={() => session.say(true)}>
        {t("asked.yes")}
      </button>
      <button type="button" className="btn" disabled={busy} onClick={() => session.say(false)}>
        {t("asked.no")}
      </button>
      <button type="button" className="btn quiet" onClick={() => session.leaveOpen()}>
        {t("asked.cancel")}
      </button>
    </div>
  );
}
