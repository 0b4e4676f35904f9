import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Behaviors } from "#core/semantics/behavior.ts";
import { candidateRole, candidatesBefore } from "#core/chart/candidateRole.ts";
import { automaticTransitions, outputsOf } from "#core/semantics/elementBehaviors.ts";
import type { Chart, StateNode, Transition } from "#core/chart/chart.ts";
import { triggerText } from "#core/layout/names.ts";
import { pathId, pathOf, placeOf, transitionId, transitionOf, transitionRef } from "#core/chart/places.ts";
import type { Carrier } from "#core/ruleset/links.ts";
import { beginsIn, reenters } from "#core/semantics/arrivalsOf.ts";
import { ActionLines } from "#app/parts/ActionLines.tsx";
import { Facts } from "#app/parts/Facts.tsx";
import { StateFacts } from "#app/parts/StateFacts.tsx";
import { GuardText } from "#app/parts/GuardText.tsx";
import { useChartNames } from "#app/studio/useCanvasWords.ts";
import { useStateNames } from "#app/studio/useStateNames.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/views/rules/CarrierRow.module.css";

/** What one state or transition does: conditions and changes as formulas, its names in the label language. */
export function CarrierRow({
  carrier,
  chart,
  behaviors,
  shown,
}: {
  carrier: Carrier;
  chart: Chart;
  behaviors: Behaviors;
  /** Ids of the transitions that have a row of their own. */
  shown: ReadonlySet<string>;
}) {
  if (carrier.kind === "state") {
    const node = placeOf(chart, pathOf(carrier.id))?.node;
    return node ? <StateRow {...{ carrier, chart, node, behaviors, shown }} /> : null;
  }
  const ref = transitionRef(carrier.id);
  const found = ref && transitionOf(chart, ref);
  const source = ref && placeOf(chart, ref.source)?.node;
  if (!ref || !found || !source) return null;
  return (
    <TransitionRow
      {...{ carrier, chart, source, behaviors, shown }}
      at={pathId(ref.source)}
      transition={found.transition}
    />
  );
}

/** The card of one carrier: what it is called, where it stands, a way to it. */
function Card({
  carrier,
  title,
  path,
  children,
}: {
  carrier: Carrier;
  title: string;
  path: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  return (
    <article className={css.carrier}>
      <header>
        <b>{title}</b>
        <code>{path}</code>
        <button
          type="button"
          className="btn quiet"
          onClick={() => {
            studio.navigation.go("design");
            studio.navigation.select(carrier);
          }}
        >
          {t("rules.open")}
        </button>
      </header>
      {children}
    </article>
  );
}

interface Shared {
  readonly carrier: Carrier;
  readonly chart: Chart;
  readonly behaviors: Behaviors;
  readonly shown: ReadonlySet<string>;
}

function StateRow({ carrier, chart, node, behaviors, shown }: Shared & { node: StateNode }) {
  const { t } = useTranslation();
  const nameOf = useStateNames();
  const names = useChartNames();
  const { asks } = node.meta;
  const automatic = automaticTransitions(node);
  const all = new Set([...shown, ...automatic.map((transition) => idOfWay(carrier.id, transition))]);
  return (
    <Card carrier={carrier} title={nameOf(carrier.id)} path={carrier.id}>
      {asks && <p>{t("rules.waits-for", { who: names.asks(asks) })}</p>}
      {(["entry", "exit"] as const).map(
        (slot) =>
          node[slot].length > 0 && (
            <Facts key={slot} word={t(`behavior.${slot}`)}>
              {node[slot].map((action, i) => (
                <ActionLines key={i} action={behaviors.action(action)} />
              ))}
            </Facts>
          ),
      )}
      {node.invoke.length > 0 && (
        <Facts word={t("behavior.invokes")}>
          <code>{node.invoke.map(({ src, srcCode }) => src ?? srcCode?.text ?? "").join(", ")}</code>
        </Facts>
      )}
      {automatic.map((transition) => (
        <Way
          key={idOfWay(carrier.id, transition)}
          at={carrier.id}
          transition={transition}
          source={node}
          {...{ chart, behaviors }}
          shown={all}
        />
      ))}
      {outputsOf(chart, carrier, behaviors).map((output, i) => (
        <Facts key={i} word={t("behavior.gives")}>
          <ActionLines action={output} />
        </Facts>
      ))}
      <StateFacts chart={chart} id={carrier.id} />
    </Card>
  );
}

function TransitionRow({
  carrier,
  chart,
  at,
  source,
  transition,
  behaviors,
  shown,
}: Shared & { at: string; source: StateNode; transition: Transition }) {
  const nameOf = useStateNames();
  const trigger = triggerText(transition, useChartNames()).text;
  return (
    <Card carrier={carrier} title={`${nameOf(at)}: ${trigger}`} path={at}>
      <Way {...{ chart, at, transition, source, behaviors, shown }} isTriggerTold />
    </Card>
  );
}

/**
 * One transition: when it is taken, what it changes, where it leads.
 * @param isTriggerTold what it waits for, such as a delay, stands above it already
 */
function Way({
  chart,
  at,
  transition,
  source,
  behaviors,
  shown,
  isTriggerTold = false,
}: Omit<Shared, "carrier"> & {
  at: string;
  transition: Transition;
  source: StateNode;
  isTriggerTold?: boolean;
}) {
  const { t } = useTranslation();
  const nameOf = useStateNames();
  const names = useChartNames();
  const role = candidateRole(transition, source);
  const event = transition.slot === "on" ? transition.event : undefined;
  const targets = transition.targets.map(({ resolved, text }) => {
    if (!resolved) return text;
    const id = pathId(resolved);
    return [id, ...beginsIn(chart, id)].map(nameOf).join(" → ");
  });
  const before = candidatesBefore(transition, source).filter(
    (candidate) => !shown.has(idOfWay(at, candidate)),
  );
  return (
    <div className={css.way}>
      {!isTriggerTold && transition.slot !== "always" && (
        <Facts word={t("behavior.when")}>
          <span>{triggerText(transition, names).text}</span>
        </Facts>
      )}
      {before.length > 0 && (
        <Facts word={t("behavior.tried-after")}>
          {before.map((candidate) => (
            <span key={candidate.index}>
              {candidate.guard ? names.guard(candidate.guard) : t("behavior.only")} →{" "}
              {candidate.targets
                .map(({ resolved, text }) => (resolved ? nameOf(pathId(resolved)) : text))
                .join(", ") || t("inspector.stays")}
            </span>
          ))}
        </Facts>
      )}
      {(transition.guard || role !== "only") && (
        <Facts word={t(`behavior.${role}`)}>
          {transition.guard && <GuardText guard={behaviors.guard(transition.guard, event)} />}
        </Facts>
      )}
      {transition.actions.length > 0 && (
        <Facts word={t("behavior.does")}>
          {transition.actions.map((action, i) => (
            <ActionLines key={i} action={behaviors.action(action, event)} />
          ))}
        </Facts>
      )}
      <Facts word="→">
        <span>
          {targets.join(", ") || t("inspector.stays")}
          {reenters(transition, pathOf(at)) && ` (${t("behavior.anew")})`}
        </span>
      </Facts>
    </div>
  );
}

const idOfWay = (at: string, { slot, event, index }: Transition): string =>
  transitionId({ source: pathOf(at), slot, index, ...(event === undefined ? {} : { event }) });
