import { Tabs } from "radix-ui";
import { useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Panel } from "#app/views/simulate/panels.tsx";
import type { SessionView } from "#app/play/useSession.ts";
import css from "#app/panels/play/SimulateView.module.css";

/** Panels that share a place: their tabs and the one that is chosen. A single panel has no tabs. */
export function PanelTabs({
  label,
  panels,
  view,
  scroll,
}: {
  /** What the tabs are, to those who do not see them. */
  label: string;
  panels: readonly Panel[];
  view: SessionView;
  /** What scrolls with the chosen panel. */
  scroll?: RefObject<HTMLDivElement | null>;
}) {
  const { t } = useTranslation();
  const [panelId, choose] = useState(panels[0]?.id);
  const panel = panels.find(({ id }) => id === panelId) ?? panels[0];
  if (!panel) return null;
  if (panels.length === 1) return <panel.Content view={view} />;
  return (
    <Tabs.Root className={css.panels} value={panel.id} onValueChange={choose}>
      <Tabs.List className={css.tabs} aria-label={label}>
        {panels.map(({ id, title }) => (
          <Tabs.Trigger key={id} value={id}>
            {t(title)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {panels.map(({ id, Content }) => (
        <Tabs.Content
          key={id}
          value={id}
          ref={id === panel.id ? scroll : null}
          className={css.panel}
          tabIndex={undefined}
        >
          <Content view={view} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
