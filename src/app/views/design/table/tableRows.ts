import type { Chart, Guard, Transition } from "#core/chart/chart.ts";
import { pathId } from "#core/chart/places.ts";
import { type PlacedTransition, placedTransitions } from "#core/chart/placedTransitions.ts";
import { fold } from "#core/find/fold.ts";
import { type ChartNames, triggerText } from "#core/layout/names.ts";
import { behaviorText } from "#app/gestures/behaviorText.ts";

/** The columns in their order. */
export const COLUMNS = ["state", "event", "guard", "target", "actions", "clauses"] as const;
export type Column = (typeof COLUMNS)[number];

/** What the columns are called, as in the inspector. */
export const COLUMN_WORDS: Readonly<Record<Column, string>> = {
  state: "table.state",
  event: "inspector.event",
  guard: "inspector.guard",
  target: "inspector.target",
  actions: "inspector.actions",
  clauses: "inspector.clauses",
};

/** A cell: as it is read, in the label language, and as it stands in the code. */
export interface TableCell {
  readonly text: string;
  readonly code: string;
}

/** One transition of the chart as a row. */
export interface TableRow extends PlacedTransition {
  readonly cells: Readonly<Record<Column, TableCell>>;
  /** All that it is found by: its words in the label language and in the code, folded. */
  readonly search: string;
}

/** The words in which rows are read. */
export interface TableWords {
  readonly names: ChartNames;
  /** A guard as the person reads it: by its label, or as a formula. */
  readonly guard: (guard: Guard, event: string | undefined) => string;
  /** Where a transition leads nowhere. */
  readonly stays: string;
}

/** The transitions of a chart as rows, in document order. */
export const tableRows = (chart: Chart, words: TableWords): readonly TableRow[] =>
  placedTransitions(chart).map((placed) => {
    const cells = cellsOf(placed, words);
    const texts = COLUMNS.flatMap((column) => [cells[column].text, cells[column].code]);
    return { ...placed, cells, search: fold(texts.join("\n")) };
  });

function cellsOf(
  { place, transition }: PlacedTransition,
  { names, guard: guardText, stays }: TableWords,
): TableRow["cells"] {
  const { slot, event, guard, targets, actions, meta } = transition;
  const targetName = ({ resolved, text }: Transition["targets"][number]) =>
    resolved ? names.state(resolved, resolved.at(-1) ?? "") : text;
  return {
    state: { text: names.state(place.path, place.node.key), code: pathId(place.path) },
    event: { text: triggerText(transition, names).text, code: event ?? slot },
    guard: guard
      ? { text: guardText(guard, slot === "on" ? event : undefined), code: behaviorText(guard) }
      : { text: "", code: "" },
    target: {
      text: targets.map(targetName).join(", ") || stays,
      code: targets.map(({ resolved, text }) => (resolved ? pathId(resolved) : text)).join(", "),
    },
    actions: {
      text: actions.map((action) => names.action(action)).join("; "),
      code: actions.map(behaviorText).join("; "),
    },
    clauses: { text: meta.clauses.join(", "), code: meta.clauses.join(", ") },
  };
}

/** The rows that have every word of a filter somewhere. */
export function filteredRows(rows: readonly TableRow[], filter: string): readonly TableRow[] {
  const words = fold(filter)
    .split(/\s+/)
    .filter((word) => word !== "");
  return words.length === 0
    ? rows
    : rows.filter(({ search }) => words.every((word) => search.includes(word)));
}

/** A place in the table. */
export interface TablePlace {
  readonly row: number;
  readonly column: number;
}

/** Where a key leads from a place, within the table; undefined for other keys. Ctrl leads to the ends of the table. @param page rows in sight */
export function placeAfterKey(
  { row, column }: TablePlace,
  { key, ctrl }: { readonly key: string; readonly ctrl: boolean },
  { rows, page }: { readonly rows: number; readonly page: number },
): TablePlace | undefined {
  const last = { row: Math.max(0, rows - 1), column: COLUMNS.length - 1 };
  const at = (nextRow: number, nextColumn: number): TablePlace => ({
    row: Math.min(Math.max(0, nextRow), last.row),
    column: Math.min(Math.max(0, nextColumn), last.column),
  });
  switch (key) {
    case "ArrowUp":
      return at(ctrl ? 0 : row - 1, column);
    case "ArrowDown":
      return at(ctrl ? last.row : row + 1, column);
    case "ArrowLeft":
      return at(row, ctrl ? 0 : column - 1);
    case "ArrowRight":
      return at(row, ctrl ? last.column : column + 1);
    case "Home":
      return at(ctrl ? 0 : row, 0);
    case "End":
      return at(ctrl ? last.row : row, last.column);
    case "PageUp":
      return at(row - page, column);
    case "PageDown":
      return at(row + page, column);
    default:
      return undefined;
  }
}

/**
 * The row below an edited one. What an edit gave another event stands elsewhere now, or the filter no longer shows it: then the row that
 * stands in its place is the one that was below.
 * @param now where the edited row stands; -1 where it is not shown
 */
export const rowBelow = (before: number, now: number): number =>
  now === before || (now >= 0 && now < before) ? before + 1 : before;

/** The texts of a rectangle of cells, rows of columns. */
export const cellTexts = (
  rows: readonly TableRow[],
  from: TablePlace,
  to: TablePlace,
): readonly (readonly string[])[] => {
  const [top, bottom] = [Math.min(from.row, to.row), Math.max(from.row, to.row)];
  const columns = COLUMNS.slice(Math.min(from.column, to.column), Math.max(from.column, to.column) + 1);
  return rows.slice(top, bottom + 1).map(({ cells }) => columns.map((column) => cells[column].text));
};
