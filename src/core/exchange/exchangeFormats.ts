import { fromCsv, toCsv } from "#core/exchange/csv.ts";
import type { NoteWords } from "#core/exchange/noteLines.ts";
import { readXml } from "#core/exchange/readXml.ts";
import { ExchangeFault, type ReturnedFile, type SegmentKind, type Segments } from "#core/exchange/segment.ts";
import { fromSegmentsJson, toSegmentsJson } from "#core/exchange/segmentsJson.ts";
import { fromTbx, toTbx } from "#core/exchange/tbx.ts";
import { fromTmx, toTmx } from "#core/exchange/tmx.ts";
import { fromXliff1, toXliff1 } from "#core/exchange/xliff1.ts";
import { fromXliff2, toXliff2 } from "#core/exchange/xliff2.ts";

/** A format in which segments go to translation tools. */
export interface ExchangeFormat {
  readonly id: string;
  /** Of the file, with the dot. */
  readonly extension: string;
  /** The kinds of segments that it holds; all when left out. */
  readonly kinds?: readonly SegmentKind[];
  /** @throws ExchangeFault `character` for a text that the format cannot carry */
  write(segments: Segments, words: NoteWords): string;
}

export const exchangeFormats: readonly ExchangeFormat[] = [
  { id: "xliff", extension: ".xlf", write: toXliff1 },
  { id: "xliff2", extension: ".xliff", write: toXliff2 },
  { id: "tmx", extension: ".tmx", write: toTmx },
  { id: "tbx", extension: ".tbx", kinds: ["term", "definition"], write: toTbx },
  { id: "csv", extension: ".csv", write: toCsv },
  { id: "json", extension: ".json", write: toSegmentsJson },
];

/**
 * Reads a file that came back, in whichever of the formats it is: its content says so, not its name.
 * @throws ExchangeFault
 */
export function readReturned(text: string): ReturnedFile {
  const start = /^\ufeff?\s*(\S?)/.exec(text)?.[1];
  if (start === "{") return fromSegmentsJson(text);
  if (start !== "<") return fromCsv(text);
  const root = readXml(text);
  const version = root.attributes.get("version") ?? "";
  if (root.name === "xliff" && version.startsWith("1.")) return fromXliff1(root);
  if (root.name === "xliff" && version.startsWith("2.")) return fromXliff2(root);
  if (root.name === "tmx") return fromTmx(root);
  if (root.name === "martif" || root.name === "tbx") return fromTbx(root);
  throw new ExchangeFault("not-exchange");
}
