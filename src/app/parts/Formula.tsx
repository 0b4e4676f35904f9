import { useTranslation } from "react-i18next";
import { codeParts } from "#core/expr/readable.ts";
import css from "#app/parts/behavior.module.css";

/** A formula; what has no form in words stands apart as code. `readable` off: all of it is code. */
export function Formula({ text, readable = true }: { text: string; readable?: boolean }) {
  const { t } = useTranslation();
  const parts = readable ? codeParts(text) : [{ text, code: true }];
  return (
    <code className={css.formula}>
      {parts.map((part, i) =>
        part.code ? (
          <span key={i} className={css.code} title={t("behavior.code")}>
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </code>
  );
}
