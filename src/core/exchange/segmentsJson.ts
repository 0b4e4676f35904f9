import { noteLines, type NoteWords } from "#core/exchange/noteLines.ts";
import {
  baseMark,
  ExchangeFault,
  type ReturnedFile,
  type ReturnedSegment,
  type Segments,
} from "#core/exchange/segment.ts";
import { childOf, readJson, type JsonNode } from "#core/ruleset/jsonText.ts";
import { lineColumn } from "#core/text/lines.ts";

/** Segments as JSON, for programs. It carries every text. */
const KIND = "turnwright-segments";

export function toSegmentsJson({ game, from, into, segments }: Segments, words: NoteWords): string {
  const out = segments.map((segment) => {
    const { id, kind, source, target, state } = segment;
    return { id, kind, source, target, state, note: noteLines(segment, words), base: baseMark(segment) };
  });
  return `${JSON.stringify({ kind: KIND, format: 1, game, from, into, segments: out }, null, 2)}\n`;
}

/** @throws ExchangeFault */
export function fromSegmentsJson(text: string): ReturnedFile {
  const read = readJson(text);
  if ("fault" in read) throw new ExchangeFault("json", { ...lineColumn(text, read.fault.at.from) });
  const { node } = read;
  const textAt = (parent: JsonNode, key: string): string | undefined => childOf(parent, key)?.text;
  const [into, game, from] = ["into", "game", "from"].map((key) => textAt(node, key));
  const segments = childOf(node, "segments")?.items;
  if (textAt(node, "kind") !== KIND || segments === undefined) throw new ExchangeFault("not-exchange");
  if (into === undefined) throw new ExchangeFault("no-language", { line: 1 });
  return {
    ...(game === undefined ? {} : { game }),
    ...(from === undefined ? {} : { from }),
    into,
    segments: segments.map((item): ReturnedSegment => {
      const { line } = lineColumn(text, item.at.from);
      const [id, source, base] = ["id", "source", "base"].map((key) => textAt(item, key));
      if (id === undefined) throw new ExchangeFault("no-id", { line });
      return {
        id,
        ...(source === undefined ? {} : { source }),
        target: textAt(item, "target") ?? "",
        ...(base === undefined ? {} : { base }),
        isOpen: false,
        line,
      };
    }),
  };
}
