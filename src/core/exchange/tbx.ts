import {
  elementOf,
  elementsOf,
  languageOf,
  textWithin,
  type InlineMarks,
  type XmlElement,
} from "#core/exchange/readXml.ts";
import {
  baseMark,
  ExchangeFault,
  type ReturnedFile,
  type ReturnedSegment,
  type Segment,
  type Segments,
} from "#core/exchange/segment.ts";
import { nameText, xmlName, xmlText } from "#core/exchange/xmlText.ts";

/**
 * TBX-Basic (LISA, 2008, on ISO 30042:2008): terms and their definitions as a termbase. Words that are not to be used go out as deprecated
 * terms and are not read back. The format has no place for marks at an entry that every tool keeps; they stand in the header. The elements
 * of the edition of 2019 are understood too.
 */

const MARKS_LEAD = "turnwright base:";
const FACTS_LEAD = "turnwright exchange:";
const ENTRY = "term-";

export function toTbx(all: Segments): string {
  const { game, from, into, title } = all;
  const entries = entriesOf(all.segments);
  if (entries.length === 0) throw new ExchangeFault("no-terms", { game });
  const marks = entries.flatMap(({ term, definition }) =>
    [term, ...(definition ? [definition] : [])].map((one) => `${xmlName(one.id)} ${baseMark(one)}`),
  );
  const facts = [xmlName(game), from, into].join(" ");
  return `<?xml version="1.0" encoding="UTF-8"?>
<martif type="TBX-Basic" xml:lang="${from}">
  <martifHeader>
    <fileDesc>
      <titleStmt><title>${xmlText(title, game)}</title></titleStmt>
      <sourceDesc>
        <p>${FACTS_LEAD} ${facts}</p>
        <p>${MARKS_LEAD} ${marks.join(" ")}</p>
      </sourceDesc>
    </fileDesc>
    <encodingDesc><p type="XCSURI">TBXBasicXCSV02.xcs</p></encodingDesc>
  </martifHeader>
  <text>
    <body>
${entries.map((entry) => entryText(entry, from, into)).join("")}    </body>
  </text>
</martif>
`;
}

interface Entry {
  readonly term: Segment;
  readonly definition: Segment | undefined;
}

/** Terms with their definitions. A definition without a term in its language has no place in a termbase, and does not go out. */
function entriesOf(segments: readonly Segment[]): Entry[] {
  const definitions = new Map(
    segments.filter(({ kind }) => kind === "definition").map((one) => [one.of, one]),
  );
  return segments
    .filter(({ kind }) => kind === "term")
    .map((term) => {
      const definition = definitions.get(term.of);
      return {
        term,
        definition: definition && term.target === "" ? { ...definition, target: "" } : definition,
      };
    });
}

function entryText({ term, definition }: Entry, from: string, into: string): string {
  const id = `${ENTRY}${xmlName(term.of).replaceAll(":", "_x3A_")}`;
  const side = (
    language: string,
    word: string,
    meaning: string | undefined,
    deprecated: readonly string[] = [],
  ) =>
    word === ""
      ? ""
      : `        <langSet xml:lang="${language}">
${meaning ? `          <descripGrp><descrip type="definition">${xmlText(meaning, `definition:${term.of}`)}</descrip></descripGrp>\n` : ""}          <tig><term>${xmlText(word, term.id)}</term></tig>
${deprecated.map((one) => `          <tig><term>${xmlText(one, term.id)}</term><termNote type="administrativeStatus">${DEPRECATED}</termNote></tig>\n`).join("")}        </langSet>
`;
  return `      <termEntry id="${id}">
${side(from, term.source, definition?.source)}${side(into, term.target, definition?.target, term.hint.forbidden)}      </termEntry>
`;
}

const DEPRECATED = "deprecatedTerm-admn-sts";

const MARKS: InlineMarks = { around: ["hi", "foreign"], empty: [] };

/** @throws ExchangeFault */
export function fromTbx(root: XmlElement): ReturnedFile {
  const paragraphs = within(root, "p").map((one) => textWithin(one, MARKS).trim());
  const after = (lead: string) =>
    paragraphs
      .find((text) => text.startsWith(lead))
      ?.slice(lead.length)
      .trim()
      .split(/\s+/) ?? [];
  const [gameName, statedFrom, statedInto] = after(FACTS_LEAD);
  const marks = after(MARKS_LEAD);
  const bases = new Map<string, string>();
  for (let i = 0; i + 1 < marks.length; i += 2) bases.set(nameText(marks[i] ?? ""), marks[i + 1] ?? "");
  const entries = within(root, "termEntry", "conceptEntry");
  const from = statedFrom ?? languageOf(root);
  const into = statedInto ?? otherLanguage(entries, from, root.line);
  return {
    ...(gameName === undefined ? {} : { game: nameText(gameName) }),
    ...(from === undefined ? {} : { from }),
    into,
    segments: entries.flatMap((entry) => returned(entry, { from, into }, bases)),
  };
}

/** The elements of these names anywhere below, those within one another left out. */
const within = (element: XmlElement, ...names: readonly string[]): XmlElement[] =>
  elementsOf(element).flatMap((child) => (names.includes(child.name) ? [child] : within(child, ...names)));

const sidesOf = (entry: XmlElement): XmlElement[] => elementsOf(entry, "langSet", "langSec");

/** The one language that is not the source. @throws ExchangeFault when there is none, or more than one */
function otherLanguage(entries: readonly XmlElement[], from: string | undefined, line: number): string {
  const others = new Set(
    entries
      .flatMap((entry) => sidesOf(entry).flatMap((side) => languageOf(side) ?? []))
      .filter((one) => one !== from),
  );
  const [into] = others;
  if (into === undefined) throw new ExchangeFault("no-language", { line });
  if (others.size > 1) throw new ExchangeFault("several-languages", { languages: [...others].join(", ") });
  return into;
}

function returned(
  entry: XmlElement,
  { from, into }: { readonly from: string | undefined; readonly into: string },
  bases: ReadonlyMap<string, string>,
): ReturnedSegment[] {
  const name = entry.attributes.get("id");
  if (name === undefined) throw new ExchangeFault("no-id", { line: entry.line });
  const of = nameText(name.startsWith(ENTRY) ? name.slice(ENTRY.length) : name);
  const sideIn = (language: string | undefined) =>
    sidesOf(entry).find((side) => languageOf(side)?.toLowerCase() === language?.toLowerCase());
  const [source, target] = [sideIn(from), sideIn(into)];
  const segment = (kind: "term" | "definition", textOf: typeof wordIn): ReturnedSegment => {
    const id = `${kind}:${of}`;
    const [sourceText, base] = [textOf(source), bases.get(id)];
    return {
      id,
      ...(sourceText === undefined ? {} : { source: sourceText }),
      target: textOf(target) ?? "",
      ...(base === undefined ? {} : { base }),
      isOpen: false,
      line: entry.line,
    };
  };
  const meant = meaningIn(source) ?? meaningIn(target) ?? meaningIn(entry);
  return [segment("term", wordIn), ...(meant === undefined ? [] : [segment("definition", meaningIn)])];
}

/** The first term of a language that may be used. */
function wordIn(side: XmlElement | undefined): string | undefined {
  const sections = side ? within(side, "tig", "ntig", "termSec") : [];
  const isDeprecated = (section: XmlElement) =>
    within(section, "termNote").some((note) =>
      /^\s*(deprecated|superseded)Term/.test(textWithin(note, MARKS)),
    );
  const term = sections
    .filter((section) => !isDeprecated(section))
    .flatMap((section) => within(section, "term"))[0];
  return term && textWithin(term, MARKS);
}

function meaningIn(side: XmlElement | undefined): string | undefined {
  const direct = side
    ? [
        ...elementsOf(side, "descrip"),
        ...elementsOf(side, "descripGrp").flatMap((group) => elementOf(group, "descrip") ?? []),
      ]
    : [];
  const found = direct.find(({ attributes }) => attributes.get("type") === "definition");
  return found && textWithin(found, MARKS);
}
