import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { FailureStatus } from "#app/parts/FailureStatus.tsx";
import { Icon } from "#app/kit/icons.tsx";
import { JoinStudio } from "#app/views/inspect/JoinStudio.tsx";
import { refusalCounts } from "#app/views/inspect/refusalCounts.ts";
import { useHub, useInspecting } from "#app/views/inspect/useHub.ts";
import { writePreference } from "#app/studio/preferences.ts";
import { changeWords, uiLanguages } from "#app/i18n.ts";
import css from "#app/views/inspect/InspectPage.module.css";

/** Name, what was refused, the studio, the doctor, language and theme. */
export function TopBar({ doctor, onDoctor }: { doctor: boolean; onDoctor: (() => void) | undefined }) {
  const { t, i18n } = useTranslation();
  const [theme, setTheme] = useState(document.documentElement.dataset["theme"] === "dark" ? "dark" : "light");
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  const other = theme === "dark" ? "light" : "dark";
  return (
    <header className={css.top}>
      <span className={css.logo}>
        <i />
        Turnwright <small>{t("inspect.title")}</small>
      </span>
      <Counted />
      <FailureStatus failures={useInspecting().hub.failures} below />
      <span className={css.tools}>
        <JoinStudio />
        <button
          type="button"
          className="btn quiet"
          aria-pressed={doctor}
          disabled={!onDoctor}
          onClick={onDoctor}
        >
          {t("inspect.doctor")}
        </button>
        <select
          className="field"
          aria-label={t("header.language")}
          value={i18n.language}
          onChange={({ target }) => {
            const chosen = uiLanguages.find((uiLanguage) => uiLanguage === target.value);
            if (!chosen) return;
            writePreference("language", chosen);
            void changeWords(chosen);
          }}
        >
          {uiLanguages.map((uiLanguage) => (
            <option key={uiLanguage} value={uiLanguage} lang={uiLanguage}>
              {{ en: "English", ja: "日本語", "zh-Hant": "繁體中文" }[uiLanguage]}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="icon-btn"
          onClick={() => {
            writePreference("theme", other);
            setTheme(other);
          }}
          aria-label={t(other === "light" ? "header.light" : "header.dark")}
          title={t(other === "light" ? "header.light" : "header.dark")}
        >
          <Icon name={theme === "dark" ? "sun" : "moon"} />
        </button>
      </span>
    </header>
  );
}

/** How much came, and what of it was not taken, with the reasons on request. */
function Counted() {
  const { t } = useTranslation();
  const view = useHub();
  const { counts } = view;
  const refusals = refusalCounts(view);
  const refused = refusals.reduce((sum, [, count]) => sum + count, 0);
  return (
    <span className={css.counts} role="status">
      <span>{t("inspect.messages", { count: counts.messages })}</span>
      {counts.repeated > 0 && <span>{t("inspect.repeated", { count: counts.repeated })}</span>}
      {refused > 0 && (
        <details>
          <summary>{t("inspect.not-taken", { count: refused })}</summary>
          <ul>
            {refusals.map(([code, count]) => (
              <li key={code}>
                {t(`inspect.refusal.${code}`)}: {count}
              </li>
            ))}
          </ul>
        </details>
      )}
    </span>
  );
}
