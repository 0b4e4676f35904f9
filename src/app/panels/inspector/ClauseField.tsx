import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ClauseLink } from "#app/parts/ClauseLink.tsx";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/panels/inspector/Inspector.module.css";

/** The clauses that a state carries out: chips that lead to Rules, and a field to add one. */
export function ClauseField({
  clauses,
  disabled,
  onChange,
}: {
  clauses: readonly string[];
  disabled: boolean;
  onChange?: (clauses: readonly string[]) => void;
}) {
  const { t } = useTranslation();
  const known = useStudio((s) => s.loaded?.ruleset.clauses);
  const text = useStudio((s) => s.loaded?.ruleset.text[s.uiLanguage]);
  const listId = useId();
  const [adding, setAdding] = useState(false);
  return (
    <span className={css.chips}>
      {clauses.map((id) => (
        <span key={id} className={css.chip}>
          <ClauseLink id={id} title={text?.[id]} />
          {onChange && !disabled && (
            <button
              type="button"
              className={css.remove}
              aria-label={t("inspector.remove-clause", { id })}
              onClick={() => onChange(clauses.filter((c) => c !== id))}
            >
              ×
            </button>
          )}
        </span>
      ))}
      {onChange &&
        (adding ? (
          <>
            <input
              className="field mono"
              list={listId}
              autoFocus
              aria-label={t("inspector.add-clause")}
              onBlur={() => setAdding(false)}
              onKeyDown={(event) => {
                const id = event.currentTarget.value.trim();
                if (event.key === "Escape") setAdding(false);
                if (event.key !== "Enter" || id === "" || clauses.includes(id)) return;
                onChange([...clauses, id]);
                setAdding(false);
              }}
            />
            <datalist id={listId}>
              {known?.map((c) => (
                <option key={c.id} value={c.id}>
                  {text?.[c.id]}
                </option>
              ))}
            </datalist>
          </>
        ) : (
          <button
            type="button"
            className={css.add}
            disabled={disabled}
            aria-label={t("inspector.add-clause")}
            onClick={() => setAdding(true)}
          >
            +
          </button>
        ))}
    </span>
  );
}
