import { createContext, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import css from "#app/panels/inspector/Inspector.module.css";

/** Texts that are kept: a person types in one field at a time. */
const MAX_TEXTS = 5;

/** Takes what was typed in a field that is gone before it was given. */
export const KeepText = createContext<(label: string, text: string) => void>(() => undefined);

/**
 * Keeps what was typed in fields that went away under the person, as when another program deletes what they belong to, and shows it until it is
 * taken away.
 */
export function LostTexts({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [texts, setTexts] = useState<readonly { readonly label: string; readonly text: string }[]>([]);
  const [keep] = useState(
    () => (label: string, text: string) =>
      setTexts((before) => [...before, { label, text }].slice(-MAX_TEXTS)),
  );
  return (
    <KeepText value={keep}>
      {texts.length > 0 && (
        <section className={css.lost} role="status">
          <p>{t("inspector.lost-text")}</p>
          {texts.map(({ label, text }, i) => (
            <label key={i}>
              {label}
              <textarea className="field mono" readOnly rows={2} value={text} />
            </label>
          ))}
          <button type="button" className="btn quiet" onClick={() => setTexts([])}>
            {t("inspector.lost-away")}
          </button>
        </section>
      )}
      {children}
    </KeepText>
  );
}
