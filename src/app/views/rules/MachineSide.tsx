import { type CSSProperties, type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { anyTextIn } from "#core/ruleset/labels.ts";
import { clauseLinks, type Carrier } from "#core/ruleset/links.ts";
import { clauseCards } from "#core/ruleset/clauseCards.ts";
import { type Foldable, foldedStartNeeds } from "#core/ruleset/foldable.ts";
import { foldedDefinitions, foldedFirstValues } from "#core/ruleset/openPlaces.ts";
import type { Chart } from "#core/chart/chart.ts";
import type { Behaviors } from "#core/semantics/behavior.ts";
import type { Definition } from "#core/semantics/moduleCode.ts";
import { behaviorsOf, outputsOf } from "#core/semantics/elementBehaviors.ts";
import { DefinitionList } from "#app/parts/DefinitionList.tsx";
import { Fold } from "#app/parts/Fold.tsx";
import { FormulaForm } from "#app/parts/FormulaForm.ts";
import { sentencesIn } from "#core/project/readerWords.ts";
import { FirstValues } from "#app/parts/FirstValues.tsx";
import { StartNeeds } from "#app/parts/StartNeeds.tsx";
import { useBehaviors } from "#app/parts/useBehaviors.ts";
import { StudioCanvas } from "#app/panels/canvas/StudioCanvas.tsx";
import { CarrierRow } from "#app/views/rules/CarrierRow.tsx";
import { ClauseTerms } from "#app/views/rules/ClauseTerms.tsx";
import { ClauseScenarios } from "#app/views/rules/ClauseScenarios.tsx";
import { ClauseWarnings } from "#app/views/rules/ClauseWarnings.tsx";
import { CodePanel } from "#app/panels/code/CodePanel.tsx";
import { FieldUses } from "#app/views/rules/FieldUses.tsx";
import { ErrorBoundary } from "#app/kit/ErrorBoundary.tsx";
import { Divider } from "#app/panels/frame/Divider.tsx";
import { readSizes, writeSizes } from "#app/studio/sizes.ts";
import type { Clause } from "#core/ruleset/ruleset.ts";
import type { Selection } from "#app/studio/route.ts";
import { editWording } from "#app/views/rules/editWording.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/views/rules/MachineSide.module.css";

/** The key under which the heights are stored; it is the id of the panel too. */
const SIZES = "rules-told";
/** The least height that the graph and the words each keep, in pixels: about five lines of text. */
const MIN_PART_HEIGHT_PX = 120;
/** About half of what a window leaves to both, when nobody has drawn the line between them. */
const firstHeight = (): number => Math.max(MIN_PART_HEIGHT_PX, Math.round((window.innerHeight - 360) / 2));

type MachineTab = "graph" | "code";

/** What the machine does about the selected clause: on the graph, in the code, and in words. */
export function MachineSide() {
  const { t } = useTranslation();
  const chart = useStudio((s) => s.graph?.chart);
  const selection = useStudio((s) => s.route.selection);
  const clause = useStudio((s) =>
    s.route.selection?.kind === "clause"
      ? s.loaded?.ruleset.clauses.find((c) => c.id === (s.route.selection as { id: string }).id)
      : undefined,
  );
  const [isFormal, setFormal] = useState(false);
  const [tab, setTab] = useState<MachineTab>("graph");
  // A wording that is to be edited is shown in the code.
  const jump = useStudio((s) => s.jump?.key);
  const [lastJump, setLastJump] = useState(jump);
  if (jump !== lastJump) {
    setLastJump(jump);
    if (jump !== undefined) setTab("code");
  }
  const [detailHeight, setDetailHeight] = useState(() => readSizes(SIZES).bottom);
  const carriers = useMemo((): readonly Carrier[] => {
    if (!chart || !selection) return [];
    return selection.kind === "clause" ? (clauseLinks(chart).carriers.get(selection.id) ?? []) : [selection];
  }, [chart, selection]);
  return (
    <div
      className={css.side}
      style={detailHeight === undefined ? {} : ({ "--detail-height": `${detailHeight}px` } as CSSProperties)}
    >
      <Head {...{ selection, clause, isFormal, tab }} onFormal={setFormal} onTab={setTab} />
      <div className={css.stage} data-middle="rows">
        <ErrorBoundary key={tab} name={t(`rules.${tab}`)}>
          {tab === "graph" ? <StudioCanvas compact emphasis={carriers} /> : <CodePanel focus={carriers[0]} />}
        </ErrorBoundary>
      </div>
      <DetailDivider size={detailHeight} onSize={setDetailHeight} />
      <div id={SIZES} className={css.carriers}>
        {carriers.length === 0 && <NoCarrier selection={selection} clause={clause} />}
        {selection?.kind === "clause" && <ClauseWarnings clause={selection.id} />}
        {selection?.kind === "clause" && <ClauseScenarios clause={selection.id} />}
        <ReadBack {...{ chart, selection, carriers, isFormal }} />
      </div>
    </div>
  );
}

/** Which clause is selected, with the buttons that edit its wording, choose formulas or sentences, and choose the graph or the code. */
function Head({
  selection,
  clause,
  isFormal,
  tab,
  onFormal,
  onTab,
}: {
  selection: Selection;
  clause: Clause | undefined;
  isFormal: boolean;
  tab: MachineTab;
  onFormal: (isFormal: boolean) => void;
  onTab: (tab: MachineTab) => void;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const language = useStudio((s) => s.uiLanguage);
  return (
    <div className={css.head}>
      <b>{t("rules.machine")}</b>
      {selection?.kind === "clause" && <span className="clause">{selection.id}</span>}
      {clause && (
        <button type="button" className="btn quiet" onClick={() => editWording(studio, language, clause.id)}>
          {t("rules.edit-wording")}
        </button>
      )}
      <button type="button" className="btn quiet" aria-pressed={isFormal} onClick={() => onFormal(!isFormal)}>
        {t("rules.as-formulas")}
      </button>
      <div className={css.tabs} role="tablist">
        {(["graph", "code"] as const).map((tabName) => (
          <button
            key={tabName}
            type="button"
            role="tab"
            aria-selected={tab === tabName}
            onClick={() => onTab(tabName)}
          >
            {t(`rules.${tabName}`)}
          </button>
        ))}
      </div>
    </div>
  );
}

/** The read-back of the selection: a card for each carrier, then the terms, fields, start values and helpers that the cards name. */
function ReadBack({
  chart,
  selection,
  carriers,
  isFormal,
}: {
  chart: Chart | undefined;
  selection: Selection;
  carriers: readonly Carrier[];
  isFormal: boolean;
}) {
  const { t } = useTranslation();
  const behaviors = useBehaviors();
  const sentences = useMemo(() => sentencesIn((key, facts = {}) => t(key, facts)), [t]);
  const parts = useMemo(
    () => (chart && behaviors ? clauseParts(chart, carriers, behaviors) : undefined),
    [chart, behaviors, carriers],
  );
  return (
    <FormulaForm value={isFormal ? undefined : sentences}>
      {chart &&
        parts?.cards.map((card) => (
          <CarrierRow key={`${card.carrier.kind}:${card.carrier.id}`} card={card} chart={chart} />
        ))}
      {selection?.kind === "clause" && <ClauseTerms clause={selection.id} />}
      {chart && behaviors && parts && (
        <>
          <FieldUses chart={chart} behaviors={behaviors} carriers={carriers} />
          <StartNeeds needs={parts.needs.open} />
          <Rest fold="needs" count={parts.needs.folded.length}>
            <StartNeeds needs={parts.needs.folded} />
          </Rest>
          <FirstValues values={parts.first.open} />
          <Rest fold="first" count={parts.first.folded.length}>
            <FirstValues values={parts.first.folded} />
          </Rest>
          <Definitions of={parts.definitions} />
        </>
      )}
    </FormulaForm>
  );
}

/** The parts of the read-back of a clause; of each it says what stands open and what is folded. */
function clauseParts(chart: Chart, carriers: readonly Carrier[], behaviors: Behaviors) {
  const does = carriers.flatMap((carrier) => [
    ...behaviorsOf(chart, carrier, behaviors),
    ...outputsOf(chart, carrier, behaviors),
  ]);
  const first = foldedFirstValues(chart, carriers, behaviors);
  const definitions = behaviors.definitions([...does, ...first.open, ...first.folded]);
  return {
    cards: clauseCards(chart, carriers, behaviors),
    first,
    needs: foldedStartNeeds(chart, carriers, behaviors),
    definitions: foldedDefinitions(chart, carriers, behaviors, definitions),
  };
}

/** What a clause only touches, behind its number. */
function Rest({
  fold,
  count,
  children,
}: {
  fold: "needs" | "first" | "definitions";
  count: number;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <div className={css.rest}>
      <Fold summary={t(`behavior.${fold}`, { count })}>{children}</Fold>
    </div>
  );
}

/** The helpers that the formulas name. */
function Definitions({ of: { open, folded } }: { of: Foldable<Definition> }) {
  return (
    <>
      <DefinitionList definitions={open} />
      <Rest fold="definitions" count={folded.length}>
        <DefinitionList definitions={folded} />
      </Rest>
    </>
  );
}

/** Why nothing of the machine is shown: nothing is selected, or it carries nothing of the clause. */
function NoCarrier({ selection, clause }: { selection: Selection; clause: Clause | undefined }) {
  const { t } = useTranslation();
  const language = useStudio((s) => s.uiLanguage);
  if (!selection) return <p className="none">{t("rules.select-hint")}</p>;
  if (selection.kind !== "clause") return null;
  if (!clause) return <p className="none">{t("rules.unknown-clause", { id: selection.id })}</p>;
  if (clause.notModelled === undefined) return <p className={css.gap}>{t("rules.gap")}</p>;
  return (
    <p className="none">
      {t("rules.filter.notModelled")}: {anyTextIn(clause.notModelled, language)}
    </p>
  );
}

/** The line between the graph and the words below it; where a person drags it to is stored. */
function DetailDivider({ size, onSize }: { size: number | undefined; onSize: (size: number) => void }) {
  const { t } = useTranslation();
  const first = firstHeight();
  return (
    <Divider
      side="bottom"
      title={t("rules.told")}
      panel={SIZES}
      size={size ?? first}
      first={first}
      min={MIN_PART_HEIGHT_PX}
      room={MIN_PART_HEIGHT_PX}
      folded={false}
      onChange={(to, settled) => {
        const next = to === "folded" ? MIN_PART_HEIGHT_PX : to;
        onSize(next);
        if (settled) writeSizes(SIZES, { bottom: next });
      }}
    />
  );
}
