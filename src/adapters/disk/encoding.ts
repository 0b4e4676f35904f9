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
const BESIDE_1252 = [
  ...["windows-1250", "windows-1251", "windows-1253", "windows-1254", "windows-1255", "windows-1256"],
  ...["windows-1257", "windows-1258", "koi8-r", "cp874"],
];
const CANDIDATES = [...Object.keys(NAMES), ...BESIDE_1252];

/** Bytes that are looked at: enough to tell, and quick. */
const SAMPLE_BYTES = 65_536;

/** Characters beyond ASCII that are evidence enough, and how much likelier than the next an encoding has to be then. */
const EVIDENCE = [
  { characters: 10, ratio: 1.5 },
  // A name of a card tells some encodings by itself: 500 snippets of each were told without a wrong name.
  { characters: 5, ratio: 3 },
] as const;

/** The least share of bytes beyond ASCII that a text of a Latin script has alone or in pairs ("ção"); in others they are in longer runs. */
const SHORT_RUNS_IN_LATIN = 0.8;

/** How much likelier than its kin Windows-1252 has to be: a text without the six letters that a Turkish one has is as likely in either. */
const LATIN_RATIO = 1.005;

/** Characters that texts of our users are of, and bytes read in the wrong order are not. */
const USUAL =
  /^[\t\n\r\u0020-\u007e\u00a0-\u024f\u2010-\u2026\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff00-\uffef]+$/;

/** Bytes without which a file is not called binary: a word in UTF-16 without its mark looks the same. */
const LEAST_BINARY_BYTES = 32;

const NEW_LINE = 10;

/**
 * The encoding of bytes that are not UTF-8: `UTF-8` with the place where it was cut off or damaged, `binary` for what is no text, ""
 * when too little speaks for any: a wrong name costs a person more than none.
 */
export function encodingOf(bytes: Uint8Array): EncodingFacts {
  const fault = utf8Fault(bytes);
  if (fault) return fault.isSure ? { encoding: "UTF-8", at: fault.at, isCut: fault.isCut } : { encoding: "" };
  const sample = bytes.length > SAMPLE_BYTES ? bytes.subarray(0, lastLineEnd(bytes)) : bytes;
  const { detectAll } = detector();
  const found = detectAll(sample, { minimumThreshold: 0, detectEncodings: CANDIDATES });
  const nameOf = (result: Jschardet.DetectionResult | undefined) =>
    NAMES[result?.encoding?.toLowerCase() ?? ""] ?? "";
  const [best] = found;
  const wide = utf16Of(sample);
  if (!best || best.encoding === null)
    return { encoding: bytes.length < LEAST_BINARY_BYTES ? "" : (wide ?? "binary") };
  const name = nameOf(best);
  if (name === "UTF-16") return { encoding: bytes[0] === 0xff ? "UTF-16LE" : "UTF-16BE" };
  if (name.startsWith("UTF-16")) return { encoding: (wide ?? name) === name ? name : "" };
  const next = found.find((result) => nameOf(result) !== name);
  const ratio = best.confidence / (next?.confidence || Number.EPSILON);
  if (name === "Windows-1252") return { encoding: ratio >= LATIN_RATIO && isLatin(sample) ? name : "" };
  const characters = name === "" ? 0 : charactersIn(sample, name);
  const isSure = EVIDENCE.some((least) => characters >= least.characters && ratio >= least.ratio);
  // A word in UTF-16 has no zeros in it that would tell it from pairs of bytes.
  const isPlain = wide === undefined || characters >= EVIDENCE[0].characters;
  return { encoding: isSure && isPlain ? name : "" };
}

/** Loaded when the first file is not UTF-8: its models take a quarter of a second. */
const detector = () => createRequire(import.meta.url)("jschardet") as typeof Jschardet;

/** Where the last line that the sample holds as a whole ends; a character that is cut in two would speak against its encoding. */
const lastLineEnd = (bytes: Uint8Array) => bytes.lastIndexOf(NEW_LINE, SAMPLE_BYTES) + 1 || SAMPLE_BYTES;

/** UTF-16 without a byte order mark in which no ASCII shows its zeros: as it reads in one byte order and not in the other. */
function utf16Of(bytes: Uint8Array): string | undefined {
  if (bytes.length % 2 > 0) return undefined;
  const names = ["UTF-16LE", "UTF-16BE"].filter((name) => USUAL.test(new TextDecoder(name).decode(bytes)));
  return names.length === 1 ? names[0] : undefined;
}

/** Characters beyond ASCII that bytes are in an encoding. */
const charactersIn = (bytes: Uint8Array, encoding: string) =>
  new TextDecoder(encoding).decode(bytes).replaceAll(/[\u0000-\u007f\ufffd]/g, "").length;

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
