import { noteLines, type NoteWords } from "#core/exchange/noteLines.ts";
import {
  elementOf,
  elementsOf,
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
import { checkCharacters, nameText, xmlAttribute, xmlName, xmlText } from "#core/exchange/xmlText.ts";

/**
 * XLIFF 2.1 (OASIS Standard, 13 February 2018). A character that XML cannot carry is a `cp`, as the format provides. What went out is in an
 * attribute of a namespace of our own, which the format allows at a unit. It is declared there, since tools keep what stands at a unit, but not
 * always what stands at the root.
 */

const NAMESPACE = "urn:oasis:names:tc:xliff:document:2.0";
const OURS = "urn:turnwright:exchange:1";

export function toXliff2(all: Segments, words: NoteWords): string {
  const { game, from, into } = all;
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="${NAMESPACE}" version="2.1" srcLang="${from}" trgLang="${into}">
  <file id="${xmlName(game)}" original="${xmlAttribute(game, game)}">
${all.segments.map((segment) => unit(segment, words)).join("")}  </file>
</xliff>
`;
}

function unit(segment: Segment, words: NoteWords): string {
  const { id, kind, source, target, state } = segment;
  const notes = noteLines(segment, words).map((line) => `        <note>${withCodePoints(line, id)}</note>\n`);
  const wanted =
    target === "" ? "" : `\n        <target xml:space="preserve">${withCodePoints(target, id)}</target>`;
  const sub = state === "needs-review" ? ' subState="turnwright:needs-review"' : "";
  return `    <unit id="${xmlName(id)}" type="turnwright:${kind}" canResegment="no" xmlns:turnwright="${OURS}" turnwright:base="${baseMark(segment)}">
      <notes>
${notes.join("")}      </notes>
      <segment state="${STATES[state]}"${sub}>
        <source xml:space="preserve">${withCodePoints(source, id)}</source>${wanted}
      </segment>
    </unit>
`;
}

const STATES = {
  untranslated: "initial",
  translated: "translated",
  "needs-review": "translated",
  reviewed: "reviewed",
} as const;

/** Characters that XML cannot carry, but `cp` can. Half a surrogate pair is no character. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function withCodePoints(text: string, of: string): string {
  checkCharacters(text, of, /\p{Cs}/u);
  let written = "";
  let from = 0;
  for (const { 0: char, index } of text.matchAll(NOT_IN_XML)) {
    const hex = char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    written += `${xmlText(text.slice(from, index), of)}<cp hex="${hex}"/>`;
    from = index + 1;
  }
  return written + xmlText(text.slice(from), of);
}

const MARKS: InlineMarks = { around: ["mrk", "pc"], empty: ["sm", "em"] };

const textOf = (element: XmlElement): string => textWithin(element, MARKS, codePoint);

function codePoint({ name, attributes, line }: XmlElement): string | undefined {
  if (name !== "cp") return undefined;
  const hex = attributes.get("hex") ?? "";
  const code = /^[0-9A-Fa-f]{1,6}$/.test(hex) ? Number.parseInt(hex, 16) : Infinity;
  if (code > 0x10ffff) throw new ExchangeFault("inline", { line, name: `cp hex="${hex}"` });
  return String.fromCodePoint(code);
}

/** @throws ExchangeFault */
export function fromXliff2(root: XmlElement): ReturnedFile {
  const into = root.attributes.get("trgLang");
  const from = root.attributes.get("srcLang");
  if (into === undefined) throw new ExchangeFault("no-language", { line: root.line });
  const files = elementsOf(root, "file");
  const game = files[0]?.attributes.get("original");
  return {
    ...(game === undefined ? {} : { game }),
    ...(from === undefined ? {} : { from }),
    into,
    segments: files.flatMap((file) => unitsWithin(file).map(returned)),
  };
}

const unitsWithin = (element: XmlElement): XmlElement[] =>
  elementsOf(element, "group", "unit").flatMap((child) =>
    child.name === "group" ? unitsWithin(child) : [child],
  );

/** A unit may come back in several segments, with what stands between them. */
function returned(element: XmlElement): ReturnedSegment {
  const { attributes, line } = element;
  const name = attributes.get("id");
  if (name === undefined) throw new ExchangeFault("no-id", { line });
  const parts = elementsOf(element, "segment", "ignorable");
  const segments = parts.filter((part) => part.name === "segment");
  const sources = parts.map((part) => elementOf(part, "source"));
  const targets = parts.map((part, i) =>
    part.name === "ignorable" ? (elementOf(part, "target") ?? sources[i]) : elementOf(part, "target"),
  );
  const hasTarget = segments.some((part) => elementOf(part, "target"));
  const text = (elements: readonly (XmlElement | undefined)[]) =>
    elements.map((part) => (part ? textOf(part) : "")).join("");
  const base = attributes.get(`{${OURS}}base`);
  return {
    id: nameText(name),
    source: text(sources),
    target: hasTarget ? text(targets) : "",
    ...(base === undefined ? {} : { base }),
    isOpen: segments.some((part) => (part.attributes.get("state") ?? "translated") === "initial"),
    line,
  };
}
