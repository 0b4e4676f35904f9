import { readFileSync } from "node:fs";
import { encodingOf } from "#adapters/disk/encoding.ts";
import {
  cutTexts,
  legacyTexts,
  unnamedTexts,
  utf16Texts,
  type EncodedText,
} from "#test/support/encodedTexts.ts";

/** How texts of one kind were told. */
export interface EncodingCount {
  readonly encoding: string;
  readonly texts: number;
  /** Texts told by another name than theirs, with what they were told as. */
  readonly wrong: readonly string[];
  /** Of the texts with evidence enough, the share told by their name: from 0 to 1. */
  readonly rightShare: number;
}

/** Characters beyond ASCII from which on an encoding has to be known. */
const ENOUGH = 10;

/** Has `encodingOf` tell the encodings of `count` texts of each encoding, as they are and cut off at any byte. */
export function countEncodings(seed: number, count: number): EncodingCount[] {
  // A few bytes of EUC or GB18030 happen to be UTF-8: then nothing is asked.
  const legacy = legacyTexts(seed, count).filter(({ bytes }) => !isUtf8(bytes));
  const cut = cutTexts(seed, count);
  const all: readonly (EncodedText & { readonly at?: number })[] = [
    ...legacy,
    ...utf16Texts(seed, count),
    ...cut,
    ...unnamedTexts(),
    ...binaries(),
  ];
  const kinds = [...new Set(all.map(({ encoding }) => encoding))];
  return kinds.map((encoding) => {
    const told = all
      .filter((one) => one.encoding === encoding)
      .map((one) => ({ ...one, facts: encodingOf(one.bytes) }));
    const isRight = ({ facts, at }: (typeof told)[number]) => facts.encoding === encoding && facts.at === at;
    const enough = told.filter(({ beyond }) => beyond >= ENOUGH);
    return {
      encoding,
      texts: told.length,
      wrong: told
        .filter((one) => one.facts.encoding !== "" && !isRight(one))
        .map(
          ({ facts, text }) => `${encoding} told as ${facts.encoding}: ${JSON.stringify(text.slice(0, 60))}`,
        ),
      rightShare: enough.length === 0 ? 1 : enough.filter(isRight).length / enough.length,
    };
  });
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Files that are no text, as they stand under the name of a text by mistake. */
function binaries(): EncodedText[] {
  const picture = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const numbers = Buffer.from(Uint8Array.from({ length: 4_000 }, (_, i) => (i * 7919 + (i >> 3)) % 256));
  const program = readFileSync(process.execPath).subarray(0, 100_000);
  return Object.entries({ picture, numbers, program }).map(([text, bytes]) => ({
    encoding: "binary",
    text,
    bytes,
    beyond: ENOUGH,
  }));
}
