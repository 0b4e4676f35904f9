import { useTranslation } from "react-i18next";
import { labelPlace, writeText } from "#app/gestures/writeText.ts";
import { TextField } from "#app/panels/inspector/TextField.tsx";
import { Row } from "#app/panels/inspector/Row.tsx";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import { useLanguageName } from "#app/studio/useLanguageName.ts";
import css from "#app/panels/inspector/LabelSection.module.css";

/** What an element is called in each language of the rules, side by side; nothing while a game has no rules. */
export function LabelSection({ labelKey }: { labelKey: string }) {
  const { t } = useTranslation();
  const languageName = useLanguageName();
  const studio = useStudioActions();
  const ruleset = useStudio((s) => s.loaded?.ruleset);
  const hasRules = useStudio((s) => s.files?.files.has("ruleset") === true);
  if (!ruleset || !hasRules) return null;
  return (
    <Row label={t("rules.labels")}>
      {ruleset.info.locales.map((locale) => {
        const language = languageName(locale);
        return (
          <div key={`${locale} ${labelKey}`} className={css.label} lang={locale}>
            <span aria-hidden>{t(`labels.short.${locale}`, { defaultValue: locale })}</span>
            <TextField
              label={t("rules.label-in", { language })}
              value={ruleset.labels[locale]?.[labelKey] ?? ""}
              onCommit={(text) => writeText(studio, locale, labelPlace(locale, labelKey), text)}
            />
          </div>
        );
      })}
    </Row>
  );
}
