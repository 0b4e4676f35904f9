import { useTranslation } from "react-i18next";
import { Icon } from "#app/kit/icons.tsx";
import { useFieldBound } from "#app/gestures/useFieldBound.ts";
import { OfferButton } from "#app/parts/OfferButton.tsx";
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
          {notice.offer && (
            <OfferButton
              className={css.mend}
              offer={notice.offer}
              onTaken={() => studio.window.dismiss(notice.id)}
            />
          )}
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
