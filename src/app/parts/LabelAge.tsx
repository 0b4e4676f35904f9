import { useTranslation } from "react-i18next";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { LabelKey } from "#core/ruleset/labels.ts";
import { useFixes, useFixText } from "#app/parts/useFixes.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/parts/behavior.module.css";

/**
 * A mark on a label whose code was changed after it was written, with the way to say that it still fits; nothing on others.
 * @param name the label, where it does not stand beside the mark
 */
export function LabelAge({ of: key, name }: { of: LabelKey; name?: string }) {
  const language = useStudio((s) => s.labelLanguage);
  const problem = useStudio((s) =>
    s.diagnostics.find(
      ({ code, facts }) => code === "label-older" && facts["key"] === key && facts["locale"] === language,
    ),
  );
  return problem ? <Mark problem={problem} name={name} /> : null;
}

function Mark({ problem, name }: { problem: Diagnostic; name: string | undefined }) {
  const { t } = useTranslation();
  const { fixes, applyFix } = useFixes(problem);
  const textOf = useFixText();
  return (
    <span className={css.older}>
      {name !== undefined && <span>{name}</span>}
      <span>{t("behavior.older")}</span>
      {fixes.map((fix) => (
        <button key={fix.id} type="button" onClick={() => void applyFix(fix)}>
          {textOf(fix)}
        </button>
      ))}
    </span>
  );
}
