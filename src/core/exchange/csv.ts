import { noteLines, type NoteWords } from "#core/exchange/noteLines.ts";
import { baseMark, ExchangeFault, type ReturnedFile, type Segments } from "#core/exchange/segment.ts";
import { checkCharacters } from "#core/exchange/xmlText.ts";
import { csvText, csvValue } from "#core/text/tableCells.ts";

/**
 * CSV (RFC 4180) for spreadsheets, in UTF-8 with the mark by which Excel knows that. A cell that a spreadsheet would take for a formula
 * has an apostrophe before it, which is taken away again.
 */

/** Columns as translation tools call them; in "notes" and "state" they show what is known of a translation. */
const COLUMNS = [
  "id",
  "source",
  "target",
  "state",
  "notes",
  "kind",
  "source_language",
  "target_language",
  "base",
];

export function toCsv(all: Segments, words: NoteWords): string {
  const rows = all.segments.map((segment) => [
    segment.id,
    segment.source,
    segment.target,
    segment.state,
    noteLines(segment, words).join("\n"),
    segment.kind,
    all.from,
    all.into,
    baseMark(segment),
  ]);
  for (const row of rows) for (const cell of row) checkCharacters(cell, row[0] ?? "", NOT_IN_CSV);
  return csvText([COLUMNS, ...rows]);
}

/** Controls, at which programs end a cell or a file, and half a surrogate pair, which UTF-8 cannot carry. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const NOT_IN_CSV = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\p{Cs}/u;

/** Rows of a file that comes back. A game of 5,000 clauses has about 10,000. */
const MAX_ROWS = 100_000;

/** Columns may stand in another order, and others beside them. @throws ExchangeFault */
export function fromCsv(text: string): ReturnedFile {
  const content = text.replace(/^\ufeff/, "");
  const lines = rowsOf(content, separatorOf(content));
  const { value: head } = lines.next();
  const names = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const [id, target] = [names.indexOf("id"), names.indexOf("target")];
  if (id < 0 || target < 0) throw new ExchangeFault("csv-header", { wanted: COLUMNS.join(",") });
  const rows: Row[] = [];
  for (const row of lines) {
    if (rows.length >= MAX_ROWS) throw new ExchangeFault("csv-too-large", { limit: MAX_ROWS });
    // Some tools write the names of the columns as a unit, too. No segment is called id.
    if (row.cells[id] !== "id") rows.push(row);
  }
  // Looked up once: a head may have more columns than a file has rows.
  const places = new Map(COLUMNS.map((name) => [name, names.indexOf(name)]));
  const valueOf = (cells: readonly string[], name: string): string | undefined => {
    const place = places.get(name) ?? -1;
    return place < 0 ? undefined : csvValue(cells[place] ?? "");
  };
  const languageIn = (name: string): string | undefined => {
    const languages = new Set(rows.flatMap(({ cells }) => valueOf(cells, name)?.trim() || []));
    if (languages.size > 1)
      throw new ExchangeFault("several-languages", { languages: [...languages].join(", ") });
    return [...languages][0];
  };
  const [from, into] = [languageIn("source_language"), languageIn("target_language")];
  return {
    ...(from === undefined ? {} : { from }),
    ...(into === undefined ? {} : { into }),
    segments: rows.map(({ cells, line }) => {
      // Some programs leave empty cells at the end of a row away.
      if (cells.length <= Math.max(id, target))
        throw new ExchangeFault("csv-row", { line, cells: cells.length, wanted: names.length });
      const [source, base] = [valueOf(cells, "source"), valueOf(cells, "base")];
      return {
        id: csvValue(cells[id] ?? ""),
        ...(source === undefined ? {} : { source }),
        target: csvValue(cells[target] ?? ""),
        ...(base ? { base } : {}),
        isOpen: false,
        line,
      };
    }),
  };
}

/** Excel writes the separator of the person's region: the one of the first line that parts the most. */
function separatorOf(text: string): string {
  const line = text.slice(0, 1000).split(/[\r\n]/, 1)[0] ?? "";
  const count = (separator: string) => line.split(separator).length;
  return [";", "\t"].reduce((best, one) => (count(one) > count(best) ? one : best), ",");
}

interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

/** The rows of a text one by one, empty ones left out. @throws ExchangeFault `csv-quote` for a quotation mark without its end */
function* rowsOf(text: string, separator: string): Generator<Row, undefined> {
  let cells: string[] = [];
  let [at, line, rowLine] = [0, 1, 1];
  while (at < text.length) {
    let cell: string;
    if (text[at] === '"') {
      const from = line;
      const end = quoteEnd(text, at + 1);
      if (end < 0) throw new ExchangeFault("csv-quote", { line: from });
      const raw = text.slice(at + 1, end);
      line += raw.split("\n").length - 1;
      cell = raw.replaceAll('""', '"');
      at = end + 1;
      if (at < text.length && text[at] !== separator && text[at] !== "\r" && text[at] !== "\n")
        throw new ExchangeFault("csv-quote", { line });
    } else {
      const from = at;
      while (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r") at++;
      cell = text.slice(from, at);
    }
    cells.push(cell);
    if (text[at] === separator) {
      at++;
      // The last cell of a text that ends with a separator is empty.
      if (at === text.length) cells.push("");
      else continue;
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at++;
    at++;
    if (cells.some((one) => one !== "")) yield { cells, line: rowLine };
    cells = [];
    rowLine = ++line;
  }
}

/** Where the quotation mark is that ends a cell: one that is not doubled. */
function quoteEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return -1;
}
