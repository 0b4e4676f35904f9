import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type Behaviors, candidateRole } from "#core/chart/behavior.ts";
import type { Chart, StateNode, Transition } from "#core/chart/chart.ts";
import { pathId, pathOf, placeOf, transitionOf, transitionRef } from "#core/chart/places.ts";
import type { Carrier } from "#core/ruleset/links.ts";
import { ActionLines } from "#app/behavior/ActionLines.tsx";
import { GuardText } from "#app/behavior/GuardText.tsx";
import { useChartNames } from "#app/canvas/useCanvasWords.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudioDoings } from "#app/studio/useStudio.ts";
import css from "#app/rules/CarrierRow.module.css";

/** What one state or transition does: conditions and changes as formulas, its names in the label language. */
export function CarrierRow({
  carrier,
  chart,
  behaviors,
}: {
  carrier: Carrier;
  chart: Chart;
  behaviors: Behaviors;
}) {
  if (carrier.kind === "state") {
    const node = placeOf(chart, pathOf(carrier.id))?.node;
    return node ? <StateRow carrier={carrier} node={node} behaviors={behaviors} /> : null;
  }
  const ref = transitionRef(carrier.id);
  const found = ref && transitionOf(chart, ref);
  const source = ref && placeOf(chart, ref.source)?.node;
  if (!ref || !found || !source) return null;
  return (
    <TransitionRow
      carrier={carrier}
      at={pathId(ref.source)}
      source={source}
      {...found}
      behaviors={behaviors}
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
  const studio = useStudioDoings();
  return (
    <article className={css.carrier}>
      <header>
        <b>{title}</b>
        <code>{path}</code>
        <button
          type="button"
          className="btn quiet"
          onClick={() => {
            studio.go("design");
            studio.select(carrier);
          }}
        >
          {t("rules.open")}
        </button>
      </header>
      {children}
    </article>
  );
}

function StateRow({ carrier, node, behaviors }: { carrier: Carrier; node: StateNode; behaviors: Behaviors }) {
  const { t } = useTranslation();
  const nameOf = useStateName();
  const names = useChartNames();
  const { asks } = node.meta;
  const always = node.transitions.filter((one) => one.slot === "always");
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
      {always.map((one) => (
        <Way key={one.index} transition={one} source={node} behaviors={behaviors} />
      ))}
    </Card>
  );
}

function TransitionRow({
  carrier,
  at,
  source,
  transition,
  behaviors,
}: {
  carrier: Carrier;
  at: string;
  source: StateNode;
  transition: Transition;
  behaviors: Behaviors;
}) {
  const { t } = useTranslation();
  const label = useLabels();
  const nameOf = useStateName();
  const { event, slot } = transition;
  const trigger = slot === "on" && event ? (label(`event:${event}`) ?? event) : t(`slot.${slot}`);
  return (
    <Card carrier={carrier} title={`${nameOf(at)}: ${trigger}`} path={at}>
      <Way transition={transition} source={source} behaviors={behaviors} />
    </Card>
  );
}

/** One transition: when it is taken, what it changes, where it leads. */
function Way({
  transition,
  source,
  behaviors,
}: {
  transition: Transition;
  source: StateNode;
  behaviors: Behaviors;
}) {
  const { t } = useTranslation();
  const nameOf = useStateName();
  const role = candidateRole(transition, source);
  const event = transition.slot === "on" ? transition.event : undefined;
  const targets = transition.targets.map(({ resolved, text }) =>
    resolved ? nameOf(pathId(resolved)) : text,
  );
  return (
    <div className={css.way}>
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
        <span>{targets.join(", ") || t("inspector.stays")}</span>
      </Facts>
    </div>
  );
}

function Facts({ word, children }: { word: string; children: ReactNode }) {
  return (
    <div className={css.facts}>
      <span>{word}</span>
      <div>{children}</div>
    </div>
  );
}

function useStateName(): (id: string) => string {
  const label = useLabels();
  return (id) => label(`state:${id}`) ?? id.split(".").at(-1) ?? id;
}
