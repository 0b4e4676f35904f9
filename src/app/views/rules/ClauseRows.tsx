import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Clause, Ruleset } from "#core/ruleset/ruleset.ts";
import { ClauseRow, type ClauseState } from "#app/views/rules/ClauseRow.tsx";
import { useClauseKeys } from "#app/views/rules/useClauseKeys.ts";
import type { Review } from "#app/views/rules/useReview.ts";
import { useScenarioResults } from "#app/play/useScenarioRuns.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/views/rules/RulesView.module.css";

/** Up to this many clauses, all are in the page, so that the browser's search finds every one. Of more, only those around the visible part are. */
const MAX_ROWS_WITHOUT_WINDOWING = 150;
/** The height of a row until it has been measured, in pixels. */
const ROW_HEIGHT_PX = 58;

/** The rows of the clauses as a list box: one is selected, and keys move the selection. */
export function ClauseRows({
  list,
  rows,
  ruleset,
  locales,
  stateOf,
  carriersOf,
  marked,
  review,
  onChoose,
  onEdit,
}: {
  list: RefObject<HTMLDivElement | null>;
  rows: readonly Clause[];
  ruleset: Ruleset;
  locales: readonly string[];
  stateOf: (clause: Clause) => ClauseState;
  carriersOf: (clause: Clause) => number;
  marked: ReadonlySet<string>;
  review: Review;
  onChoose: (id: string) => void;
  /** @param locale by default that of the right column */
  onEdit: (clause: string, locale?: string) => void;
}) {
  const { t } = useTranslation();
  const chosen = useStudio((s) => (s.route.selection?.kind === "clause" ? s.route.selection.id : undefined));
  const { state: runs, byClause } = useScenarioResults();
  const at = rows.findIndex(({ id }) => id === chosen);
  const first = at >= 0 ? at : rows.findIndex(({ id }) => marked.has(id));
  const { virtual, isShort, focusRow } = useRowWindow(list, rows, first);
  const onKeyDown = useClauseKeys({
    rows,
    at,
    page: () => Math.max(1, Math.floor((list.current?.clientHeight ?? ROW_HEIGHT_PX) / ROW_HEIGHT_PX) - 1),
    ruleset,
    locales,
    edit: ({ id }) => onEdit(id),
    choose: ({ id }) => {
      onChoose(id);
      focusRow(id);
    },
  });
  const rowAt = (i: number) => {
    const clause = rows[i];
    return clause ? (
      <ClauseRow
        clause={clause}
        before={rows[i - 1]}
        ruleset={ruleset}
        locales={locales}
        state={stateOf(clause)}
        carriers={carriersOf(clause)}
        scenarios={byClause.get(clause.id) ?? []}
        results={runs?.results}
        chosen={i === at}
        marked={marked.has(clause.id)}
        review={review}
        tabbable={i === Math.max(0, at)}
        onChoose={onChoose}
        onEdit={(locale) => onEdit(clause.id, locale)}
      />
    ) : null;
  };
  return (
    <div
      ref={list}
      className={css.list}
      role="listbox"
      aria-label={t("rules.clauses")}
      tabIndex={isShort ? undefined : -1}
      onKeyDown={onKeyDown}
    >
      {isShort ? (
        rows.map(({ id }, i) => (
          <div key={id} role="presentation">
            {rowAt(i)}
          </div>
        ))
      ) : (
        <div role="presentation" className={css.many} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              role="presentation"
              style={{ transform: `translateY(${start}px)` }}
            >
              {rowAt(index)}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/**
 * The part of the rows that is in the page. @param first the index of the row that is brought into view, -1 for none
 * @returns `isShort` where all rows are in the page and `virtual` has none; `focusRow` brings a row into view and gives it the focus
 */
function useRowWindow(list: RefObject<HTMLDivElement | null>, rows: readonly Clause[], first: number) {
  const isShort = rows.length <= MAX_ROWS_WITHOUT_WINDOWING;
  const virtual = useVirtualizer({
    count: isShort ? 0 : rows.length,
    getScrollElement: () => list.current,
    getItemKey: (i) => rows[i]?.id ?? i,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 8,
  });
  const elementOf = (id: string) =>
    list.current?.querySelector<HTMLElement>(`[data-clause="${CSS.escape(id)}"]`);
  const firstId = rows[first]?.id;
  useEffect(() => {
    if (firstId === undefined) return;
    if (!isShort) virtual.scrollToIndex(first, { align: "auto" });
    elementOf(firstId)?.scrollIntoView({ block: "nearest" });
    // where it stands among others changes with every filter; only another one is brought into view
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [firstId, isShort]);
  const focusRow = (id: string) => {
    if (!isShort)
      virtual.scrollToIndex(
        rows.findIndex((row) => row.id === id),
        { align: "auto" },
      );
    // focus goes along, also to a row that comes with the next picture
    if (elementOf(id)) elementOf(id)?.focus();
    else requestAnimationFrame(() => requestAnimationFrame(() => elementOf(id)?.focus()));
  };
  return { virtual, isShort, focusRow };
}
