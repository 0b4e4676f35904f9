/** Texts as cells of tables: of CSV for spreadsheets, and of Markdown. */

/** What a spreadsheet takes for a formula, in the widths of East Asian keyboards too, behind apostrophes of ours. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;

/** A text as a cell of CSV (RFC 4180). One that a spreadsheet would take for a formula has an apostrophe before it. */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell, without the apostrophe. */
export const csvValue = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

/** Rows as a file of CSV, with the mark by which Excel knows UTF-8. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")}`;

/** Rows for the clipboard of a spreadsheet: cells between tabs, each on one line. */
export const tsvText = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) =>
      row.map((text) => (FORMULA.test(text) ? `'${text}` : text).replaceAll(/[\t\r\n]+/g, " ")).join("\t"),
    )
    .join("\n");

/** A text as a cell of a Markdown table: nothing in it is markup, its lines stay apart. */
export const markdownCell = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll(/[\\`*_[\]|]/g, "\\$&")
    .replaceAll("<", "&lt;")
    .replaceAll(/\r\n?|\n/g, "<br>");
