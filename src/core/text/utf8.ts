/** What keeps bytes from being UTF-8. */
export interface Utf8Fault {
  /** Offset of the first byte that is no part of a character. */
  readonly at: number;
  /** Whether there is no other fault than that the last character lacks its end. */
  readonly isCut: boolean;
  /** Whether enough characters are whole for the bytes to be UTF-8; else a few bytes of another encoding may look like it. */
  readonly isSure: boolean;
}

/** Valid characters beyond ASCII from which on bytes count as UTF-8 with a fault in it: fewer occur by chance in other encodings. */
const MIN_VALID_CHARACTERS = 4;
/** Whole characters that outweigh one fault. */
const WHOLE_PER_FAULT = 10;

/**
 * Where a text in UTF-8 was cut off or damaged. Undefined for bytes without a fault, and for those in which nothing or too
 * little speaks for UTF-8.
 */
export function utf8Fault(bytes: Uint8Array): Utf8Fault | undefined {
  let first: number | undefined;
  let faults = 0;
  let whole = 0;
  for (let i = 0; i < bytes.length;) {
    const lead = bytes[i]!;
    const length =
      lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    let end = i + 1;
    while (end < i + length && (bytes[end]! & 0xc0) === 0x80) end++;
    if (end - i === length) {
      if (length > 1) whole++;
    } else {
      first ??= i;
      const isCut = length > 0 && end === bytes.length;
      if (isCut && faults === 0)
        return whole === 0 ? undefined : { at: i, isCut, isSure: whole >= MIN_VALID_CHARACTERS };
      faults++;
    }
    i = end;
  }
  if (first === undefined || whole < Math.max(MIN_VALID_CHARACTERS, faults * WHOLE_PER_FAULT))
    return undefined;
  return { at: first, isCut: false, isSure: true };
}
