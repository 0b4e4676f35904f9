import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { DiagnosticText } from "#app/parts/DiagnosticText.tsx";
import { wordWarnings } from "#app/views/rules/wordWarnings.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/views/rules/MachineSide.module.css";

/** What the checks say of the words of a clause, in whichever language. */
export function ClauseWarnings({ clause }: { clause: string }) {
  const { t } = useTranslation();
  const diagnostics = useStudio((s) => s.loaded?.diagnostics);
  const warnings = useMemo(() => wordWarnings(diagnostics ?? []).get(clause) ?? [], [diagnostics, clause]);
  if (warnings.length === 0) return null;
  return (
    <details className={css.terms} open>
      <summary>{t("rules.warnings", { count: warnings.length })}</summary>
      <dl>
        {warnings.map((warning, i) => (
          <div key={i}>
            <dt>
              <code>{warning.file}.json</code>
            </dt>
            <dd>
              <DiagnosticText diagnostic={warning} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
