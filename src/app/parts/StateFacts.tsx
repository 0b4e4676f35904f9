import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Chart } from "#core/chart/chart.ts";
import { acceptedIn, areWaysKnown, type Arrival, arrivalsOf, beginsIn } from "#core/semantics/arrivalsOf.ts";
import { triggerText } from "#core/layout/names.ts";
import { Facts } from "#app/parts/Facts.tsx";
import { Fold } from "#app/parts/Fold.tsx";
import { useChartNames } from "#app/studio/useCanvasWords.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStateNames } from "#app/studio/useStateNames.ts";
import css from "#app/parts/Facts.module.css";

/** Lines of transitions, events of the state itself, and events of each state around it that are listed; the rest is behind its count. */
const MAX_TRANSITION_LINES = 6;
const MAX_EVENTS = 16;
const MAX_ANCESTOR_EVENTS = 5;

/** How a state is reached, where it begins and what it accepts: what its own guards and actions do not tell. */
export function StateFacts({ chart, id }: { chart: Chart; id: string }) {
  const { t } = useTranslation();
  const nameOf = useStateNames();
  const arrivals = useMemo(() => arrivalsOf(chart, id), [chart, id]);
  const begins = beginsIn(chart, id);
  // Where no way is seen, one may lead here that could not be read.
  const isUnsure = useMemo(() => arrivals.length === 0 && !areWaysKnown(chart), [chart, arrivals]);
  return (
    <>
      {!isUnsure && (
        <Facts word={t("behavior.reached")}>
          <Arrivals arrivals={arrivals} />
        </Facts>
      )}
      {begins.length > 0 && (
        <Facts word={t("behavior.begins")}>
          <span>{begins.map(nameOf).join(" → ")}</span>
        </Facts>
      )}
      <Accepts chart={chart} id={id} />
    </>
  );
}

/** The ways in, those from one state on one line. @param isWhole all of them are listed, however many */
export function Arrivals({ arrivals, isWhole = false }: { arrivals: readonly Arrival[]; isWhole?: boolean }) {
  const { t } = useTranslation();
  const names = useChartNames();
  const nameOf = useStateNames();
  const outer = (id: string) => (id === "" ? t("why.machine") : nameOf(id));
  const bySource = new Map<string, string[]>();
  const lines: string[] = [];
  for (const arrival of arrivals) {
    if (arrival.by === "start") lines.push(t("behavior.starts"));
    else if (arrival.by !== "transition")
      lines.push(t(`behavior.${arrival.by}-of`, { state: outer(arrival.of) }));
    else {
      const facts = [
        triggerText(arrival, names).text,
        ...(arrival.into === undefined ? [] : [`→ ${nameOf(arrival.into)}`]),
        ...(arrival.reentry ? [`(${t("behavior.anew")})`] : []),
      ].join(" ");
      const known = bySource.get(arrival.from) ?? [];
      if (!known.includes(facts)) bySource.set(arrival.from, [...known, facts]);
    }
  }
  for (const [from, texts] of bySource)
    lines.push(
      t("behavior.from", {
        state: outer(from),
        events: texts.join(t("simulate.comma")),
        interpolation: { escapeValue: false },
      }),
    );
  if (lines.length === 0) return <span className={css.none}>{t("behavior.unreached")}</span>;
  return (
    <Folded count={lines.length} limit={isWhole ? lines.length : MAX_TRANSITION_LINES} word="behavior.ways">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </Folded>
  );
}

function Accepts({ chart, id }: { chart: Chart; id: string }) {
  const { t } = useTranslation();
  const nameOf = useStateNames();
  const { stateEvents: own, around, inside } = useMemo(() => acceptedIn(chart, id), [chart, id]);
  if (own.length === 0 && inside.length === 0 && around.length === 0) return null;
  const list = (events: readonly string[], where?: string, limit = MAX_EVENTS) =>
    events.length > 0 && (
      <Folded key={where ?? ""} count={events.length} limit={limit} word="behavior.events" where={where}>
        <EventNames events={events} where={where} />
      </Folded>
    );
  return (
    <Facts word={t("behavior.accepts")}>
      {list(own)}
      {list(inside, t("behavior.in-steps"))}
      {around.map(({ state, events }) =>
        list(
          events,
          t("behavior.all-in", { state: state === "" ? t("why.machine") : nameOf(state) }),
          MAX_ANCESTOR_EVENTS,
        ),
      )}
    </Facts>
  );
}

/** Events by what they are called, and where they are accepted. */
export function EventNames({ events, where }: { events: readonly string[]; where?: string | undefined }) {
  const { t } = useTranslation();
  const label = useLabels();
  return (
    <span className={css.events}>
      {where !== undefined && <b>{where} </b>}
      {events.map((event) => label(`event:${event}`) ?? event).join(t("simulate.comma"))}
    </span>
  );
}

/** Lines behind their number when they are many. */
function Folded({
  count,
  limit,
  word,
  where,
  children,
}: {
  count: number;
  limit: number;
  word: string;
  where?: string | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  if (count <= limit) return children;
  return (
    <Fold
      summary={
        <>
          {where} {t(word, { count })}
        </>
      }
    >
      {children}
    </Fold>
  );
}
