import { createContext, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import css from "#app/panels/inspector/Inspector.module.css";

/** Texts that are kept: a person types in one field at a time. */
const MAX_TEXTS = 5;

/** Receives the label and the text of a field that was taken away while its text was neither given nor taken back. */
export const KeepText = createContext<(label: string, text: string) => void>(() => undefined);

/**
 * Keeps what was typed in fields that went away under the person, as when another program deletes what they belong to, and shows it until it is
 * taken away.
 */
export function LostTexts({
  className = css.lost,
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const [texts, setTexts] = useState<readonly { readonly label: string; readonly text: string }[]>([]);
  const [keep] = useState(
    () => (label: string, text: string) =>
      setTexts((before) => [...before, { label, text }].slice(-MAX_TEXTS)),
  );
  return (
    <KeepText value={keep}>
      {texts.length > 0 && (
        <section className={className} role="status">
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
