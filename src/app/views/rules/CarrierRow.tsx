import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Chart, Transition } from "#core/chart/chart.ts";
import { pathId, pathOf } from "#core/chart/places.ts";
import { triggerText } from "#core/layout/names.ts";
import type { CardState, CardTransition, ClauseCard } from "#core/ruleset/clauseCards.ts";
import { elementName } from "#core/ruleset/clauseTold.ts";
import type { Carrier } from "#core/ruleset/links.ts";
import { beginsIn, reenters } from "#core/semantics/arrivalsOf.ts";
import { ActionLines } from "#app/parts/ActionLines.tsx";
import { Facts } from "#app/parts/Facts.tsx";
import { Fold } from "#app/parts/Fold.tsx";
import { Arrivals, EventNames } from "#app/parts/StateFacts.tsx";
import { useChartNames } from "#app/studio/useCanvasWords.ts";
import { useStateNames } from "#app/studio/useStateNames.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";
import { CardActionLines, CardGuardText } from "#app/views/rules/CardParts.tsx";
import css from "#app/views/rules/CarrierRow.module.css";

/** What one state or transition does about a clause, its names in the label language. What is folded is decided by `clauseCards`. */
export function CarrierRow({ card, chart }: { card: ClauseCard; chart: Chart }) {
  const nameOf = useStateNames();
  const names = useChartNames();
  const { carrier, state, transition } = card;
  const trigger = (event: Pick<Transition, "slot" | "event">) => triggerText(event, names).text;
  const title = elementName(chart, carrier, { state: nameOf, trigger });
  return (
    <Card carrier={carrier} title={title}>
      {state && <StateBody id={carrier.id} state={state} chart={chart} />}
      {transition && <TransitionBody card={transition} chart={chart} />}
    </Card>
  );
}

/** The card of one carrier: its name, a button that opens it in the design, what it does. */
function Card({ carrier, title, children }: { carrier: Carrier; title: string; children: ReactNode }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  return (
    <article className={css.carrier}>
      <header>
        <b>{title}</b>
        <code>{carrier.id.split("|")[0]}</code>
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

function StateBody({ id, state, chart }: { id: string; state: CardState; chart: Chart }) {
  const { t } = useTranslation();
  const names = useChartNames();
  const { node, transitions } = state;
  const { asks } = node.meta;
  return (
    <>
      {asks && <p>{t("rules.waits-for", { who: names.asks(asks) })}</p>}
      {(["entry", "exit"] as const).map(
        (slot) =>
          state[slot].length > 0 && (
            <Facts key={slot} word={t(`behavior.${slot}`)}>
              {state[slot].map((action, i) => (
                <CardActionLines key={i} of={action} chart={chart} />
              ))}
            </Facts>
          ),
      )}
      {node.invoke.length > 0 && (
        <Facts word={t("behavior.invokes")}>
          <code>{node.invoke.map(({ src, srcCode }) => src ?? srcCode?.text ?? "").join(", ")}</code>
        </Facts>
      )}
      <TransitionList cards={transitions.open} chart={chart} />
      {transitions.folded.length > 0 && (
        <Fold summary={t("behavior.other-ways", { count: transitions.folded.length })}>
          <TransitionList cards={transitions.folded} chart={chart} />
        </Fold>
      )}
      {state.outputs.map((output, i) => (
        <Facts key={i} word={t("behavior.gives")}>
          <ActionLines action={output} nameless />
        </Facts>
      ))}
      <Around id={id} state={state} chart={chart} />
    </>
  );
}

/** Automatic transitions of a state, each with what it waits for. */
function TransitionList({ cards, chart }: { cards: readonly CardTransition[]; chart: Chart }) {
  const { t } = useTranslation();
  const names = useChartNames();
  return cards.map((card) => (
    <div
      key={`${card.transition.slot} ${card.transition.event} ${card.transition.index}`}
      className={css.transition}
    >
      {card.transition.slot !== "always" && (
        <Facts word={t("behavior.when")}>
          <span>{triggerText(card.transition, names).text}</span>
        </Facts>
      )}
      <TransitionBody card={card} chart={chart} />
    </div>
  ));
}

/** How a state is reached besides by what has a card, where it begins, what it accepts. */
function Around({ id, state, chart }: { id: string; state: CardState; chart: Chart }) {
  const { t } = useTranslation();
  const nameOf = useStateNames();
  const { arrivals, isUnreached, events, eventsElsewhere } = state;
  const begins = beginsIn(chart, id);
  const { inside, around } = eventsElsewhere;
  const elsewhere = around.reduce((sum, outer) => sum + outer.events.length, inside.length);
  return (
    <>
      {(isUnreached || arrivals.open.length > 0 || arrivals.folded.length > 0) && (
        <Facts word={t("behavior.reached")}>
          {(isUnreached || arrivals.open.length > 0) && <Arrivals arrivals={arrivals.open} isWhole />}
          {arrivals.folded.length > 0 && (
            <Fold summary={t("behavior.ways", { count: arrivals.folded.length })}>
              <Arrivals arrivals={arrivals.folded} isWhole />
            </Fold>
          )}
        </Facts>
      )}
      {begins.length > 0 && (
        <Facts word={t("behavior.begins")}>
          <span>{begins.map(nameOf).join(" → ")}</span>
        </Facts>
      )}
      {(events.open.length > 0 || events.folded.length > 0 || elsewhere > 0) && (
        <Facts word={t("behavior.accepts")}>
          {events.open.length > 0 && <EventNames events={events.open} />}
          {events.folded.length > 0 && (
            <Fold summary={t("behavior.events", { count: events.folded.length })}>
              <EventNames events={events.folded} />
            </Fold>
          )}
          {elsewhere > 0 && (
            <Fold summary={t("behavior.elsewhere", { count: elsewhere })}>
              {inside.length > 0 && <EventNames events={inside} where={t("behavior.in-steps")} />}
              {around.map((outer) => (
                <EventNames
                  key={outer.state}
                  events={outer.events}
                  where={t("behavior.all-in", {
                    state: outer.state === "" ? t("why.machine") : nameOf(outer.state),
                  })}
                />
              ))}
            </Fold>
          )}
        </Facts>
      )}
    </>
  );
}

/** One transition: when it is taken, what it changes, where it leads. */
function TransitionBody({ card, chart }: { card: CardTransition; chart: Chart }) {
  const { t } = useTranslation();
  const { before, role, guard, actions } = card;
  return (
    <>
      {(before.open.length > 0 || before.folded.length > 0) && (
        <Facts word={t("behavior.tried-after")}>
          <Candidates of={before.open} />
          {before.folded.length > 0 && (
            <Fold summary={t("behavior.candidates", { count: before.folded.length })}>
              <Candidates of={before.folded} />
            </Fold>
          )}
        </Facts>
      )}
      {(guard || role !== "only") && (
        <Facts word={t(`behavior.${role}`)}>{guard && <CardGuardText of={guard} chart={chart} />}</Facts>
      )}
      {actions.length > 0 && (
        <Facts word={t("behavior.does")}>
          {actions.map((action, i) => (
            <CardActionLines key={i} of={action} chart={chart} />
          ))}
        </Facts>
      )}
      <Facts word="→">
        <Leads card={card} chart={chart} />
      </Facts>
    </>
  );
}

/** Candidates by their conditions and where they lead. */
function Candidates({ of }: { of: readonly Transition[] }) {
  const { t } = useTranslation();
  const nameOf = useStateNames();
  const names = useChartNames();
  return of.map((candidate) => (
    <div key={candidate.index}>
      {candidate.guard ? names.guard(candidate.guard) : t("behavior.only")} →{" "}
      {candidate.targets
        .map(({ resolved, text }) => (resolved ? nameOf(pathId(resolved)) : text))
        .join(", ") || t("inspector.stays")}
    </div>
  ));
}

/** Where a transition leads, and where what it enters begins. */
function Leads({ card: { at, transition }, chart }: { card: CardTransition; chart: Chart }) {
  const { t } = useTranslation();
  const nameOf = useStateNames();
  const targets = transition.targets.map(({ resolved, text }) => {
    if (!resolved) return text;
    const id = pathId(resolved);
    return [id, ...beginsIn(chart, id)].map(nameOf).join(" → ");
  });
  return (
    <span>
      {targets.join(", ") || t("inspector.stays")}
      {reenters(transition, pathOf(at)) && ` (${t("behavior.anew")})`}
    </span>
  );
}
