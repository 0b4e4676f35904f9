import { ExchangeFault } from "#core/exchange/segment.ts";

/** Characters that no XML 1.0 document may contain, not even as a reference: most controls, half a surrogate pair, U+FFFE, U+FFFF. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/u;

/**
 * A text as the content of an element. A carriage return is written as a reference, since a parser reads it as a line feed otherwise.
 * @param of what is named when the text cannot be written
 * @throws ExchangeFault `character`
 */
export function xmlText(text: string, of: string): string {
  checkCharacters(text, of, NOT_IN_XML);
  return text.replace(/[&<>\r]/g, (char) => REFERENCES[char] ?? char);
}

/** The same as the value of an attribute between double quotes, where all blanks but a space are written as references. */
export const xmlAttribute = (text: string, of: string): string =>
  xmlText(text, of).replace(/["\t\n]/g, (char) => REFERENCES[char] ?? char);

const REFERENCES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  // After ]] it must be written so.
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** @throws ExchangeFault `character`, with the character and its place in the text, counted from 1 */
export function checkCharacters(text: string, of: string, refused: RegExp): void {
  const found = refused.exec(text);
  if (!found) return;
  const hex = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  throw new ExchangeFault("character", { id: of, character: `U+${hex}`, at: found.index + 1 });
}

/**
 * An id as a name of XML: letters, digits, `.`, `-`, `:` and `_` of ASCII stay, any other character is written as `_xHEX_`. `nameText` takes
 * that back.
 */
export const xmlName = (text: string): string =>
  text.replace(
    /_(?=x)|[^A-Za-z0-9.:_-]/gu,
    (char) => `_x${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}_`,
  );

/** The id that a name of XML stands for. */
export const nameText = (name: string): string =>
  name.replace(/_x([0-9A-F]{1,6})_/g, (written, hex: string) => {
    const code = Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : written;
  });
