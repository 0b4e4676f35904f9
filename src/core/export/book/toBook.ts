import type { BookInput } from "#core/export/book/book.ts";
import { bookDocument, esc } from "#core/export/book/bookHtml.ts";
import { compareBook } from "#core/export/book/compareBook.ts";
import { ruleBook } from "#core/export/book/ruleBook.ts";
import { turnSheet } from "#core/export/book/turnSheet.ts";

/**
 * A game on paper: one HTML file that loads and runs nothing, with styles for the screen and for printing on A4 or Letter. Ids of clauses
 * are its anchors, its headings become the bookmarks of a PDF.
 */
export function toBook(input: BookInput): string {
  const { form, columns, edition } = input;
  const [column] = columns;
  const title = form === "rules" ? column.title : `${column.title} · ${column.say(`book.${form}`)}`;
  const edit = edition === undefined ? "" : `<p class="edition">${esc(edition)}</p>`;
  const body =
    form === "rules" ? ruleBook(input) : form === "compare" ? compareBook(input) : turnSheet(input);
  return bookDocument(
    { title, lang: column.locale, wide: form !== "rules" },
    `<header><h1>${esc(title)}</h1>${edit}</header>\n${body}`,
  );
}
