import type { BookColumn, BookInput } from "#core/export/book/book.ts";
import { clauseAnchor, esc } from "#core/export/book/bookHtml.ts";
import { plainFormula } from "#core/expr/formulaParts.ts";
import { clauseLinks } from "#core/ruleset/links.ts";
import { readBack } from "#core/ruleset/readBack.ts";
import type { Clause } from "#core/ruleset/ruleset.ts";
import { headOver } from "#core/ruleset/sections.ts";

/**
 * Clauses with their wordings side by side, each over what the machine does in the words of that language and what was said of the wording.
 * They stand in the order of the rules, as in the document that a reviewer compares with.
 */
export function compareBook({ clauses, chart, columns }: BookInput): string {
  const { carriers } = clauseLinks(chart);
  const [first] = columns;
  /** Of each helper what it stands for, by language. */
  const defined = new Map<string, Map<string, string>>();
  const cell = (column: BookColumn, { id, notModelled }: Clause): string => {
    const { open, folded, definitions, fields } = readBack(
      chart,
      carriers.get(id) ?? [],
      column.behaviors,
      column.names,
    );
    // Helpers are said once, at the end of the book.
    for (const { name, line } of definitions) {
      const lines = defined.get(name) ?? new Map<string, string>();
      defined.set(name, lines.set(column.locale, line));
    }
    const wording = column.wording(id);
    const { status, words } = column.review(id);
    const item = (line: string) => `<li>${esc(plainFormula(line))}</li>`;
    const does = open.map(item);
    const reason =
      typeof notModelled === "string" ? notModelled : (notModelled?.[column.locale] ?? undefined);
    if (does.length === 0)
      does.push(
        `<li>${esc(notModelled === undefined ? column.say("rules.gap") : `${column.say("rules.filter.notModelled")}: ${reason ?? ""}`)}</li>`,
      );
    return [
      `<td lang="${esc(column.locale)}">`,
      wording === undefined
        ? `<p class="wording none">${esc(column.say("rules.no-text"))}</p>`
        : `<p class="wording">${esc(wording)}</p>`,
      `<span class="status" data-status="${esc(status)}">${esc(words)}</span>`,
      `<ul>${does.join("")}</ul>`,
      foldedLines(column.say("book.everything", { count: String(folded.length) }), folded.map(item)),
      foldedLines(column.say("behavior.fields", { count: String(fields.length) }), fields.map(item)),
      "</td>",
    ].join("");
  };
  const rows = clauses.flatMap((clause, i) => {
    const head = headOver(clause, clauses[i - 1]);
    const name = (column: BookColumn) =>
      head?.kind === "number"
        ? column.say("rules.section", { section: head.number })
        : column.section(head?.key ?? "");
    const heads = [...new Set(columns.map(name))].join(" · ");
    return [
      ...(head ? [`<tr><th colspan="${columns.length + 1}" scope="rowgroup">${esc(heads)}</th></tr>`] : []),
      `<tr id="${clauseAnchor(clause.id)}"><td class="id">${esc(clause.id)}</td>${columns.map((column) => cell(column, clause)).join("")}</tr>`,
    ];
  });
  const titles = columns.map(
    ({ locale, title }) => `<th scope="col" lang="${esc(locale)}">${esc(title)} (${esc(locale)})</th>`,
  );
  const definitions = [...defined.values()].map(
    (lines) =>
      `<tr><td class="id"></td>${columns.map(({ locale }) => `<td lang="${esc(locale)}">${esc(plainFormula(lines.get(locale) ?? ""))}</td>`).join("")}</tr>`,
  );
  if (definitions.length > 0)
    rows.push(
      `<tr><th colspan="${columns.length + 1}" scope="rowgroup">${esc([...new Set(columns.map(({ say }) => say("book.helpers")))].join(" · "))}</th></tr>`,
      ...definitions,
    );
  return `<main><table class="compare"><thead><tr><th class="id" scope="col">${esc(first.say("rules.clause"))}</th>${titles.join("")}</tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table></main>`;
}

/** Items behind a line that says what they are; nothing where there are none. */
const foldedLines = (summary: string, items: readonly string[]): string =>
  items.length === 0
    ? ""
    : `<details class="fields"><summary>${esc(summary)}</summary><ul>${items.join("")}</ul></details>`;
