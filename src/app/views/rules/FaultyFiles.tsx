import { useTranslation } from "react-i18next";
import { lineColumn } from "#core/text/lines.ts";
import { DiagnosticText } from "#app/parts/DiagnosticText.tsx";
import { useRevealProblem } from "#app/panels/problems/useRevealProblem.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/views/rules/RulesView.module.css";

/** Files of the rules that are no JSON now: whether they are shown as they last were or not at all, and the way to the fault. */
export function FaultyFiles() {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const faulty = useStudio((s) => s.loaded?.faulty);
  const unread = useStudio((s) => s.loaded?.unread);
  const files = useStudio((s) => s.files?.files);
  const reveal = useRevealProblem();
  if (!faulty || faulty.length === 0) return null;
  return (
    <ul className={css.faulty} role="alert">
      {faulty.map((problem) => {
        const { file, at } = problem;
        const { line = 1, column = 1 } = at ? lineColumn(files?.get(file) ?? "", at.from) : {};
        return (
          <li key={file}>
            <b>
              {t(unread?.has(file) ? "rules.faulty-unread" : "rules.faulty", {
                file: `${file}.json`,
                line,
                column,
              })}
            </b>
            <span>
              <DiagnosticText diagnostic={problem} />
            </span>
            <button
              type="button"
              onClick={() => {
                studio.navigation.go("design");
                reveal(problem);
              }}
            >
              {t("rules.faulty-open")}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
