import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { mainChart } from "#core/chart/machineKey.ts";
import { pathOf, placeOf } from "#core/chart/places.ts";
import type { MatrixForm } from "#core/export/matrix/matrixText.ts";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { type BookSource, gameMatrix, printGame } from "#core/project/gameBook.ts";
import { copyText } from "#app/kit/copyText.ts";
import { canvasWordsFrom } from "#app/studio/useCanvasWords.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/views/design/table/MatrixTable.module.css";

/** Who may do what in which phase: a row for each state that accepts an event, a column for each sender. It is read, and copied. */
export function MatrixTable() {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const source = useBookSource();
  const language = useStudio((s) => s.labelLanguage);
  const chart = useStudio((s) => s.graph?.chart);
  const selected = useStudio((s) => (s.route.selection?.kind === "state" ? s.route.selection.id : undefined));
  /** Words about the last copy; each copy has a key of its own, so that the same words are read out again. */
  const [status, setStatus] = useState({ key: 0, words: "" });
  const matrix = useMemo(() => source && gameMatrix(source, language), [source, language]);
  if (!source || !matrix) return <p className={css.none}>{t("matrix.loading")}</p>;
  const copy = async (form: MatrixForm) => {
    const isCopied = await copyText(printGame(source, form, [language]));
    const words = t(isCopied ? "matrix.copied" : "notice.not-copied");
    setStatus(({ key }) => ({ key: key + 1, words }));
  };
  // The path is what the phase is called in the code: it stands under its name.
  const [phase = "", , ...senders] = matrix.head;
  return (
    <>
      <div className={css.bar}>
        <button type="button" className="btn quiet" onClick={() => void copy("matrix")}>
          {t("matrix.copy-markdown")}
        </button>
        <button type="button" className="btn quiet" onClick={() => void copy("matrix-csv")}>
          {t("matrix.copy-csv")}
        </button>
        <span role="status">
          <span key={status.key}>{status.words}</span>
        </span>
        <span className={css.note}>{t("matrix.note")}</span>
      </div>
      <div className={css.matrix} tabIndex={0} role="region" aria-label={t("bottomTabs.matrix")}>
        {matrix.rows.length === 0 ? (
          <p className={css.none}>{t("matrix.none")}</p>
        ) : (
          <table>
            <thead>
              <tr>
                {[phase, ...senders].map((head, i) => (
                  <th key={i} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {matrix.rows.map(([name, path = "", ...cells]) => (
                <tr key={path} data-selected={path === selected || undefined}>
                  <th scope="row" title={path}>
                    <button
                      type="button"
                      className="link"
                      disabled={!chart || !placeOf(chart, pathOf(path))}
                      onClick={() => studio.navigation.select({ kind: "state", id: path })}
                    >
                      {name}
                    </button>
                  </th>
                  {cells.map((cell, i) => (
                    <td key={i}>
                      {cell.split("\n").map((line, j) => (
                        <div key={j} title={line}>
                          {line}
                        </div>
                      ))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </>
  );
}

/** What the matrix of the shown machine is printed from; undefined while the rules are not loaded. Labels and moves are of the main machine. */
function useBookSource(): BookSource | undefined {
  const { t } = useTranslation();
  const id = useStudio((s) => s.project?.id);
  const chart = useStudio((s) => s.graph?.chart);
  const reading = useStudio((s) => s.graph?.reading);
  const ruleset = useStudio((s) => s.loaded?.ruleset);
  return useMemo(() => {
    if (id === undefined || !chart || !reading || !ruleset) return undefined;
    const { moves: _, ...rules } = ruleset;
    const isMain = chart === mainChart(reading.charts);
    return {
      id,
      chart,
      consts: reading.consts ?? [],
      ruleset: isMain ? ruleset : { ...rules, labels: {} },
      scenarios: {},
      arrangement: NO_ARRANGEMENT,
      words: () => ({ say: (key, facts = {}) => t(key, facts), canvas: canvasWordsFrom(t) }),
    };
  }, [id, chart, reading, ruleset, t]);
}
