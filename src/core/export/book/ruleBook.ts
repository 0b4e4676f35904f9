import type { Chart } from "#core/chart/chart.ts";
import { pathId, places } from "#core/chart/places.ts";
import type { BookColumn, BookInput } from "#core/export/book/book.ts";
import { clauseAnchor, esc, phaseAnchor, termAnchor } from "#core/export/book/bookHtml.ts";
import { anyTextIn, textIn } from "#core/ruleset/labels.ts";
import { headOver } from "#core/ruleset/sections.ts";
import type { Clause, Reading, Term } from "#core/ruleset/ruleset.ts";
import { termSpans } from "#core/ruleset/termSpans.ts";

/** A phase of the machine with the clauses that it carries out. */
interface Chapter {
  /** Path id of the state. */
  readonly id: string;
  readonly depth: number;
  /** Clauses that no chapter before has. */
  readonly clauses: readonly string[];
  /** Clauses that stand in a chapter before. */
  readonly elsewhere: readonly string[];
}

/**
 * The phases that carry clauses, with those around them, in the order of the machine. A clause stands where the machine names it first,
 * so that the book cannot put a rule in a phase in which it is not carried out.
 */
export function chaptersOf(chart: Chart): readonly Chapter[] {
  const printed = new Set<string>();
  const chapters = [...places(chart).values()].map(({ node, path }): Chapter => {
    const carried = new Set([...node.meta.clauses, ...node.transitions.flatMap(({ meta }) => meta.clauses)]);
    const clauses = [...carried].filter((id) => !printed.has(id));
    for (const id of clauses) printed.add(id);
    const elsewhere = [...carried].filter((id) => !clauses.includes(id));
    return { id: pathId(path), depth: path.length, clauses, elsewhere };
  });
  const needed = new Set(
    chapters
      .filter(({ clauses, elsewhere }) => clauses.length + elsewhere.length > 0)
      .flatMap(({ id }) => [id, ...outerIds(id)]),
  );
  return chapters.filter(({ id }) => needed.has(id));
}

const outerIds = (id: string): string[] => {
  const keys = id.split(".");
  return keys.slice(1).map((_, i) => keys.slice(0, i + 1).join("."));
};

/** The rule book in one language: phases with their clauses, what no phase carries, open points and the glossary. */
export function ruleBook(input: BookInput): string {
  const [column] = input.columns;
  const { say } = column;
  const printer = new Printer(input, column);
  const chapters = chaptersOf(input.chart);
  const carried = new Set(chapters.flatMap(({ clauses }) => clauses));
  const rest = input.clauses.filter(({ id }) => !carried.has(id));
  const body = chapters.map((chapter) => printer.chapter(chapter));
  const contents = chapters
    .filter(({ depth }) => depth <= MAX_CONTENTS_DEPTH)
    .map(({ id, depth }) => contentsLine(`#${phaseAnchor(id)}`, printer.chapterName(id), depth));
  const readings = printer.readings();
  const parts = [
    ...(rest.length > 0 ? [{ id: "part.rest", title: say("book.rest"), html: printer.rest(rest) }] : []),
    ...(readings === "" ? [] : [{ id: "part.readings", title: say("rules.readings"), html: readings }]),
    ...(input.terms.length > 0
      ? [{ id: "part.glossary", title: say("book.glossary"), html: printer.glossary() }]
      : []),
  ];
  const partLines = parts.map(({ id, title }) => contentsLine(`#${id}`, title, 0));
  return [
    `<nav aria-label="${esc(say("book.contents"))}"><ol>${[...contents, ...partLines].join("")}</ol></nav>`,
    `<main>`,
    ...body,
    ...parts.map(({ id, title, html }) => `<h2 id="${id}">${esc(title)}</h2>\n${html}`),
    `</main>`,
  ].join("\n");
}

/** Phases that lie deeper stand in no table of contents. */
const MAX_CONTENTS_DEPTH = 2;

const contentsLine = (href: string, text: string, depth: number): string =>
  `<li style="margin-left:${Math.max(0, depth - 1) * 5}mm"><a href="${href}">${esc(text)}</a></li>`;

/** Where an open point stands that is about no clause of the book. No clause has this id. */
const NO_CLAUSE = "";

/** Prints the parts of a rule book in one language. */
class Printer {
  readonly #input: BookInput;
  readonly #column: BookColumn;
  readonly #byId: ReadonlyMap<string, Clause>;
  readonly #readings = new Map<string, Reading[]>();

  constructor(input: BookInput, column: BookColumn) {
    this.#input = input;
    this.#column = column;
    this.#byId = new Map(input.clauses.map((clause) => [clause.id, clause]));
    // An open point stands once, at the first of its clauses that the book has.
    for (const reading of input.readings) {
      const first = reading.clauses.find((clause) => this.#byId.has(clause)) ?? NO_CLAUSE;
      const known = this.#readings.get(first);
      if (known) known.push(reading);
      else this.#readings.set(first, [reading]);
    }
  }

  chapterName(id: string): string {
    return id === "" ? this.#column.say("book.whole") : this.#column.shortName(id);
  }

  chapter({ id, depth, clauses, elsewhere }: Chapter): string {
    const level = Math.min(6, Math.max(2, depth + 1));
    const known = elsewhere.filter((clause) => this.#byId.has(clause));
    const links = known.map((clause) => `<a href="#${clauseAnchor(clause)}">${esc(clause)}</a>`);
    return [
      `<h${level} id="${phaseAnchor(id)}">${esc(this.chapterName(id))}</h${level}>`,
      ...clauses.map((clause) => this.clause(clause)),
      ...(links.length > 0
        ? [`<p class="see">${esc(this.#column.say("book.see"))} ${links.join(", ")}</p>`]
        : []),
    ].join("\n");
  }

  clause(id: string): string {
    if (!this.#byId.has(id)) return "";
    const wording = this.#column.wording(id);
    const text =
      wording === undefined
        ? `<p class="wording none">${esc(this.#column.say("rules.no-text"))}</p>`
        : `<p class="wording">${this.#withTerms(wording)}</p>`;
    return `<div class="clause" id="${clauseAnchor(id)}"><span class="id">${esc(id)}</span><div>${text}${this.readings(id)}</div></div>`;
  }

  /** The open points that stand at a clause; without one those that stand at none. */
  readings(clause: string = NO_CLAUSE): string {
    return (this.#readings.get(clause) ?? []).map((reading) => this.#reading(reading)).join("");
  }

  /** A wording with each term as a way to the glossary. */
  #withTerms(wording: string): string {
    let end = 0;
    const parts: string[] = [];
    for (const { from, to, term, forbidden } of termSpans(wording, this.#column.locale, this.#input.terms)) {
      if (forbidden) continue;
      parts.push(esc(wording.slice(end, from)));
      parts.push(`<a href="#${termAnchor(term.id)}">${esc(wording.slice(from, to))}</a>`);
      end = to;
    }
    return parts.join("") + esc(wording.slice(end));
  }

  #reading({ question, options, chosen, why }: Reading): string {
    const { locale, say } = this.#column;
    const option = options.find(({ id }) => id === chosen);
    const reason = anyTextIn(why, locale);
    return [
      `<aside class="reading"><p><b>${esc(textIn(question, locale))}</b></p>`,
      `<p>${esc(option ? textIn(option.text, locale) : chosen)}</p>`,
      ...(reason === "" ? [] : [`<p>${esc(say("rules.why"))} ${esc(reason)}</p>`]),
      `</aside>`,
    ].join("");
  }

  /** Clauses that no phase carries, under the heads of their sections. */
  rest(clauses: readonly Clause[]): string {
    return clauses
      .map(
        (clause, i) =>
          sectionLine(headOver(clause, clauses[i - 1]), this.#column, 3) + this.clause(clause.id),
      )
      .join("\n");
  }

  glossary(): string {
    const { locale } = this.#column;
    const named = this.#input.terms.map((term) => ({ term, word: textIn(term.terms, locale) || term.id }));
    const sorted = named.toSorted((a, b) => a.word.localeCompare(b.word, locale));
    return `<dl>${sorted.map((item) => this.#term(item)).join("")}</dl>`;
  }

  #term({ term, word }: { readonly term: Term; readonly word: string }): string {
    const definition = textIn(term.definition, this.#column.locale);
    return `<dt id="${termAnchor(term.id)}">${esc(word)}</dt>${definition === "" ? "" : `<dd>${esc(definition)}</dd>`}`;
  }
}

/** The head of a section as HTML; nothing where none begins. */
export function sectionLine(
  head: ReturnType<typeof headOver>,
  { say, section }: Pick<BookColumn, "say" | "section">,
  level: number,
): string {
  if (!head) return "";
  const text = head.kind === "number" ? say("rules.section", { section: head.number }) : section(head.key);
  return `<h${level}>${esc(text)}</h${level}>\n`;
}
