import { lazy, type RefObject, Suspense, useCallback, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Chart } from "#core/chart/chart.ts";
import { LostTexts } from "#app/panels/inspector/LostTexts.tsx";
import { useLabels } from "#app/studio/useLabels.ts";
import { usePanelState } from "#app/studio/usePanelState.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import { CellEditor } from "#app/views/design/table/CellEditor.tsx";
import {
  type Column,
  COLUMN_WORDS,
  COLUMNS,
  type TablePlace,
  type TableRow,
} from "#app/views/design/table/tableRows.ts";
import { useTableKeys } from "#app/views/design/table/useTableKeys.ts";
import { useTableRows } from "#app/views/design/table/useTableRows.ts";
import css from "#app/views/design/table/TransitionTable.module.css";

// Few charts need it.
const VirtualRows = lazy(() =>
  import("#app/parts/VirtualRows.tsx").then((m) => ({ default: m.VirtualRows })),
);

/** Height of a row and of the heads in pixels, as the style sheet has them. */
const ROW_HEIGHT_PX = 26;
/** Up to this many rows, all are in the page: the browser's search then knows every one of them. */
const MAX_ROWS_WITHOUT_WINDOWING = 150;

/** Every transition of the machine as a row of a table that is edited with the keys of a spreadsheet. */
export function TransitionTable() {
  const { t } = useTranslation();
  const chart = useStudio((s) => s.graph?.chart);
  const [filter, setFilter] = usePanelState("table-filter", "");
  const { all, rows } = useTableRows(filter);
  if (!chart) return <p className={css.none}>{t("table.none")}</p>;
  return (
    <LostTexts className={css.lost}>
      <Table chart={chart} all={all.length} rows={rows} filter={filter} onFilter={setFilter} />
    </LostTexts>
  );
}

function Table({
  chart,
  all,
  rows,
  filter,
  onFilter,
}: {
  chart: Chart;
  /** How many transitions there are without the filter. */
  all: number;
  rows: readonly TableRow[];
  filter: string;
  onFilter: (filter: string) => void;
}) {
  const { t } = useTranslation();
  const grid = useRef<HTMLDivElement>(null);
  const page = () => Math.max(1, Math.floor((grid.current?.clientHeight ?? 0) / ROW_HEIGHT_PX) - 2);
  const openField = () =>
    grid.current?.querySelector<HTMLElement>(`.${css.editor} :is([aria-invalid], input, textarea)`) ??
    undefined;
  const keys = useTableKeys({ rows, chart, page, openField });
  const { row, column, anchor, open, reason, locked } = keys;
  const openRow = open ? rows.findIndex(({ id }) => id === open.id) : row;
  const [windowed, setWindowed] = useState(false);
  const onShown = useCallback(() => setWindowed(true), []);
  useFocus(grid, keys, windowed);
  const rowAt = (i: number) => {
    const shown = rows[i];
    return shown ? <Row key={shown.id} {...{ chart, keys }} row={shown} index={i} /> : null;
  };
  return (
    <>
      <div className={css.bar}>
        <input
          type="search"
          className={css.search}
          placeholder={t("table.filter")}
          aria-label={t("table.filter")}
          value={filter}
          onChange={(event) => onFilter(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown" && event.key !== "Enter") return;
            if (event.nativeEvent.isComposing) return;
            event.preventDefault();
            keys.choose({ row, column });
            grid.current?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus();
          }}
        />
        <span>{t("table.count", { count: rows.length, all })}</span>
        <span role="status" className={css.reason} data-warns={reason !== undefined || locked || undefined}>
          {reason ? t(reason.key, reason.facts ?? {}) : locked ? t("refusal.graph-stale") : ""}
        </span>
      </div>
      <div
        ref={grid}
        className={css.grid}
        role="grid"
        aria-label={t("table.title")}
        aria-rowcount={rows.length + 1}
        aria-colcount={COLUMNS.length}
        aria-readonly={locked}
        aria-multiselectable
        onKeyDown={keys.onKeyDown}
      >
        <div role="row" aria-rowindex={1} className={css.heads}>
          {COLUMNS.map((name, i) => (
            <span key={name} role="columnheader" aria-colindex={i + 1}>
              {t(COLUMN_WORDS[name])}
            </span>
          ))}
        </div>
        <div role="presentation" className={css.rows} style={{ height: rows.length * ROW_HEIGHT_PX }}>
          {rows.length <= MAX_ROWS_WITHOUT_WINDOWING ? (
            rows.map((_, i) => rowAt(i))
          ) : (
            <Suspense fallback={null}>
              <VirtualRows
                list={grid}
                count={rows.length}
                height={ROW_HEIGHT_PX}
                pinned={[row, openRow, ...(anchor ? [anchor.row] : [])]}
                row={rowAt}
                onShown={onShown}
              />
            </Suspense>
          )}
        </div>
        {rows.length === 0 && <p className={css.none}>{t(all === 0 ? "table.none" : "table.no-match")}</p>}
      </div>
    </>
  );
}

type Keys = ReturnType<typeof useTableKeys>;

/** The active cell gets the keys when it is to, and its row stays in view whoever selected it. */
function useFocus(grid: RefObject<HTMLDivElement | null>, keys: Keys, windowed: boolean): void {
  const { row, column, open, takeFocus, settle } = keys;
  /** A cell had the keys when it was last drawn: with its row they would be gone. */
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const box = grid.current;
    if (!box || open) return undefined;
    // Where the keys go on to another cell, they come to it with the next picture.
    const leadsOn = settle();
    const isGone = hadFocus.current && document.activeElement === document.body;
    if (!leadsOn && (takeFocus() || isGone))
      box.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus({ preventScroll: true });
    const note = () => {
      hadFocus.current = box.contains(document.activeElement);
    };
    note();
    box.addEventListener("focusin", note);
    // What is taken away with the keys on it tells nobody.
    const onLeave = () => requestAnimationFrame(() => document.activeElement !== document.body && note());
    box.addEventListener("focusout", onLeave);
    return () => {
      box.removeEventListener("focusin", note);
      box.removeEventListener("focusout", onLeave);
    };
  });
  useLayoutEffect(() => {
    const box = grid.current;
    if (!box) return;
    const top = row * ROW_HEIGHT_PX;
    // The heads stay where they are, above the rows.
    if (top < box.scrollTop) box.scrollTo({ top });
    const low = top + 2 * ROW_HEIGHT_PX - box.clientHeight;
    if (low > box.scrollTop) box.scrollTo({ top: low });
    const cell = box.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]');
    if (!cell || !box.contains(document.activeElement)) return;
    if (cell.offsetLeft < box.scrollLeft) box.scrollTo({ left: cell.offsetLeft });
    const right = cell.offsetLeft + cell.offsetWidth - box.clientWidth;
    if (right > box.scrollLeft) box.scrollTo({ left: right });
  }, [grid, row, column, windowed]);
}

/** Whether a cell lies in the rectangle between two others. */
const isBetween = (row: number, column: number, a: TablePlace, b: TablePlace): boolean =>
  row >= Math.min(a.row, b.row) &&
  row <= Math.max(a.row, b.row) &&
  column >= Math.min(a.column, b.column) &&
  column <= Math.max(a.column, b.column);

function Row({ chart, keys, row, index }: { chart: Chart; keys: Keys; row: TableRow; index: number }) {
  const studio = useStudioActions();
  const labelOf = useLabels();
  const { open, anchor } = keys;
  const isActive = index === keys.row;
  const isShared = row.place.node.origin === "shared" || row.transition.shared === true;
  const editsHere = open?.id === row.id;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isActive}
      data-row={row.id}
      data-shared={isShared || undefined}
      className={css.row}
      style={{ top: index * ROW_HEIGHT_PX, zIndex: editsHere ? 1 : undefined }}
    >
      {COLUMNS.map((name, i) => {
        const isHere = isActive && i === keys.column;
        const isOpen = editsHere && open.column === name;
        const isMarked = anchor ? isBetween(index, i, anchor, keys) : false;
        return (
          <div
            key={name}
            role="gridcell"
            aria-colindex={i + 1}
            aria-readonly={keys.locked || isFixed(row, name) || undefined}
            aria-selected={isMarked || isHere}
            tabIndex={isHere && !isOpen ? 0 : -1}
            data-column={name}
            className={css.cell}
            data-marked={isMarked || undefined}
            title={isOpen ? undefined : titleOf(row, name)}
            onClick={(event) => !isOpen && keys.choose({ row: index, column: i }, event.shiftKey)}
            onDoubleClick={() => !isOpen && keys.begin({ row: index, column: i }, false)}
          >
            <CellText row={row} column={name} />
            {isOpen && (
              <CellEditor
                edit={{ studio, chart, row, labelOf }}
                column={name}
                isTyped={open.isTyped}
                onEnd={keys.end}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}

/** Nothing can be typed there, whatever the rest of the machine is. */
const isFixed = ({ place, transition }: TableRow, column: Column): boolean =>
  (column === "state" && !place.parent) ||
  (column === "event" && transition.slot !== "on" && transition.slot !== "after");

/** The text of a cell with the name in the code where that is another. */
const titleOf = ({ cells }: TableRow, column: Column): string => {
  const { text, code } = cells[column];
  return code === "" || code === text ? text : `${text}\n${code}`;
};

function CellText({ row, column }: { row: TableRow; column: Column }) {
  const { text } = row.cells[column];
  const key = column === "state" ? row.place.node.key : column === "event" ? row.transition.event : undefined;
  return (
    <span className={css.text}>
      {text}
      {key !== undefined && key !== text && row.transition.slot !== "after" && <code>{key}</code>}
    </span>
  );
}
