import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import type { Failures } from "#app/studio/Failures.ts";
import { Icon } from "#app/kit/icons.tsx";
import css from "#app/parts/FailureStatus.module.css";

/**
 * In a status bar: how much failed while the rest went on, and when it is opened, what. Nothing while all is well.
 * @param below whether what is opened hangs below the bar, which then stands at the top
 */
export function FailureStatus({ failures, below }: { failures: Failures; below?: boolean }) {
  const { t } = useTranslation();
  const list = useSyncExternalStore(failures.subscribe, failures.get);
  const count = list.reduce((sum, failure) => sum + failure.count, 0);
  return (
    <div role="status" className={css.status}>
      {count > 0 && (
        <details className={css.failures}>
          <summary>{t("failure.count", { count })}</summary>
          <div className={css.list} data-below={below || undefined}>
            <ul>
              {list.map((failure) => (
                <li key={`${failure.place} ${failure.message}`}>
                  <b>{t(`failure.at.${failure.place}`)}</b>
                  {failure.count > 1 && <span> ×{failure.count}</span>}
                  <code>{failure.message}</code>
                </li>
              ))}
            </ul>
            <p>{t("failure.goes-on")}</p>
            <button type="button" className="icon-btn" aria-label={t("close")} onClick={failures.clear}>
              <Icon name="close" size={14} />
            </button>
          </div>
        </details>
      )}
    </div>
  );
}
