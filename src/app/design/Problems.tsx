import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Chart } from "#core/chart/chart.ts";
import { machineKeys } from "#core/chart/machineKey.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { clauseLinks, coverage } from "#core/ruleset/links.ts";
import { lineColumn } from "#core/text/lines.ts";
import { DiagnosticText } from "#app/design/DiagnosticText.tsx";
import { machineName } from "#app/studio/machineName.ts";
import { useStudio, useStudioDoings } from "#app/studio/useStudio.ts";
import css from "#app/design/Problems.module.css";

const NONE: readonly Chart[] = [];

/** How many rows are shown before a button asks for the rest. */
const FIRST = 200;

/** Everything that is wrong with the game, worst first; a row leads to its place. */
export function Problems({ onReveal }: { onReveal?: (diagnostic: Diagnostic) => void }) {
  const { t } = useTranslation();
  const studio = useStudioDoings();
  const diagnostics = useStudio((s) => s.diagnostics);
  const loaded = useStudio((s) => s.loaded);
  const chart = useStudio((s) => s.graph?.chart);
  const charts = useStudio((s) => s.graph?.reading.charts) ?? NONE;
  const machine = useStudio((s) => s.graph?.machine);
  const files = useStudio((s) => s.files?.files);
  const [all, setAll] = useState(false);
  const sorted = useMemo(() => {
    const rank = { error: 0, warning: 1, info: 2 };
    return [...diagnostics].sort((a, b) => rank[a.severity] - rank[b.severity]);
  }, [diagnostics]);
  const errors = diagnostics.filter((d) => d.severity === "error").length;
  const warnings = diagnostics.filter((d) => d.severity === "warning").length;
  const covered = useMemo(
    () => (loaded && chart ? coverage(loaded.ruleset.clauses, clauseLinks(chart)) : undefined),
    [loaded, chart],
  );
  return (
    <section className={css.problems} aria-label={t("problems.title")}>
      <div className={css.bar}>
        <b>{t("problems.title")}</b>
        <span>
          {errors + warnings === 0
            ? t("problems.none")
            : t("problems.count", {
                errors: t("problems.errors", { count: errors }),
                warnings: t("problems.warnings", { count: warnings }),
              })}
        </span>
        {covered && (
          <span className={css.right}>
            {t("problems.clauses", { clauses: covered.clauses, carried: covered.carried })}
          </span>
        )}
      </div>
      <div className={css.list}>
        {sorted.slice(0, all ? undefined : FIRST).map((d, i) => {
          const text = files?.get(d.file);
          const at = d.at && text !== undefined ? lineColumn(text, d.at.from) : undefined;
          return (
            <button
              key={i}
              type="button"
              className={css.row}
              onClick={() => {
                const selection = d.path ? ({ kind: "state", id: d.path.join(".") } as const) : null;
                const key = d.machine === undefined ? undefined : machineKeys(charts)[d.machine];
                if (key !== undefined && key !== machine) studio.choose(key, selection);
                else if (selection) studio.select(selection);
                onReveal?.(d);
              }}
            >
              <b data-severity={d.severity} title={t(`severity.${d.severity}`)}>
                {d.severity === "error" ? "✕" : d.severity === "warning" ? "▲" : "i"}
              </b>
              <span className={css.place}>
                {d.file === "machine" ? "" : d.file}
                {at ? ` ${at.line}:${at.column}` : ""}
                {d.machine !== undefined &&
                  ` ${machineName(charts, machineKeys(charts)[d.machine] ?? "", t)}`}
              </span>
              <span>
                <DiagnosticText diagnostic={d} />
              </span>
            </button>
          );
        })}
        {!all && sorted.length > FIRST && (
          <button type="button" className={css.row} onClick={() => setAll(true)}>
            {t("problems.more", { count: sorted.length - FIRST })}
          </button>
        )}
      </div>
    </section>
  );
}
