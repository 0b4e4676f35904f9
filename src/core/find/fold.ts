/** A text as it is compared: `text` holds letters and digits only, `starts` tells the places in it where a word begins. */
export interface Folded {
  readonly text: string;
  readonly starts: readonly number[];
}

/**
 * One writing for all that people take for the same: width (NFKC), case, accents of Latin letters, katakana as hiragana. Voicing
 * marks of kana stay: か is not が.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(ACCENTS, "")
    .normalize("NFC")
    .replace(KANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}
const PLAIN = /^[\0-\x7f]*$/;
const ACCENTS = /[\u0300-\u036f]/g;
const KANA = /[\u30a1-\u30f6\u30fd\u30fe]/g;

/**
 * A name without blanks, dots and the like, so that `decide serve`, `decideServe` and `DECIDE_SERVE` are one. Words begin behind such
 * signs, at a capital, at a digit, and where the script changes.
 */
export function squeeze(name: string): Folded {
  const whole = PLAIN.test(name) ? name : name.normalize("NFKC");
  let text = "";
  const starts: number[] = [];
  let before = OTHER;
  for (let i = 0; i < whole.length; i++) {
    const code = whole.codePointAt(i)!;
    const char = code < 0x10000 ? whole[i]! : String.fromCodePoint(code);
    i += char.length - 1;
    const script = scriptOf(code, char);
    if (script === OTHER) before = OTHER;
    else {
      if (begins(before, script)) starts.push(text.length);
      text += script === LOWER && code < 0x80 ? char : script === HAN ? char : fold(char);
      if (script !== SAME) before = script;
    }
  }
  return { text, starts };
}

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const HAN = 4;
const HIRAGANA = 5;
const KATAKANA = 6;
const SAME = 7;

function scriptOf(code: number, char: string): number {
  if (code < 0x80) {
    if (code >= 0x61 && code <= 0x7a) return LOWER;
    if (code >= 0x41 && code <= 0x5a) return UPPER;
    return code >= 0x30 && code <= 0x39 ? DIGIT : OTHER;
  }
  if (code >= 0x4e00 && code <= 0x9fff) return HAN;
  if (code >= 0x3041 && code <= 0x3096) return HIRAGANA;
  if (code >= 0x30a1 && code <= 0x30fa) return KATAKANA;
  // The long vowel belongs to the kana before it, an accent to its letter.
  if (code === 0x30fc || /\p{M}/u.test(char)) return SAME;
  if (/\p{Script=Han}/u.test(char)) return HAN;
  if (/[\u309d\u309e\u30fd\u30fe]/.test(char)) return SAME;
  if (/\p{Lu}/u.test(char)) return UPPER;
  if (/\p{L}/u.test(char)) return LOWER;
  return /\p{N}/u.test(char) ? DIGIT : OTHER;
}

/** Kana behind a character of Chinese origin are most often the end of its word. */
const begins = (before: number, now: number): boolean =>
  now !== before &&
  now !== SAME &&
  !(before === UPPER && now === LOWER) &&
  !(before === HAN && now === HIRAGANA);
