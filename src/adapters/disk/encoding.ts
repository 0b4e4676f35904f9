import { createRequire } from "node:module";
import type * as Jschardet from "jschardet";
import { utf8Fault } from "#core/text/utf8.ts";
import type { EncodingFacts } from "#core/project/store.ts";

/** Encodings that are named, by what the detector calls them in lower case. */
const NAMES: Readonly<Record<string, string>> = {
  big5: "Big5",
  gb18030: "GB18030",
  shift_jis: "Shift_JIS",
  cp932: "Shift_JIS",
  "euc-jp": "EUC-JP",
  "euc-kr": "EUC-KR",
  cp949: "EUC-KR",
  "windows-1252": "Windows-1252",
  "utf-16": "UTF-16",
  "utf-16-le": "UTF-16LE",
  "utf-16-be": "UTF-16BE",
};

/** Encodings with one byte a character that the detector tells from Windows-1252; they are not named, as no test holds their names. */
const BESIDE_1252 =
  "windows-1250 windows-1251 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 koi8-r cp874";
const CANDIDATES = [...Object.keys(NAMES), ...BESIDE_1252.split(" ")];

/** Bytes that are looked at: enough to tell, and quick. */
const SAMPLE_BYTES = 65_536;

/** Characters beyond ASCII that are evidence enough, and how much likelier than the next an encoding has to be then. */
const EVIDENCE = [
  { characters: 10, ratio: 1.5 },
  // A card's name alone identifies some encodings: of 500 snippets of each, none was misidentified.
  { characters: 6, ratio: 3 },
] as const;

/** The least share of bytes beyond ASCII that a text of a Latin script has alone or in pairs ("ção"); in others they are in longer runs. */
const SHORT_RUNS_IN_LATIN = 0.8;

/** How much likelier than its kin Windows-1252 has to be: a text without the six letters that a Turkish one has is as likely in either. */
const LATIN_RATIO = 1.005;

/** Characters that texts of our users are of, and bytes read in the wrong order are not. */
const USUAL =
  /^[\t\n\r\u0020-\u007e\u00a0-\u024f\u2010-\u2026\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff00-\uffef]+$/;

/** A shorter file is never called binary, in bytes: a word in UTF-16 without its byte order mark looks the same. */
const MIN_BINARY_BYTES = 32;

/** Bytes of ASCII that are kept before and after one that is none: a word or two. */
const CONTEXT_BYTES = 16;

const NEW_LINE = 10;

/**
 * The encoding of bytes that are not UTF-8: `UTF-8` with the place where it was cut off or damaged, `binary` for what is no text, ""
 * when too little speaks for any: a wrong name costs a person more than none.
 */
export function encodingOf(bytes: Uint8Array): EncodingFacts {
  const fault = utf8Fault(bytes);
  if (fault) return fault.isSure ? { encoding: "UTF-8", at: fault.at, isCut: fault.isCut } : { encoding: "" };
  // Zeros are in UTF-16 and in what is no text.
  const sample = bytes.includes(0) ? bytes.subarray(0, SAMPLE_BYTES) : beyondAscii(bytes);
  const matches = detector().detectAll(sample, { minimumThreshold: 0, detectEncodings: CANDIDATES });
  const [best] = matches;
  const name = nameOf(best);
  const wide = utf16Of(bytes.subarray(0, SAMPLE_BYTES));
  if (name === "UTF-16") return { encoding: bytes[0] === 0xff ? "UTF-16LE" : "UTF-16BE" };
  // The detector takes one byte order for the other now and then.
  if (name.startsWith("UTF-16")) return { encoding: wide ?? "" };
  if (!best || best.encoding === null) {
    const minBytes = wide === undefined ? MIN_BINARY_BYTES : 2 * EVIDENCE[0].characters;
    return { encoding: bytes.length < minBytes ? "" : (wide ?? "binary") };
  }
  const next = matches.find((result) => nameOf(result) !== name);
  const ratio = best.confidence / (next?.confidence || Number.EPSILON);
  return { encoding: isSure(name, sample, ratio, wide !== undefined) ? name : "" };
}

const nameOf = (result: Jschardet.DetectionResult | undefined): string =>
  NAMES[result?.encoding?.toLowerCase() ?? ""] ?? "";

/**
 * Whether enough speaks for an encoding.
 * @param ratio how much likelier it is than the next
 * @param isWide whether the bytes may be UTF-16 as well: a word in it has no zeros that would tell it from pairs of bytes
 */
function isSure(name: string, sample: Uint8Array, ratio: number, isWide: boolean): boolean {
  if (name === "") return false;
  if (name === "Windows-1252") return ratio >= LATIN_RATIO && isLatin(sample);
  const characters = charactersIn(sample, name);
  if (isWide && characters < EVIDENCE[0].characters) return false;
  return EVIDENCE.some((evidence) => characters >= evidence.characters && ratio >= evidence.ratio);
}

/** Loaded when the first file is not UTF-8: its models take a quarter of a second. */
const detector = () => createRequire(import.meta.url)("jschardet") as typeof Jschardet;

/** The bytes beyond ASCII with what stands around them: of a module nearly all is code, which looks like a text in Latin letters. */
function beyondAscii(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE_BYTES);
  let length = 0;
  let copied = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at]! < 0x80) continue;
    const from = Math.max(copied, at - CONTEXT_BYTES);
    if (from > copied && length > 0) sample[length++] = NEW_LINE;
    let end = at + 1;
    while (end < bytes.length && end <= at + CONTEXT_BYTES) if (bytes[end++]! >= 0x80) at = end - 1;
    if (length + end - from >= SAMPLE_BYTES) break;
    sample.set(bytes.subarray(from, end), length);
    length += end - from;
    copied = end;
    at = end - 1;
  }
  return length === 0 ? bytes.subarray(0, SAMPLE_BYTES) : sample.subarray(0, length);
}

/** UTF-16 without a byte order mark in which no ASCII shows its zeros: as it reads in one byte order and not in the other. */
function utf16Of(bytes: Uint8Array): string | undefined {
  if (bytes.length % 2 > 0) return undefined;
  const names = ["UTF-16LE", "UTF-16BE"].filter((name) => USUAL.test(new TextDecoder(name).decode(bytes)));
  return names.length === 1 ? names[0] : undefined;
}

/** Characters beyond ASCII that bytes are in an encoding. */
const charactersIn = (bytes: Uint8Array, encoding: string) =>
  new TextDecoder(encoding).decode(bytes).match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;

/** Whether enough bytes beyond ASCII stand alone or in pairs, as letters with accents do. */
function isLatin(bytes: Uint8Array): boolean {
  const runs =
    Buffer.from(bytes)
      .toString("latin1")
      .match(/[\u0080-\u00ff]+/g) ?? [];
  const bytesOf = (parts: readonly string[]) => parts.join("").length;
  const short = runs.filter((run) => run.length <= 2);
  return bytesOf(runs) >= EVIDENCE[0].characters && bytesOf(short) >= SHORT_RUNS_IN_LATIN * bytesOf(runs);
}
