import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Chart, StateNode } from "#core/chart/chart.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import css from "#app/panels/play/edit/HandEditor.module.css";

const NOTHING: ReadonlySet<string> = new Set();

/** The states as a tree to choose from; those that would be active are marked and unfolded. */
export function StatePicker({
  chart,
  active,
  onPick,
}: {
  chart: Chart;
  active: ReadonlySet<string>;
  onPick: (path: string) => void;
}) {
  const { t } = useTranslation();
  const label = useLabels();
  const [open, setOpen] = useState(NOTHING);
  const rowsOf = (node: StateNode, above: string, depth: number): React.ReactNode =>
    node.children
      .filter(({ type }) => type !== "history")
      .map((child) => {
        const path = above === "" ? child.key : `${above}.${child.key}`;
        const on = active.has(path);
        const unfolded = child.children.length > 0 && (on || open.has(path));
        const name = label(`state:${path}`) ?? child.key;
        return (
          <li key={path}>
            <div className={css.state} style={{ paddingLeft: depth * 14 }}>
              {child.children.length > 0 && !on ? (
                <button
                  type="button"
                  className={css.fold}
                  aria-expanded={unfolded}
                  aria-label={t("time.edit.inside", { state: name })}
                  onClick={() => {
                    const next = new Set(open);
                    if (!next.delete(path)) next.add(path);
                    setOpen(next);
                  }}
                >
                  <i data-open={unfolded || undefined} />
                </button>
              ) : (
                <span className={css.fold} />
              )}
              <button
                type="button"
                className={css.pick}
                aria-pressed={on}
                title={path}
                onClick={() => onPick(path)}
              >
                <span className={css.mark} data-on={on || undefined} />
                {name}
              </button>
            </div>
            {unfolded && <ul>{rowsOf(child, path, depth + 1)}</ul>}
          </li>
        );
      });
  return (
    <ul className={css.states} aria-label={t("time.edit.states")}>
      {rowsOf(chart.root, "", 0)}
    </ul>
  );
}
