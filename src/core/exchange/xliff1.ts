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
import { xmlAttribute, xmlText } from "#core/exchange/xmlText.ts";

/**
 * XLIFF 1.2 (OASIS Standard, 1 February 2008). What went out is in a `context`, which the format has for data of tools and which needs no
 * namespace of its own.
 */

const NAMESPACE = "urn:oasis:names:tc:xliff:document:1.2";
const BASE = "x-turnwright-base";

export function toXliff1(all: Segments, words: NoteWords): string {
  const { game, from, into } = all;
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="${NAMESPACE}" version="1.2">
  <file original="${xmlAttribute(game, game)}" source-language="${from}" target-language="${into}" datatype="plaintext" tool-id="turnwright">
    <header>
      <tool tool-id="turnwright" tool-name="Turnwright"/>
    </header>
    <body>
${all.segments.map((segment) => unit(segment, words)).join("")}    </body>
  </file>
</xliff>
`;
}

function unit(segment: Segment, words: NoteWords): string {
  const { id, source, target, state } = segment;
  const attributes = STATES[state];
  const name = xmlAttribute(id, id);
  return `      <trans-unit id="${name}" resname="${name}" xml:space="preserve"${state === "reviewed" ? ' approved="yes"' : ""}>
        <source>${xmlText(source, id)}</source>
        <target state="${attributes}">${xmlText(target, id)}</target>
        <context-group><context context-type="${BASE}">${baseMark(segment)}</context></context-group>
        <note>${xmlText(noteLines(segment, words).join("\n"), id)}</note>
      </trans-unit>
`;
}

const STATES = {
  untranslated: "needs-translation",
  translated: "translated",
  "needs-review": "needs-review-translation",
  reviewed: "signed-off",
} as const;

/** Native codes of other tools are text, and so are marked stretches; a reference to code that stands in their skeleton is not known. */
const MARKS: InlineMarks = { around: ["g", "mrk", "sub", "bpt", "ept", "ph", "it"], empty: [] };

/** @throws ExchangeFault */
export function fromXliff1(root: XmlElement): ReturnedFile {
  const files = elementsOf(root, "file");
  const languages = new Set(files.map(({ attributes }) => attributes.get("target-language")));
  const [into] = languages;
  if (into === undefined) throw new ExchangeFault("no-language", { line: files[0]?.line ?? root.line });
  if (languages.size > 1)
    throw new ExchangeFault("several-languages", { languages: [...languages].join(", ") });
  const game = files[0]?.attributes.get("original");
  const from = files[0]?.attributes.get("source-language");
  return {
    ...(game === undefined ? {} : { game }),
    ...(from === undefined ? {} : { from }),
    into,
    segments: files.flatMap((file) => unitsWithin(elementOf(file, "body")).map(returned)),
  };
}

/** Units, those in groups too. */
const unitsWithin = (element: XmlElement | undefined): XmlElement[] =>
  elementsOf(element, "group", "trans-unit").flatMap((child) =>
    child.name === "group" ? unitsWithin(child) : [child],
  );

function returned(element: XmlElement): ReturnedSegment {
  const id = element.attributes.get("id");
  if (id === undefined) throw new ExchangeFault("no-id", { line: element.line });
  const [source, target] = [elementOf(element, "source"), elementOf(element, "target")];
  const marks = elementsOf(element, "context-group").flatMap((group) => elementsOf(group, "context"));
  const base = marks.find(({ attributes }) => attributes.get("context-type") === BASE);
  const state = target?.attributes.get("state") ?? "";
  return {
    id,
    ...(source ? { source: textWithin(source, MARKS) } : {}),
    target: target ? textWithin(target, MARKS) : "",
    ...(base ? { base: textWithin(base, MARKS) } : {}),
    isOpen: state === "new" || state === "needs-translation",
    line: element.line,
  };
}
