import { SaxesParser } from "saxes";
import { ExchangeFault } from "#core/exchange/segment.ts";

/** An element with its content. Comments and processing instructions are left out. */
export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  readonly uri: string;
  /** By name without prefix; those of a namespace as `{uri}name`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (XmlElement | string)[];
  /** Line in the text, from 1. */
  readonly line: number;
}

/** Elements within elements: files of translation tools need about ten. */
const MAX_XML_LEVELS = 100;
/** Elements of a file. A game of 5,000 clauses in XLIFF has about 50,000. */
const MAX_XML_ELEMENTS = 500_000;
/** Attributes of one element; the formats have about ten. */
const MAX_XML_ATTRIBUTES = 1_000;

/**
 * Reads an XML 1.0 document with namespaces. Nothing outside of the text is loaded and no entity is declared: a document type is refused,
 * but for the name of a published one (`<!DOCTYPE tmx SYSTEM "tmx14.dtd">`), as tools write it into each TMX and TBX; that is not followed.
 * An entity that XML itself does not have is a fault.
 * @throws ExchangeFault `xml-syntax` | `xml-doctype` | `xml-encoding` | `xml-too-deep` | `xml-too-large`
 */
export function readXml(text: string): XmlElement {
  // Namespaces are resolved, so that a file is understood whatever prefixes its tool writes.
  const parser = new SaxesParser({ xmlns: true, position: true });
  const root: { element?: XmlElement } = {};
  const open: { readonly element: XmlElement; readonly children: (XmlElement | string)[] }[] = [];
  let count = 0;

  parser.on("error", (error) => {
    throw new ExchangeFault("xml-syntax", {
      line: parser.line,
      why: error.message.replace(/^\d+:\d+: /, ""),
    });
  });
  parser.on("xmldecl", ({ encoding }) => {
    // The text was decoded from UTF-8 before it came here.
    if (encoding !== undefined && !/^(utf-?8|us-ascii)$/i.test(encoding))
      throw new ExchangeFault("xml-encoding", { encoding });
  });
  parser.on("doctype", (declared) => {
    if (!PUBLISHED_TYPE.test(declared)) throw new ExchangeFault("xml-doctype", { line: parser.line });
  });
  let attributeCount = 0;
  parser.on("opentagstart", () => void (attributeCount = 0));
  parser.on("attribute", () => {
    if (++attributeCount > MAX_XML_ATTRIBUTES)
      throw new ExchangeFault("xml-syntax", {
        line: parser.line,
        why: `more than ${MAX_XML_ATTRIBUTES} attributes in one element`,
      });
  });
  parser.on("opentag", ({ local, uri, attributes }) => {
    if (open.length >= MAX_XML_LEVELS)
      throw new ExchangeFault("xml-too-deep", { line: parser.line, limit: MAX_XML_LEVELS });
    if (++count > MAX_XML_ELEMENTS) throw new ExchangeFault("xml-too-large", { limit: MAX_XML_ELEMENTS });
    const children: (XmlElement | string)[] = [];
    const named = Object.values(attributes).map(
      (one) => [one.uri === "" ? one.local : `{${one.uri}}${one.local}`, one.value] as const,
    );
    const element = { name: local, uri, attributes: new Map(named), children, line: parser.line };
    open.at(-1)?.children.push(element);
    root.element ??= element;
    open.push({ element, children });
  });
  parser.on("closetag", () => void open.pop());
  const addText = (part: string) => void open.at(-1)?.children.push(part);
  parser.on("text", addText);
  parser.on("cdata", addText);

  parser.write(text.replace(/^\ufeff/, "")).close();
  if (!root.element) throw new ExchangeFault("xml-syntax", { line: 1, why: "no element" });
  return root.element;
}

/** A name and where it is published; no declarations of its own, so no entities. */
const PUBLISHED_TYPE = /^\s*(tmx|martif|TBX|tbx)\b[^[\]]*$/;

/** Child elements of a name, in order; all when no name is given. */
export const elementsOf = (element: XmlElement | undefined, ...names: readonly string[]): XmlElement[] =>
  (element?.children ?? []).filter(
    (child): child is XmlElement =>
      typeof child !== "string" && (names.length === 0 || names.includes(child.name)),
  );

export const elementOf = (element: XmlElement | undefined, ...names: readonly string[]) =>
  elementsOf(element, ...names)[0];

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
