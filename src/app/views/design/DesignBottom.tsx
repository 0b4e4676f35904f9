import { lazy, Suspense } from "react";
import { Tabs } from "radix-ui";
import { useTranslation } from "react-i18next";
import { Problems } from "#app/panels/problems/Problems.tsx";
import bar from "#app/kit/TabBar.module.css";
import css from "#app/views/design/DesignBottom.module.css";

const TransitionTable = lazy(() =>
  import("#app/views/design/table/TransitionTable.tsx").then((m) => ({ default: m.TransitionTable })),
);
const MatrixTable = lazy(() =>
  import("#app/views/design/table/MatrixTable.tsx").then((m) => ({ default: m.MatrixTable })),
);

const TABS = ["problems", "table", "matrix"] as const;
export type BottomTab = (typeof TABS)[number];

/** What lies below the graph: the problems, the transitions as a table, or who may do what. Each has its tools in the line of the tabs. */
export function DesignBottom({ tab, onTab }: { tab: BottomTab; onTab: (tab: BottomTab) => void }) {
  const { t } = useTranslation();
  return (
    <Tabs.Root
      className={css.bottom}
      value={tab}
      onValueChange={(value) => {
        const chosen = TABS.find((name) => name === value);
        if (chosen) onTab(chosen);
      }}
    >
      <Tabs.List className={bar.tabs} aria-label={t("bottomTabs.title")}>
        {TABS.map((name) => (
          <Tabs.Trigger key={name} value={name}>
            {t(`bottomTabs.${name}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {/* Its first field or list has the keys, and not the panel around it. */}
      <Tabs.Content value="problems" className={css.panel} tabIndex={undefined}>
        <Problems />
      </Tabs.Content>
      <Tabs.Content value="table" className={css.panel} tabIndex={undefined}>
        <Suspense fallback={null}>
          <TransitionTable />
        </Suspense>
      </Tabs.Content>
      <Tabs.Content value="matrix" className={css.panel} tabIndex={undefined}>
        <Suspense fallback={null}>
          <MatrixTable />
        </Suspense>
      </Tabs.Content>
    </Tabs.Root>
  );
}
