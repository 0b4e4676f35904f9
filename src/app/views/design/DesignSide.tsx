import { lazy, Suspense, useEffect, useRef } from "react";
import { Tabs } from "radix-ui";
import { useTranslation } from "react-i18next";
import { Inspector } from "#app/panels/inspector/Inspector.tsx";
import { isSideTab, SIDE_TABS, useSideTab } from "#app/views/design/useSideTab.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import bar from "#app/kit/TabBar.module.css";
import css from "#app/views/design/DesignSide.module.css";

const CodePanel = lazy(() =>
  import("#app/panels/code/CodePanel.tsx").then((m) => ({ default: m.CodePanel })),
);

/** The wide side of the design: the inspector or the code, each in its full height. F4 changes between them and takes the keys along. */
export function DesignSide() {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const side = useRef<HTMLDivElement>(null);
  const { tab, choose } = useSideTab(side);
  const turn = useStudio((s) => s.sideTurn);
  const focusInspector = useRef(false);
  useEffect(() => {
    if (turn === null) return;
    studio.window.set({ sideTurn: null });
    focusInspector.current = tab === "code";
    choose(tab === "code" ? "inspector" : "code", true);
  }, [turn, tab, choose, studio]);
  useEffect(() => {
    if (tab !== "inspector" || !focusInspector.current) return undefined;
    focusInspector.current = false;
    // Its fields may have yet to be loaded.
    const frame = requestAnimationFrame(() => firstField(side.current)?.focus());
    return () => cancelAnimationFrame(frame);
  }, [tab]);
  return (
    <Tabs.Root
      ref={side}
      className={css.side}
      value={tab}
      activationMode="manual"
      onValueChange={(value) => isSideTab(value) && choose(value)}
    >
      <Tabs.List className={bar.tabs} aria-label={t("sideTabs.title")}>
        {SIDE_TABS.map((name) => (
          <Tabs.Trigger key={name} value={name} title={t("sideTabs.turn")}>
            {t(`sideTabs.${name}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {/* It scrolls, so it is walked to by keys where it has no field. */}
      <Tabs.Content value="inspector" className={css.inspector} tabIndex={undefined}>
        <Inspector />
      </Tabs.Content>
      <Tabs.Content value="code" className={css.code} tabIndex={undefined}>
        <Suspense fallback={<div className="empty">{t("code.loading")}</div>}>
          <CodePanel />
        </Suspense>
      </Tabs.Content>
    </Tabs.Root>
  );
}

const FIELDS = "input:enabled, select:enabled, textarea:enabled";

/** Where the keys go in the inspector; without a field, as where nothing is selected, to its tab. */
const firstField = (side: HTMLElement | null): HTMLElement | null | undefined =>
  side?.querySelector<HTMLElement>(`[role="tabpanel"] :is(${FIELDS})`) ??
  side?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
