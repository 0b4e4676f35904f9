import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { faultKeys, type Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { useDiagnosticText } from "#app/parts/DiagnosticText.tsx";
import { problemGroups, type ProblemFilter } from "#app/panels/problems/problemGroups.ts";
import { ProblemRow } from "#app/panels/problems/ProblemRow.tsx";
import { useRevealProblem } from "#app/panels/problems/useRevealProblem.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/panels/problems/Problems.module.css";

/** Rows that are shown before a button shows the rest. */
const MAX_FIRST_ROWS = 200;

/**
 * The rows of Problems. The arrow keys walk from one to the next and show each in graph and code; the row that was looked at last
 * takes the Tab key.
 */
export function ProblemList({
  filter,
  onClear,
  onReveal,
}: {
  filter: ProblemFilter;
  onClear: () => void;
  onReveal?: (diagnostic: Diagnostic) => void;
}) {
  const { t } = useTranslation();
  const diagnostics = useStudio((s) => s.diagnostics);
  const game = useStudio((s) => s.project?.id) ?? "";
  const say = useDiagnosticText();
  const reveal = useRevealProblem(onReveal);
  const list = useRef<HTMLDivElement>(null);
  const [all, setAll] = useState(false);
  const [active, setActive] = useState(0);
  const groups = useMemo(() => problemGroups(diagnostics, filter, say), [diagnostics, filter, say]);
  const count = groups.reduce((sum, group) => sum + group.problems.length, 0);
  const shown = all ? count : Math.min(count, MAX_FIRST_ROWS);
  const current = Math.min(active, Math.max(0, shown - 1));

  const focusRow = (index: number) => {
    const rows = list.current?.querySelectorAll<HTMLElement>("[data-problem-row]") ?? [];
    rows[Math.max(0, Math.min(index, rows.length - 1))]?.focus();
  };
  // the row that had the focus may go with its fault; the one that takes its place takes the focus
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) focusRow(current);
  });
  const walk = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      Home: 0,
      End: shown - 1,
    };
    const to = steps[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const index = Math.max(0, Math.min(to, shown - 1));
    setActive(index);
    focusRow(index);
    const problem = groups.flatMap((group) => group.problems)[index];
    if (problem) reveal(problem);
  };

  if (count === 0)
    return (
      <div className={css.empty}>
        {t("problemList.no-match")}
        <button type="button" className="btn quiet" onClick={onClear}>
          {t("problems.show-all")}
        </button>
      </div>
    );
  return (
    <div
      ref={list}
      className={css.list}
      onKeyDown={walk}
      onFocus={() => (hasFocus.current = true)}
      onBlur={() => (hasFocus.current = false)}
    >
      {groups.map(({ file, problems, first }) => {
        const rows = problems.slice(0, Math.max(0, shown - first));
        if (rows.length === 0) return null;
        const keys = faultKeys(rows);
        const name = file === "machine" ? `${game}.machine.ts` : `${file}.json`;
        return (
          <div key={file} role="group" aria-label={name}>
            {(groups.length > 1 || file !== "machine") && (
              <h4 className={css.file}>
                {name}
                <span>{problems.length}</span>
              </h4>
            )}
            {rows.map((problem, i) => (
              <ProblemRow
                key={keys[i]}
                problem={problem}
                text={say(problem)}
                active={first + i === current}
                onFocus={() => setActive(first + i)}
                onOpen={() => reveal(problem)}
                onFixed={() => focusRow(first + i)}
              />
            ))}
          </div>
        );
      })}
      {shown < count && (
        <button type="button" className={css.more} onClick={() => setAll(true)}>
          {t("problems.more", { count: count - shown })}
        </button>
      )}
    </div>
  );
}
