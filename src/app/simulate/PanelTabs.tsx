import { useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Made } from "#app/simulate/made.ts";
import type { Panel } from "#app/simulate/panels.tsx";
import css from "#app/simulate/SimulateView.module.css";

/** Panels that share a place: their tabs and the one that is chosen. A single panel has no tabs. */
export function PanelTabs({
  panels,
  made,
  scroll,
}: {
  panels: readonly Panel[];
  made: Made;
  /** What scrolls with the chosen panel. */
  scroll?: RefObject<HTMLDivElement | null>;
}) {
  const { t } = useTranslation();
  const [chosen, choose] = useState(panels[0]?.id);
  const panel = panels.find(({ id }) => id === chosen) ?? panels[0];
  if (!panel) return null;
  const { Content } = panel;
  if (panels.length === 1) return <Content made={made} />;
  return (
    <div className={css.panels}>
      <div className={css.tabs} role="tablist">
        {panels.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            role="tab"
            aria-selected={id === panel.id}
            onClick={() => choose(id)}
          >
            {t(title)}
          </button>
        ))}
      </div>
      <div ref={scroll} className={css.panel} role="tabpanel" aria-label={t(panel.title)}>
        <Content made={made} />
      </div>
    </div>
  );
}
