import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Icon, type IconName } from "#app/kit/icons.tsx";
import { NamedText } from "#app/views/inspect/NamedText.tsx";
import { StopsBar } from "#app/views/inspect/StopsBar.tsx";
import { rowOf, rowText } from "#app/views/inspect/stepRow.ts";
import {
  brief,
  lastNumber,
  numberIn,
  shownSteps,
  type LogFilter,
  type ListedStep,
} from "#app/views/inspect/shownSteps.ts";
import type { WatchedStep } from "#app/views/inspect/useWatchedStep.ts";
import { useGameWords } from "#app/views/inspect/useGameWords.ts";
import { useHub, useInspecting } from "#app/views/inspect/useHub.ts";
import { useMachine } from "#app/views/inspect/useMachine.ts";
import type { LabelOf } from "#app/studio/labels.ts";
import css from "#app/views/inspect/EventLog.module.css";

const rowHeight = 26;
const everything: LogFilter = { scope: "actor", text: "", refusals: "all", inner: true };

/** What came to the chosen actor, or to all of its app: any number of rows, of which those in view are drawn. */
export function EventLog({ watched }: { watched: WatchedStep }) {
  const { t } = useTranslation();
  const { hub } = useInspecting();
  const view = useHub();
  const { session, step, follows, app } = watched;
  const [filter, setFilter] = useState(everything);
  const { label } = useGameWords(useMachine(session).known);
  // Other actors are other machines: their names are not this one's.
  const labelIn = useCallback(
    (listed: ListedStep) => (listed.session.name === session.name ? label : unlabelled),
    [label, session.name],
  );
  const shown = useMemo(
    () =>
      shownSteps(session, hub.session, app, filter, (listed) =>
        searchText(t, listed, filter, labelIn(listed)),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- a new view is new messages
    [view, session, hub, app, filter, labelIn, t],
  );
  const list = useRef<HTMLDivElement>(null);
  const at = shown.findIndex((listed) => listed.session.key === session.key && listed.step.id === step?.id);
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // The chosen row is always there: the list tells assistive technology which one it is.
    rangeExtractor: useCallback((range: Range) => withRow(range, at), [at]),
  });
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at, { align: follows ? "end" : "auto" });
  }, [at, follows, rows]);
  const go = (index: number) => {
    const next = shown[Math.min(Math.max(index, 0), shown.length - 1)];
    if (!next) return;
    if (next.session.key !== session.key) hub.watching.send({ type: "choose", actor: next.session.key });
    hub.watching.send({ type: "hold", step: next.step.id });
  };
  return (
    <section
      className={css.log}
      aria-label={t("inspect.log")}
      onKeyDown={(event) => {
        if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
        const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: shown.length - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        go(to);
      }}
    >
      <div className={css.bar}>
        <b>{t("inspect.log")}</b>
        <LogMoves at={at} last={shown.length - 1} onGo={go} />
        <FollowButton follows={follows} step={step?.id} />
        <span className={css.at}>
          {step && t("simulate.at", { at: numberIn(session, step), of: lastNumber(session) })}
        </span>
        <LogFilters filter={filter} onFilter={setFilter} />
        <StopsBar watched={watched} />
      </div>
      <div
        ref={list}
        className={css.rows}
        tabIndex={0}
        role="listbox"
        aria-label={t("inspect.log")}
        aria-activedescendant={at >= 0 ? `step-${at}` : undefined}
      >
        <div style={{ height: rows.getTotalSize(), position: "relative" }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const listed = shown[index];
            return listed ? (
              <div
                key={`${listed.session.key}/${listed.step.id}`}
                id={`step-${index}`}
                role="option"
                aria-selected={index === at}
                className={css.row}
                data-refused={listed.step.refused ? true : undefined}
                style={{ transform: `translateY(${start}px)`, height: rowHeight }}
                onClick={() => go(index)}
              >
                <StepRow shown={listed} named={filter.scope === "app"} label={labelIn(listed)} />
              </div>
            ) : null;
          })}
        </div>
        {shown.length === 0 && (
          <EmptyLog
            filter={filter}
            hasSteps={session.steps.length > 0}
            onShowAll={() => setFilter(everything)}
          />
        )}
      </div>
    </section>
  );
}

/** Goes along with what comes, or stays at the step that is looked at. */
function FollowButton({ follows, step }: { follows: boolean; step: number | undefined }) {
  const { t } = useTranslation();
  const { hub } = useInspecting();
  return (
    <button
      type="button"
      className="btn quiet"
      aria-pressed={!follows}
      onClick={() => hub.watching.send(follows ? { type: "hold", step } : { type: "follow" })}
    >
      {t(follows ? "inspect.pause" : "inspect.follow")}
    </button>
  );
}

/** What of a row the filter's words are looked for in: all that one reads there, in small letters. */
function searchText(t: TFunction, listed: ListedStep, { scope }: LogFilter, label: LabelOf): string {
  const actor = scope === "app" ? `${listed.session.name ?? listed.session.session} ` : "";
  const { refused, unchanged } = listed.step;
  const end = refused ? ` ${t("inspect.refused")}` : unchanged ? ` ${t("inspect.unchanged.short")}` : "";
  return `${actor}${rowText(listed, label)}${end}`.toLowerCase();
}

/** To the first row, back, forward, to the last. */
function LogMoves({ at, last, onGo }: { at: number; last: number; onGo: (index: number) => void }) {
  const { t } = useTranslation();
  const moves: readonly (readonly [IconName, string, number, boolean])[] = [
    ["first", t("simulate.first"), 0, at <= 0],
    ["back", t("simulate.back"), at - 1, at <= 0],
    ["forward", t("simulate.forward"), at + 1, at >= last],
    ["last", t("simulate.last"), last, at >= last],
  ];
  return (
    <span className={css.moves}>
      {moves.map(([icon, name, to, off]) => (
        <button
          key={icon}
          type="button"
          className="icon-btn"
          disabled={off}
          onClick={() => onGo(to)}
          aria-label={name}
          title={name}
        >
          <Icon name={icon} size={14} />
        </button>
      ))}
    </span>
  );
}

/** Why there are no rows: nothing happened yet, or the filter leaves none. */
function EmptyLog({
  filter,
  hasSteps,
  onShowAll,
}: {
  filter: LogFilter;
  hasSteps: boolean;
  onShowAll: () => void;
}) {
  const { t } = useTranslation();
  return (
    <p className="none" role="status">
      {!hasSteps && filter.scope === "actor"
        ? t("inspect.no-steps")
        : filter.text.trim() === ""
          ? t("inspect.no-fit")
          : t("inspect.no-fit-text", { text: brief(filter.text.trim(), 60) })}{" "}
      {(hasSteps || filter.scope === "app") && (
        <button type="button" className="btn quiet" onClick={onShowAll}>
          {t("inspect.show-all")}
        </button>
      )}
    </p>
  );
}

/** The rows in sight and one more. */
function withRow(range: Range, row: number): number[] {
  const rows = defaultRangeExtractor(range);
  return row < 0 || row >= range.count || rows.includes(row)
    ? rows
    : [...rows, row].toSorted((a, b) => a - b);
}

function LogFilters({ filter, onFilter }: { filter: LogFilter; onFilter: (filter: LogFilter) => void }) {
  const { t } = useTranslation();
  return (
    <span className={css.filters}>
      <input
        className="field"
        type="search"
        value={filter.text}
        placeholder={t("inspect.search")}
        aria-label={t("inspect.search")}
        onChange={({ target }) => onFilter({ ...filter, text: target.value })}
      />
      <select
        className="field"
        aria-label={t("inspect.scope.label")}
        value={filter.scope}
        onChange={({ target }) => onFilter({ ...filter, scope: target.value === "app" ? "app" : "actor" })}
      >
        <option value="actor">{t("inspect.scope.actor")}</option>
        <option value="app">{t("inspect.scope.app")}</option>
      </select>
      <select
        className="field"
        aria-label={t("inspect.refusals.label")}
        value={filter.refusals}
        onChange={({ target }) => onFilter({ ...filter, refusals: target.value as LogFilter["refusals"] })}
      >
        <option value="all">{t("inspect.refusals.all")}</option>
        <option value="only">{t("inspect.refusals.only")}</option>
        <option value="none">{t("inspect.refusals.none")}</option>
      </select>
      <label>
        <input
          type="checkbox"
          checked={filter.inner}
          onChange={({ target }) => onFilter({ ...filter, inner: target.checked })}
        />
        {t("inspect.inner")}
      </label>
    </span>
  );
}

/** One event: who got it, what it was, where it led, what it changed. */
function StepRow({ shown, named, label }: { shown: ListedStep; named: boolean; label: LabelOf }) {
  const { t } = useTranslation();
  const { session, step } = shown;
  const { time, event, payload, to, changed } = rowOf(shown, label);
  return (
    <>
      <time>{time}</time>
      {named && <small>{session.name ?? session.session}</small>}
      <NamedText of={event} />
      {payload !== undefined && <small className="mono">{brief(payload, 80)}</small>}
      {step.refused ? (
        <em>{t("inspect.refused")}</em>
      ) : step.unchanged ? (
        <small>{t("inspect.unchanged.short")}</small>
      ) : (
        to.length > 0 && (
          <span>
            →{" "}
            {to.slice(0, 6).map((target) => (
              <NamedText key={target.id} of={target} light />
            ))}
          </span>
        )
      )}
      {step.lost && <em>{t(`inspect.lost.${step.lost}`)}</em>}
      {changed.length > 0 && (
        <small>
          {changed
            .slice(0, 3)
            .map(({ at, value }) => `${at}: ${brief(value, 30)}`)
            .join(", ")}
          {changed.length > 3 && ` +${changed.length - 3}`}
        </small>
      )}
    </>
  );
}

const unlabelled: LabelOf = () => undefined;
