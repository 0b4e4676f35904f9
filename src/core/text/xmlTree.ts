import { SaxesParser } from "saxes";

/** An element with its content. Comments and processing instructions are left out. */
export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  readonly uri: string;
  /** By name without prefix; those of a namespace as `{uri}name`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (XmlElement | string)[];
  /** Of its `<`, from 1. */
  readonly line: number;
  readonly column: number;
}

/** Why a text is not taken. */
export type XmlFaultCode = "xml-syntax" | "xml-doctype" | "xml-encoding" | "xml-too-deep" | "xml-too-large";
export type XmlFacts = Readonly<Record<string, string | number>>;

/** How a format wants its documents to be read. */
export interface XmlForm {
  /** Elements within elements that are taken. */
  readonly maxLevels: number;
  /** Elements of a document that are taken. */
  readonly maxElements: number;
  /** Document types that are let through, unread. Without it each is refused. */
  readonly doctype?: RegExp;
  /** The error that is thrown; `line` and `column` are among the facts wherever they are known. */
  readonly fault: (code: XmlFaultCode, facts: XmlFacts) => Error;
}

/** Attributes of one element; the formats have about ten. */
const MAX_XML_ATTRIBUTES = 1_000;

/**
 * Reads an XML 1.0 document with namespaces. Nothing outside of the text is loaded and no entity is declared: a document type is refused,
 * unless the form lets it through, and is not followed then. An entity that XML itself does not have is a fault.
 * @throws what `form.fault` gives
 */
export function readXmlTree(text: string, form: XmlForm): XmlElement {
  // Namespaces are resolved, so that a file is understood whatever prefixes its tool writes.
  const parser = new SaxesParser({ xmlns: true, position: true });
  const root: { element?: XmlElement } = {};
  const open: { readonly element: XmlElement; readonly children: (XmlElement | string)[] }[] = [];
  let count = 0;

  parser.on("error", (error) => {
    throw form.fault("xml-syntax", {
      line: parser.line,
      column: parser.column,
      why: error.message.replace(/^\d+:\d+: /, ""),
    });
  });
  parser.on("xmldecl", ({ encoding }) => {
    // The text was decoded from UTF-8 before it came here.
    if (encoding !== undefined && !/^(utf-?8|us-ascii)$/i.test(encoding))
      throw form.fault("xml-encoding", { encoding });
  });
  parser.on("doctype", (declared) => {
    if (form.doctype?.test(declared) !== true)
      throw form.fault("xml-doctype", { line: parser.line, column: parser.column });
  });
  let attributeCount = 0;
  let start = { line: 1, column: 1 };
  parser.on("opentagstart", ({ name }) => {
    attributeCount = 0;
    // The parser has read the name and the one character behind it.
    start = placeBefore(parser, name.length + 2);
  });
  parser.on("attribute", () => {
    if (++attributeCount > MAX_XML_ATTRIBUTES)
      throw form.fault("xml-syntax", {
        line: parser.line,
        column: parser.column,
        why: `more than ${MAX_XML_ATTRIBUTES} attributes in one element`,
      });
  });
  parser.on("opentag", ({ local, uri, attributes }) => {
    if (open.length >= form.maxLevels)
      throw form.fault("xml-too-deep", { line: start.line, column: start.column, limit: form.maxLevels });
    if (++count > form.maxElements)
      throw form.fault("xml-too-large", { line: start.line, column: start.column, limit: form.maxElements });
    const children: (XmlElement | string)[] = [];
    const named = Object.values(attributes).map(
      (one) => [one.uri === "" ? one.local : `{${one.uri}}${one.local}`, one.value] as const,
    );
    const element = { name: local, uri, attributes: new Map(named), children, ...start };
    open.at(-1)?.children.push(element);
    root.element ??= element;
    open.push({ element, children });
  });
  parser.on("closetag", () => void open.pop());
  const addText = (part: string) => void open.at(-1)?.children.push(part);
  parser.on("text", addText);
  parser.on("cdata", addText);

  parser.write(text.replace(/^\ufeff/, "")).close();
  if (!root.element) throw form.fault("xml-syntax", { line: 1, column: 1, why: "no element" });
  return root.element;
}

/** Where an element begins whose name was just read. A line end right behind the name has moved the parser on to the next line. */
function placeBefore(parser: SaxesParser<{ xmlns: true; position: true }>, length: number) {
  const { line, columnIndex } = parser;
  return columnIndex >= length - 1
    ? { line, column: Math.max(1, columnIndex - length + 1) }
    : { line: Math.max(1, line - 1), column: 1 };
}

/** Child elements of a name, in order; all when no name is given. */
export const elementsOf = (element: XmlElement | undefined, ...names: readonly string[]): XmlElement[] =>
  (element?.children ?? []).filter(
    (child): child is XmlElement =>
      typeof child !== "string" && (names.length === 0 || names.includes(child.name)),
  );

export const elementOf = (element: XmlElement | undefined, ...names: readonly string[]) =>
  elementsOf(element, ...names)[0];
