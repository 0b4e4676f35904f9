import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { anyTextIn } from "#core/ruleset/labels.ts";
import { clauseLinks, type Carrier } from "#core/ruleset/links.ts";
import { behaviorsOf, firstValuesOf, outputsOf, startNeedsOf } from "#core/chart/behavior.ts";
import { DefinitionList } from "#app/behavior/DefinitionList.tsx";
import { FirstValues } from "#app/behavior/FirstValues.tsx";
import { StartNeeds } from "#app/behavior/StartNeeds.tsx";
import { useBehaviors } from "#app/behavior/useBehaviors.ts";
import { StudioCanvas } from "#app/canvas/StudioCanvas.tsx";
import { CarrierRow } from "#app/rules/CarrierRow.tsx";
import { ClauseTerms } from "#app/rules/ClauseTerms.tsx";
import { ClauseScenarios } from "#app/rules/ClauseScenarios.tsx";
import { ClauseWarnings } from "#app/rules/ClauseWarnings.tsx";
import { CodePanel } from "#app/design/CodePanel.tsx";
import { ErrorBoundary } from "#app/shell/ErrorBoundary.tsx";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/rules/MachineSide.module.css";

/** What the machine does about the selected clause: on the graph, in the code, and in words. */
export function MachineSide() {
  const { t } = useTranslation();
  const chart = useStudio((s) => s.graph?.chart);
  const language = useStudio((s) => s.uiLanguage);
  const selection = useStudio((s) => s.route.selection);
  const clause = useStudio((s) =>
    s.route.selection?.kind === "clause"
      ? s.loaded?.ruleset.clauses.find((c) => c.id === (s.route.selection as { id: string }).id)
      : undefined,
  );
  const behaviors = useBehaviors();
  const [shown, setShown] = useState<"graph" | "code">("graph");
  const carriers = useMemo((): readonly Carrier[] => {
    if (!chart || !selection) return [];
    return selection.kind === "clause" ? (clauseLinks(chart).carriers.get(selection.id) ?? []) : [selection];
  }, [chart, selection]);
  const told = useMemo(
    () =>
      chart && behaviors
        ? carriers.flatMap((one) => [
            ...behaviorsOf(chart, one, behaviors),
            ...outputsOf(chart, one, behaviors),
          ])
        : [],
    [chart, behaviors, carriers],
  );
  const first = useMemo(
    () => (chart && behaviors ? firstValuesOf(chart, carriers, behaviors) : []),
    [chart, behaviors, carriers],
  );
  const shownWays = useMemo(() => new Set(carriers.map((one) => one.id)), [carriers]);
  return (
    <div className={css.side}>
      <div className={css.head}>
        <b>{t("rules.machine")}</b>
        {selection?.kind === "clause" && <span className="clause">{selection.id}</span>}
        <div className={css.tabs} role="tablist">
          {(["graph", "code"] as const).map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              aria-selected={shown === one}
              onClick={() => setShown(one)}
            >
              {t(`rules.${one}`)}
            </button>
          ))}
        </div>
      </div>
      <div className={css.stage}>
        <ErrorBoundary key={shown} name={t(`rules.${shown}`)}>
          {shown === "graph" ? (
            <StudioCanvas compact emphasis={carriers} />
          ) : (
            <CodePanel focus={carriers[0]} />
          )}
        </ErrorBoundary>
      </div>
      <div className={css.carriers}>
        {!selection && <p className={css.none}>{t("rules.select-hint")}</p>}
        {selection?.kind === "clause" && !clause && carriers.length === 0 && (
          <p className={css.none}>{t("rules.unknown-clause", { id: selection.id })}</p>
        )}
        {clause?.notModelled !== undefined && carriers.length === 0 && (
          <p className={css.none}>
            {t("rules.filter.notModelled")}: {anyTextIn(clause.notModelled, language)}
          </p>
        )}
        {clause && clause.notModelled === undefined && carriers.length === 0 && (
          <p className={css.gap}>{t("rules.gap")}</p>
        )}
        {selection?.kind === "clause" && <ClauseWarnings clause={selection.id} />}
        {selection?.kind === "clause" && <ClauseScenarios clause={selection.id} />}
        {chart &&
          behaviors &&
          carriers.map((carrier) => (
            <CarrierRow
              key={`${carrier.kind}:${carrier.id}`}
              carrier={carrier}
              chart={chart}
              behaviors={behaviors}
              shown={shownWays}
            />
          ))}
        {selection?.kind === "clause" && <ClauseTerms clause={selection.id} />}
        {chart && behaviors && (
          <>
            <StartNeeds needs={startNeedsOf(chart, carriers, behaviors)} />
            <FirstValues values={first} />
            <DefinitionList definitions={behaviors.definitions([...told, ...first])} />
          </>
        )}
      </div>
    </div>
  );
}
