import { useTranslation } from "react-i18next";
import { Icon } from "#app/kit/icons.tsx";
import { useFieldBound } from "#app/gestures/useFieldBound.ts";
import type { Notice } from "#app/studio/StudioState.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/roof/Notices.module.css";

/** Short messages at the foot of the window; read out, and gone by themselves. */
export function Notices() {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const notices = useStudio((s) => s.notices);
  useFieldBound();
  return (
    <div className={css.notices} role="status" aria-live="polite">
      {notices.map((notice) => (
        <div key={notice.id} className={css.notice} data-tone={notice.tone}>
          {notice.list ? (
            <details className={css.list}>
              <summary>{t(notice.key, notice.facts ?? {})}</summary>
              <ul>
                {notice.list.map(({ key, facts }, i) => (
                  <li key={i}>{t(key, facts ?? {})}</li>
                ))}
              </ul>
            </details>
          ) : (
            <span>{t(notice.key, notice.facts ?? {})}</span>
          )}
          {notice.offer && <OfferButton id={notice.id} offer={notice.offer} />}
          <button
            type="button"
            className="icon-btn"
            aria-label={t("close")}
            onClick={() => studio.window.dismiss(notice.id)}
          >
            <Icon name="close" size={14} />
          </button>
        </div>
      ))}
    </div>
  );
}

/** The state that an offer is about: seldom the one that was to be changed. */
function stateOf(args: unknown): string {
  const { state, transition } = args as { state?: string[]; transition?: { source: string[] } };
  return (state ?? transition?.source ?? []).join(".");
}

/** Does what clears the way, and then what it stood in the way of. */
function OfferButton({ id, offer }: { id: number; offer: NonNullable<Notice["offer"]> }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  return (
    <button
      type="button"
      className={css.mend}
      onClick={() => {
        studio.window.dismiss(id);
        const { again, anyway, ...request } = offer;
        const refused = studio.editor.run(request, anyway ? { anyway } : {});
        if (!refused && again) studio.editor.run(again);
      }}
    >
      {t(offer.anyway ? "offer.anyway" : [`offer.${offer.id}`, `command.${offer.id}`], {
        ...(offer.id === "context.add" ? (offer.args as { name: string; value: string }) : {}),
        state: stateOf(offer.args),
      })}
    </button>
  );
}
