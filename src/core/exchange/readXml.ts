import { ExchangeFault } from "#core/exchange/segment.ts";
import { readXmlTree, type XmlElement } from "#core/text/xmlTree.ts";

export { elementOf, elementsOf, type XmlElement } from "#core/text/xmlTree.ts";

/** Elements within elements: files of translation tools need about ten. */
const MAX_XML_LEVELS = 100;
/** Elements of a file. A game of 5,000 clauses in XLIFF has about 50,000. */
const MAX_XML_ELEMENTS = 500_000;

/**
 * Reads a file of a translation tool. A document type is refused, but for the name of a published one (`<!DOCTYPE tmx SYSTEM "tmx14.dtd">`),
 * as tools write it into each TMX and TBX; that is not followed.
 * @throws ExchangeFault `xml-syntax` | `xml-doctype` | `xml-encoding` | `xml-too-deep` | `xml-too-large`
 */
export const readXml = (text: string): XmlElement =>
  readXmlTree(text, {
    maxLevels: MAX_XML_LEVELS,
    maxElements: MAX_XML_ELEMENTS,
    doctype: PUBLISHED_TYPE,
    fault: (code, facts) => new ExchangeFault(code, facts),
  });

/** A name and where it is published; no declarations of its own, so no entities. */
const PUBLISHED_TYPE = /^\s*(tmx|martif|TBX|tbx)\b[^[\]]*$/;

/** `xml:lang`, or `lang` as older files have it. */
export const languageOf = ({ attributes }: XmlElement): string | undefined =>
  attributes.get("{http://www.w3.org/XML/1998/namespace}lang") ?? attributes.get("lang");

/** What the marks of a tool within a text are, by the names of their elements. */
export interface InlineMarks {
  /** Their content is part of the text: a formatted or marked stretch. */
  readonly around: readonly string[];
  /** They stand for nothing. */
  readonly empty: readonly string[];
}

/**
 * The text of an element, with that of the marks around stretches of it.
 * @param decoded gives the text of an element that stands for a character
 * @throws ExchangeFault `inline` for an element of which nobody knows what it stands for
 */
export function textWithin(
  element: XmlElement,
  marks: InlineMarks,
  decoded: (child: XmlElement) => string | undefined = () => undefined,
): string {
  return element.children
    .map((child) => {
      if (typeof child === "string") return child;
      const text = decoded(child);
      if (text !== undefined) return text;
      if (marks.around.includes(child.name)) return textWithin(child, marks, decoded);
      if (marks.empty.includes(child.name)) return "";
      throw new ExchangeFault("inline", { line: child.line, name: child.name });
    })
    .join("");
}
