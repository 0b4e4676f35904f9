import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Meta, StatePath } from "#core/chart/chart.ts";
import type { TransitionRef } from "#core/chart/places.ts";
import { metaText, metaValue } from "#app/gestures/metaText.ts";
import { ListRow, ListSection } from "#app/panels/inspector/ListSection.tsx";
import { TextField } from "#app/panels/inspector/TextField.tsx";
import { useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/inspector/ListSection.module.css";

/** The entries of `meta` that have no field of their own: clauses and who decides have one. */
export const otherMeta = ({ entries = [], asks }: Meta): NonNullable<Meta["entries"]> =>
  entries.filter(([name]) => name !== "asks" || asks === undefined);

/** The entries of `meta` but the clauses: each with its value as text or JSON. */
export function MetaSection({
  element,
  meta,
  disabled,
  adding,
  onAdding,
}: {
  element: { readonly state: StatePath } | { readonly transition: TransitionRef };
  meta: Meta;
  disabled: boolean;
  adding: boolean;
  onAdding: (adding: boolean) => void;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const [key, setKey] = useState("");
  const command = "transition" in element ? "transition" : "state";
  const entries = otherMeta(meta);
  const set = (name: string, typed: string) => {
    const value = metaValue(typed);
    if (value !== undefined)
      return studio.editor.command(`${command}.setMeta`, { ...element, key: name, value }) === undefined;
    studio.window.notice("warn", "refusal.not-an-expression", { text: typed });
    return false;
  };
  const words = (name: string) => (name === "structural" ? t("inspector.structural") : name);
  if (entries.length === 0 && !adding) return null;
  return (
    <ListSection title={t("inspector.meta")} disabled={disabled} onAdd={() => onAdding(true)}>
      {entries.map(([name, code]) => (
        <ListRow key={name} name={name} disabled={disabled} onRemove={() => set(name, "")}>
          <div className={css.pair}>
            <span title={name}>{words(name)}</span>
            <TextField
              mono
              multiline={code.length > 40}
              label={words(name)}
              value={metaText(code)}
              disabled={disabled}
              onCommit={(typed) => set(name, typed)}
            />
          </div>
        </ListRow>
      ))}
      {adding && (
        <div className={css.pair}>
          <TextField
            mono
            autoFocus
            label={t("ask.meta-key")}
            placeholder={t("ask.name")}
            value={key}
            onCommit={(typed) => setKey(typed.trim())}
          />
          <TextField
            mono
            label={t("ask.meta-value")}
            placeholder={t("inspector.meta-value")}
            value=""
            onCommit={(typed) => {
              if (key === "" || typed.trim() === "" || !set(key, typed)) return false;
              setKey("");
              return onAdding(false);
            }}
            onLeave={() => key === "" && onAdding(false)}
          />
        </div>
      )}
    </ListSection>
  );
}
