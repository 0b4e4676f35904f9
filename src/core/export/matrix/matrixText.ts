import { type BookColumn } from "#core/export/book/book.ts";
import { type Matrix, type MatrixEvent, type MatrixRow, matrixOf } from "#core/export/matrix/matrix.ts";
import type { Chart } from "#core/chart/chart.ts";
import { plainFormula } from "#core/expr/formulaParts.ts";
import { pathId } from "#core/chart/places.ts";
import { guardSentence } from "#core/ruleset/clauseTold.ts";
import type { Moves } from "#core/ruleset/ruleset.ts";
import { type GuardSenders, type Sender, senderKey } from "#core/semantics/senders.ts";
import { csvText, markdownCell } from "#core/text/tableCells.ts";

export type MatrixForm = "matrix" | "matrix-csv";

export interface MatrixInput {
  readonly form: MatrixForm;
  readonly chart: Chart;
  readonly moves: Moves | undefined;
  /** The words of the reader. */
  readonly column: Pick<BookColumn, "title" | "say" | "names" | "shortName" | "behaviors">;
  /** Whom guards let act; prints in the words of the column. */
  readonly senders: GuardSenders;
  /** Which text of the game this is. */
  readonly edition?: string;
}

/** Who may do what in which phase, in the words of a reader. */
export interface MatrixTexts {
  /** What the columns are: phase and path, then the senders. */
  readonly head: readonly string[];
  /** A row for each state that accepts an event, as many cells as the head has. An event is a line of its cell. */
  readonly rows: readonly (readonly string[])[];
}

/** The cells of the matrix. */
export function matrixTexts(input: Omit<MatrixInput, "form" | "edition">): MatrixTexts {
  const { chart, moves, column, senders } = input;
  const { say } = column;
  const matrix = matrixOf(chart, senders, moves);
  const head = [
    say("book.phase"),
    say("matrix.path"),
    ...matrix.senders.map((one) => senderName(one, input)),
  ];
  return { head, rows: matrix.rows.map((row) => rowCells(row, matrix, input)) };
}

/** The matrix as a table of Markdown or of CSV. */
export function matrixText(input: MatrixInput): string {
  const { form, column, edition } = input;
  const { say, title } = column;
  const { head, rows } = matrixTexts(input);
  if (form === "matrix-csv") return csvText([head, ...rows]);
  const line = (cells: readonly string[]) => `| ${cells.map(markdownCell).join(" | ")} |`;
  return [
    `# ${markdownCell(`${title} · ${say("matrix.title")}`)}`,
    "",
    ...(rows.length === 0
      ? [say("matrix.none")]
      : [line(head), `|${" --- |".repeat(head.length)}`, ...rows.map(line), "", say("matrix.note")]),
    ...(edition === undefined ? [] : ["", `<!-- ${edition} -->`]),
    "",
  ].join("\n");
}

function senderName(sender: Sender, { column, senders }: Pick<MatrixInput, "column" | "senders">): string {
  if (sender.kind === "asks") return column.names.asks(sender.asks);
  if (sender.kind === "seat") return sender.seat;
  return plainFormula(
    column.names.sentences?.term(senders.formula(sender.expr)) ?? senders.formula(sender.expr),
  );
}

function rowCells({ path, cells }: MatrixRow, matrix: Matrix, input: Pick<MatrixInput, "column">): string[] {
  const { say, shortName } = input.column;
  const names = path.map((_, i) => shortName(pathId(path.slice(0, i + 1))));
  return [
    path.length === 0 ? say("book.whole") : names.join(" › "),
    pathId(path),
    ...matrix.senders.map((sender) =>
      (cells.get(senderKey(sender)) ?? []).map((event) => eventText(event, input)).join("\n"),
    ),
  ];
}

/** `Draw`, `Draw, if hand < 7 / if deck > 0`, `✕ Draw` where it is forbidden. */
function eventText(
  { transition, conditions, isForbidden }: MatrixEvent,
  { column }: Pick<MatrixInput, "column">,
): string {
  const { names, behaviors, say } = column;
  const text = names.trigger(transition);
  if (isForbidden) return `✕ ${text}`;
  const sentences = conditions.map((guard) =>
    plainFormula(guardSentence(behaviors.guard(guard, transition.event), names.sign, names.sentences)),
  );
  if (sentences.length === 0) return text;
  const each = [...new Set(sentences)].map((sentence) => say("matrix.if", { condition: sentence }));
  return say("matrix.event", { event: text, conditions: each.join(" / ") });
}
