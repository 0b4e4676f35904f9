import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { clauseLinks, type Carrier } from "#core/ruleset/links.ts";
import { pathOf, placeOf, transitionOf, transitionRef } from "#core/chart/places.ts";
import { StudioCanvas } from "#app/canvas/StudioCanvas.tsx";
import { useChartNames } from "#app/canvas/useCanvasWords.ts";
import { ActionText, guardFormula } from "#app/design/ActionText.tsx";
import { CodePanel } from "#app/design/CodePanel.tsx";
import { ErrorBoundary } from "#app/shell/ErrorBoundary.tsx";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio, useStudioDoings } from "#app/studio/useStudio.ts";
import css from "#app/rules/MachineSide.module.css";

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
  const [shown, setShown] = useState<"graph" | "code">("graph");
  const carriers = useMemo((): readonly Carrier[] => {
    if (!chart || !selection) return [];
    return selection.kind === "clause" ? (clauseLinks(chart).carriers.get(selection.id) ?? []) : [selection];
  }, [chart, selection]);
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
            {t("rules.filter.notModelled")}: {clause.notModelled}
          </p>
        )}
        {clause && clause.notModelled === undefined && carriers.length === 0 && (
          <p className={css.gap}>{t("rules.gap")}</p>
        )}
        {carriers.map((carrier) => (
          <CarrierRow key={`${carrier.kind}:${carrier.id}`} carrier={carrier} />
        ))}
      </div>
    </div>
  );
}

/** One state or transition in the words of the chosen label language. */
function CarrierRow({ carrier }: { carrier: Carrier }) {
  const { t } = useTranslation();
  const studio = useStudioDoings();
  const chart = useStudio((s) => s.graph?.chart);
  const label = useLabels();
  const names = useChartNames();
  if (!chart) return null;
  const nameOf = (id: string) => label(`state:${id}`) ?? id.split(".").at(-1) ?? id;
  const open = () => {
    studio.go("design");
    studio.select(carrier);
  };
  if (carrier.kind === "state") {
    const node = placeOf(chart, pathOf(carrier.id))?.node;
    if (!node) return null;
    const asks = node.meta.asks;
    return (
      <article className={css.carrier}>
        <header>
          <b>{nameOf(carrier.id)}</b>
          <code>{carrier.id}</code>
          <button type="button" className="btn quiet" onClick={open}>
            {t("rules.open")}
          </button>
        </header>
        {asks && <p>{t("rules.waits-for", { who: names.asks(asks) })}</p>}
        {[...node.entry, ...node.exit].length > 0 && (
          <p className={css.chips}>
            {[...node.entry, ...node.exit].map((action, i) => (
              <ActionText key={i} action={action} />
            ))}
          </p>
        )}
        {node.transitions
          .filter((x) => x.slot === "always")
          .map((x, i) => (
            <p key={i}>
              →{" "}
              {x.targets
                .map((target) => (target.resolved ? nameOf(target.resolved.join(".")) : target.text))
                .join(", ") || t("inspector.stays")}
              {x.guard && (
                <code className="act" title={guardFormula(chart, x.guard) ?? x.guard.text}>
                  {names.guard(x.guard)}
                </code>
              )}
            </p>
          ))}
      </article>
    );
  }
  const ref = transitionRef(carrier.id);
  const found = ref && transitionOf(chart, ref);
  if (!ref || !found) return null;
  const { transition } = found;
  return (
    <article className={css.carrier}>
      <header>
        <b>
          {transition.event
            ? (label(`event:${transition.event}`) ?? transition.event)
            : t(`slot.${transition.slot}`)}
        </b>
        <code>{ref.source.join(".")}</code>
        <button type="button" className="btn quiet" onClick={open}>
          {t("rules.open")}
        </button>
      </header>
      <p>
        {nameOf(ref.source.join("."))} →{" "}
        {transition.targets
          .map((target) => (target.resolved ? nameOf(target.resolved.join(".")) : target.text))
          .join(", ") || t("inspector.stays")}
      </p>
      {transition.guard && (
        <p className={css.chips}>
          {t("rules.only-if")}{" "}
          <code className="act" title={guardFormula(chart, transition.guard) ?? transition.guard.text}>
            {names.guard(transition.guard)}
          </code>
        </p>
      )}
      {transition.actions.length > 0 && (
        <p className={css.chips}>
          {transition.actions.map((action, i) => (
            <ActionText key={i} action={action} />
          ))}
        </p>
      )}
    </article>
  );
}
