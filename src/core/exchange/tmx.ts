import { noteLines, type NoteWords } from "#core/exchange/noteLines.ts";
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
import { nameText, xmlAttribute, xmlName, xmlText } from "#core/exchange/xmlText.ts";

/** TMX 1.4b (LISA OSCAR, 26 April 2005): the texts of a game as a translation memory. */

const PROPERTY = "x-turnwright-";

export function toTmx(all: Segments, words: NoteWords): string {
  const { game, from, into, segments } = all;
  return `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
  <header creationtool="Turnwright" creationtoolversion="1" segtype="paragraph" o-tmf="Turnwright" adminlang="en" srclang="${from}" datatype="plaintext">
    <prop type="${PROPERTY}game">${xmlText(game, game)}</prop>
    <prop type="${PROPERTY}into">${into}</prop>
  </header>
  <body>
${segments.map((segment) => unit(segment, { from, into }, words)).join("")}  </body>
</tmx>
`;
}

function unit(
  segment: Segment,
  { from, into }: Readonly<Record<"from" | "into", string>>,
  words: NoteWords,
): string {
  const { id, source, target, state } = segment;
  const variant = (language: string, text: string) =>
    `      <tuv xml:lang="${xmlAttribute(language, id)}"><seg>${xmlText(text, id)}</seg></tuv>\n`;
  return `    <tu tuid="${xmlName(id)}">
      <note>${xmlText(noteLines(segment, words).join("\n"), id)}</note>
      <prop type="${PROPERTY}state">${state}</prop>
      <prop type="${PROPERTY}base">${baseMark(segment)}</prop>
${variant(from, source)}${target === "" ? "" : variant(into, target)}    </tu>
`;
}

const MARKS: InlineMarks = { around: ["hi", "bpt", "ept", "ph", "it", "sub", "ut"], empty: [] };

/** @throws ExchangeFault */
export function fromTmx(root: XmlElement): ReturnedFile {
  const header = elementOf(root, "header");
  const game = property(header, "game");
  const units = elementsOf(elementOf(root, "body"), "tu");
  const declared = header?.attributes.get("srclang");
  const from = declared === undefined || declared === "*all*" ? undefined : declared;
  const into = property(header, "into") ?? otherLanguage(units, from, header?.line ?? root.line);
  return {
    ...(game === undefined ? {} : { game }),
    ...(from === undefined ? {} : { from }),
    into,
    segments: units.map((element) => returned(element, from, into)),
  };
}

const property = (element: XmlElement | undefined, name: string): string | undefined => {
  const found = elementsOf(element, "prop").find(
    ({ attributes }) => attributes.get("type") === PROPERTY + name,
  );
  return found && textWithin(found, MARKS);
};

/** The one language that is not the source. @throws ExchangeFault when there is none, or more than one */
function otherLanguage(units: readonly XmlElement[], from: string | undefined, line: number): string {
  const languages = new Set(
    units.flatMap((element) => elementsOf(element, "tuv").flatMap((one) => languageOf(one) ?? [])),
  );
  const others = [...languages].filter((language) => !isSameLanguage(language, from));
  const [into] = others;
  if (into === undefined) throw new ExchangeFault("no-language", { line });
  if (others.length > 1) throw new ExchangeFault("several-languages", { languages: others.join(", ") });
  return into;
}

/** Tools write tags in their own case. */
const isSameLanguage = (a: string | undefined, b: string | undefined): boolean =>
  a?.toLowerCase() === b?.toLowerCase();

function returned(element: XmlElement, from: string | undefined, into: string): ReturnedSegment {
  const name = element.attributes.get("tuid");
  if (name === undefined) throw new ExchangeFault("no-id", { line: element.line });
  const textIn = (language: string | undefined): string | undefined => {
    const variant = elementsOf(element, "tuv").find((one) => isSameLanguage(languageOf(one), language));
    const segment = elementOf(variant, "seg");
    return segment && textWithin(segment, MARKS);
  };
  const [source, base] = [textIn(from), property(element, "base")];
  return {
    id: nameText(name),
    ...(source === undefined ? {} : { source }),
    target: textIn(into) ?? "",
    ...(base === undefined ? {} : { base }),
    isOpen: false,
    line: element.line,
  };
}
