import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Chart } from "#core/chart/chart.ts";
import { tsvText } from "#core/text/tableCells.ts";
import type { FieldReason } from "#app/panels/inspector/commandForField.ts";
import { copyText } from "#app/kit/copyText.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import type { AfterEdit } from "#app/views/design/table/CellEditor.tsx";
import { clearCell, whyFixed } from "#app/views/design/table/cellCommands.ts";
import {
  cellTexts,
  type Column,
  COLUMNS,
  placeAfterKey,
  rowBelow,
  type TablePlace,
  type TableRow,
} from "#app/views/design/table/tableRows.ts";

/** The cell that is edited. */
export interface OpenCell {
  readonly id: string;
  readonly column: Column;
  readonly isTyped: boolean;
}

/** What a key does beyond walking. */
const EDIT_KEYS: ReadonlySet<string> = new Set(["Enter", "F2"]);
const CLEAR_KEYS: ReadonlySet<string> = new Set(["Delete", "Backspace"]);

interface TableParts {
  readonly rows: readonly TableRow[];
  readonly chart: Chart;
  /** How many rows are in sight. */
  readonly page: () => number;
  /** The field of the cell that is edited. */
  readonly openField: () => HTMLElement | undefined;
}

/** The cells of the table with the keys that lead from one to the next, edit, clear and copy them. */
export function useTableKeys(parts: TableParts) {
  const cells = useCells(parts);
  const { row, column, open, choose, begin } = cells;
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing || parts.rows.length === 0) return;
    // The keys of the field itself never come here.
    if (open && event.key !== "Tab") {
      if (cells.backToRefused()) event.preventDefault();
      return;
    }
    const { key, shiftKey, altKey } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    const next = altKey
      ? undefined
      : placeAfterKey({ row, column }, { key, ctrl }, { rows: parts.rows.length, page: parts.page() });
    const isLetter = !ctrl && !altKey && [...key].length === 1 && key !== " ";
    if (next) choose(next, shiftKey);
    else if (ctrl && key.toLowerCase() === "c") void cells.copy();
    else if (ctrl && key.toLowerCase() === "a") cells.chooseAll();
    else if (!ctrl && !altKey && EDIT_KEYS.has(key)) begin({ row, column }, false);
    else if (!ctrl && !altKey && CLEAR_KEYS.has(key)) cells.clear();
    else if (isLetter) {
      // The letter itself goes into the field that has just come.
      if (begin({ row, column }, true)) return event.stopPropagation();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { ...cells, onKeyDown };
}

/**
 * The cell of the table that has the keys, the rectangle that is selected from it, and the cell that is edited. The row is the one of the
 * transition that is selected in the studio; where a state is, it is the first of that state.
 */
function useCells({ rows, chart, openField }: TableParts) {
  const studio = useStudioActions();
  const labelOf = useLabels();
  const locked = useStudio((s) => s.graph?.stale === true);
  const { row, isSelected } = useActiveRow(rows);
  const [column, setColumn] = useState(0);
  const [anchor, setAnchor] = useState<TablePlace>();
  const [openCell, setOpen] = useState<OpenCell>();
  // Its row may go, as when another program renames the state.
  const open = rows.some(({ id }) => id === openCell?.id) ? openCell : undefined;
  if (openCell && !open) setOpen(undefined);
  const [reason, setReason] = useState<FieldReason>();
  /** The keys go to the active cell with the next picture. */
  const wantsFocus = useRef(false);
  /** An edit is over: where the keys go depends on where its row stands then. */
  const ended = useRef<{ row: number; after: AfterEdit }>(undefined);

  /** Leads the keys back to a field whose text was refused: it stays until that is mended or taken back. Answers whether there is one. */
  const backToRefused = (): boolean => {
    const field = open && openField();
    if (!field?.matches("[aria-invalid]")) return false;
    field.focus();
    return true;
  };
  const choose = (to: TablePlace, extend = false) => {
    const target = rows[to.row];
    if (!target || backToRefused()) return;
    setReason(undefined);
    setAnchor(extend ? (anchor ?? { row, column }) : undefined);
    setColumn(to.column);
    studio.navigation.select({ kind: "transition", id: target.id });
    wantsFocus.current = true;
  };
  const begin = (at: TablePlace, isTyped: boolean) => {
    const target = rows[at.row];
    const name = COLUMNS[at.column];
    if (!target || !name || backToRefused()) return false;
    const fixed = whyFixed(studio, target, name, locked);
    setReason(fixed);
    if (fixed) return false;
    setAnchor(undefined);
    setColumn(at.column);
    studio.navigation.select({ kind: "transition", id: target.id });
    // The field is there before the letter is, so that it goes into it.
    flushSync(() => setOpen({ id: target.id, column: name, isTyped }));
    return true;
  };
  const end = (after?: AfterEdit) => {
    setOpen(undefined);
    if (!after) return;
    ended.current = { row, after };
    wantsFocus.current = true;
  };
  /** Leads the keys on from an edit; its row may stand elsewhere now. Answers whether they go to another cell. */
  const settle = (): boolean => {
    const last = ended.current;
    ended.current = undefined;
    if (!last || last.after === "here") return false;
    const to =
      last.after === "right"
        ? { row, column: Math.min(column + 1, COLUMNS.length - 1) }
        : { row: Math.min(rowBelow(last.row, isSelected ? row : -1), rows.length - 1), column };
    if (to.row === row && to.column === column) return false;
    choose(to);
    return true;
  };
  /** Whether the keys are to go to the active cell; answers so once. */
  const takeFocus = (): boolean => {
    const wants = wantsFocus.current;
    wantsFocus.current = false;
    return wants;
  };
  const clear = () => {
    const target = rows[row];
    const name = COLUMNS[column];
    if (!target || !name) return;
    setReason(
      whyFixed(studio, target, name, locked) ?? clearCell({ studio, chart, row: target, labelOf }, name),
    );
  };
  const copy = async () => {
    const text = tsvText(cellTexts(rows, anchor ?? { row, column }, { row, column }));
    if (!(await copyText(text))) setReason({ key: "notice.not-copied" });
  };

  const chooseAll = () => {
    setAnchor({ row: 0, column: 0 });
    setColumn(COLUMNS.length - 1);
    studio.navigation.select({ kind: "transition", id: rows.at(-1)?.id ?? "" });
    wantsFocus.current = true;
  };
  const cell = { row, column, anchor, open, reason, locked };
  return { ...cell, choose, chooseAll, begin, end, settle, clear, copy, backToRefused, takeFocus };
}

/** Which row is that of what is selected; the last one where nothing in the table is. */
function useActiveRow(rows: readonly TableRow[]): { row: number; isSelected: boolean } {
  const selection = useStudio((s) => s.route.selection);
  const [last, setLast] = useState(0);
  const at = rows.findIndex(({ id, cells }) =>
    selection?.kind === "transition"
      ? id === selection.id
      : selection?.kind === "state" && cells.state.code === selection.id,
  );
  if (at >= 0 && at !== last) setLast(at);
  const row = at >= 0 ? at : Math.max(0, Math.min(last, rows.length - 1));
  return { row, isSelected: at >= 0 };
}
