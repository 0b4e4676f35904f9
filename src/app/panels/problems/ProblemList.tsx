import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { faultKeys } from "#core/diagnostic/diagnostic.ts";
import { useDiagnosticText } from "#app/parts/DiagnosticText.tsx";
import { FindingRow } from "#app/panels/problems/FindingRow.tsx";
import { findingOf, problemEntries } from "#app/panels/problems/problemEntries.ts";
import { problemGroups, type ProblemFilter, type ProblemGroup } from "#app/panels/problems/problemGroups.ts";
import { ProblemRow } from "#app/panels/problems/ProblemRow.tsx";
import { useRevealProblem } from "#app/panels/problems/useRevealProblem.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/panels/problems/Problems.module.css";

/** Rows that are shown before a button shows the rest. */
const MAX_FIRST_ROWS = 200;

const NONE: ReadonlySet<string> = new Set();

/** The rows of each file, and the place of its first among all rows. */
function rowsOf(groups: readonly ProblemGroup[], unfolded: ReadonlySet<string>) {
  let first = 0;
  return groups.map(({ file, problems }) => {
    const part = { file, problems, first, entries: problemEntries(problems, unfolded) };
    first += part.entries.length;
    return part;
  });
}

function toggled(set: ReadonlySet<string>, item: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}

/** The row that a key leads to; undefined when the key leads to none. */
function rowAfter(event: KeyboardEvent, current: number, count: number): number | undefined {
  const rows: Readonly<Record<string, number>> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    Home: 0,
    End: count - 1,
  };
  const row = rows[event.key];
  if (row === undefined || event.altKey || event.ctrlKey || event.metaKey) return undefined;
  return Math.max(0, Math.min(row, count - 1));
}

/**
 * The rows of Problems. The arrow keys walk from one to the next and show each in graph and code; the row that was looked at last
 * takes the Tab key.
 */
export function ProblemList({ filter, onClear }: { filter: ProblemFilter; onClear: () => void }) {
  const { t } = useTranslation();
  const diagnostics = useStudio((s) => s.diagnostics);
  const game = useStudio((s) => s.project?.id) ?? "";
  const say = useDiagnosticText();
  const reveal = useRevealProblem();
  const list = useRef<HTMLDivElement>(null);
  const [all, setAll] = useState(false);
  const [active, setActive] = useState(0);
  const groups = useMemo(() => problemGroups(diagnostics, filter, say), [diagnostics, filter, say]);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(NONE);
  const parts = useMemo(() => rowsOf(groups, unfolded), [groups, unfolded]);
  const count = parts.reduce((sum, { entries }) => sum + entries.length, 0);
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
    const index = rowAfter(event, current, shown);
    if (index === undefined) return;
    event.preventDefault();
    setActive(index);
    focusRow(index);
    const problem = parts.flatMap(({ entries }) => entries)[index]?.problem;
    if (problem) reveal(problem);
  };

  if (count === 0) return <NoMatch onClear={onClear} />;
  return (
    <div
      ref={list}
      className={css.list}
      onKeyDown={walk}
      onFocus={() => (hasFocus.current = true)}
      onBlur={() => (hasFocus.current = false)}
    >
      {parts.map(({ file, problems, entries, first }) => {
        const rows = entries.slice(0, Math.max(0, shown - first));
        if (rows.length === 0) return null;
        const keys = faultKeys(rows.map(({ problem }) => problem));
        const name = file === "machine" ? `${game}.machine.ts` : `${file}.json`;
        return (
          <div key={file} role="group" aria-label={name}>
            {(groups.length > 1 || file !== "machine") && (
              <h4 className={css.file}>
                {name}
                <span>{problems.length}</span>
              </h4>
            )}
            {rows.map(({ problem, all: same, isInside }, i) => {
              const row = {
                text: say(problem),
                active: first + i === current,
                onFocus: () => setActive(first + i),
                onFixed: () => focusRow(first + i),
              };
              return same ? (
                <FindingRow
                  key={findingOf(problem)}
                  {...row}
                  all={same}
                  isOpen={unfolded.has(findingOf(problem))}
                  onOpen={() => {
                    setUnfolded(toggled(unfolded, findingOf(problem)));
                    reveal(problem);
                  }}
                />
              ) : (
                <ProblemRow
                  key={keys[i]}
                  {...row}
                  problem={problem}
                  isInside={isInside}
                  onOpen={() => reveal(problem)}
                />
              );
            })}
          </div>
        );
      })}
      {shown < count && (
        <button type="button" className={css.more} onClick={() => setAll(true)}>
          {t("problemList.more", { count: count - shown })}
        </button>
      )}
    </div>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={css.empty}>
      {t("problemList.no-match")}
      <button type="button" className="btn quiet" onClick={onClear}>
        {t("problemList.show-all")}
      </button>
    </div>
  );
}
