import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "#app/panels/inspector/TextField.tsx";
import css from "#app/panels/inspector/Inspector.module.css";

/** A formula of more characters is written in several lines. */
const MAX_LINE_CHARACTERS = 44;

/**
 * A field for what is read as a formula and written as code: the formula stands in it before and after, and the code is one key away
 * (Shift+F4). What has no formula that can be typed is shown as code, and says so.
 */
export function FormulaField({
  formula,
  code,
  children,
  ...field
}: Omit<Parameters<typeof TextField>[0], "value"> & {
  /** Undefined where nothing but the code can be typed. */
  formula: string | undefined;
  code: string;
  /** What is said of it below the field. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const [asCode, setAsCode] = useState(false);
  const hasBoth = formula !== undefined && formula !== code;
  const value = hasBoth && !asCode ? formula : code;
  return (
    <div
      className={css.formula}
      onKeyDown={(event) => {
        if (event.key !== "F4" || !event.shiftKey || !hasBoth) return;
        event.preventDefault();
        setAsCode(!asCode);
      }}
    >
      <TextField {...field} mono value={value} grows={value.length > MAX_LINE_CHARACTERS} />
      {(hasBoth || children !== undefined) && (
        <div className={css.mini}>
          <div className={css.said}>{children}</div>
          {hasBoth && (
            <button
              type="button"
              className="link"
              aria-pressed={asCode}
              title={t("formulaField.code-key")}
              onClick={() => setAsCode(!asCode)}
            >
              {t("formulaField.code")}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
