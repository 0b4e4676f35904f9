import { useTranslation } from "react-i18next";
import { machineKeys } from "#core/chart/machineKey.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { isOfReplay } from "#core/run/scenario/scenarioDiagnostics.ts";
import { lineColumn } from "#core/text/lines.ts";
import { FixButtons } from "#app/parts/FixButtons.tsx";
import { ReplayButtons } from "#app/parts/ReplayButtons.tsx";
import { SeverityMark } from "#app/parts/SeverityMark.tsx";
import { machineName } from "#app/studio/machineName.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/panels/problems/Problems.module.css";

/** One problem: where it is, what it is, and what can be done about it. */
export function ProblemRow({
  problem,
  text,
  active,
  isInside,
  onFocus,
  onOpen,
  onFixed,
}: {
  problem: Diagnostic;
  text: string;
  active: boolean;
  /** It stands below the row that speaks for all of its kind. */
  isInside?: boolean | undefined;
  onFocus: () => void;
  onOpen: () => void;
  onFixed: () => void;
}) {
  const { t } = useTranslation();
  const source = useStudio((s) => s.files?.files.get(problem.file));
  const charts = useStudio((s) => s.graph?.reading.charts) ?? [];
  const at = problem.at && source !== undefined ? lineColumn(source, problem.at.from) : undefined;
  const machine = problem.machine === undefined ? undefined : machineKeys(charts)[problem.machine];
  return (
    <div className={css.item} data-inside={isInside} onFocus={onFocus}>
      <button type="button" data-problem-row className={css.row} tabIndex={active ? 0 : -1} onClick={onOpen}>
        <SeverityMark severity={problem.severity} label={t(`severity.${problem.severity}`)} />
        <span className={css.place}>
          {at ? `${at.line}:${at.column}` : ""}
          {machine !== undefined && ` ${machineName(charts, machine, t)}`}
        </span>
        <span>{text}</span>
      </button>
      {isOfReplay(problem) && <ReplayButtons problem={problem} tabbable={active} />}
      <FixButtons problem={problem} tabbable={active} onFixed={onFixed} />
    </div>
  );
}
