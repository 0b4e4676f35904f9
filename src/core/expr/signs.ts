const SIGNS: Readonly<Record<string, string>> = {
  "∧": "&&",
  "∨": "||",
  "¬": "!",
  "≠": "!==",
  "≤": "<=",
  "≥": ">=",
  "·": "*",
  "−": "-",
};

/** The signs of shown formulas as operators of code, `=` asking whether two are the same; texts stay as they are. */
export const fromSigns = (text: string): string =>
  text.replace(
    /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|[∧∨¬≠≤≥·−]|(?<![=!<>])=(?![=>])/gu,
    (sign) => (sign === "=" ? "===" : (SIGNS[sign] ?? sign)),
  );

/** The same of what is to be done: `:=` and `=` set, `;` stands between. */
export const fromActionSigns = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|[∧∨¬≠≤≥·−;]|:=/gu, (quote) =>
    quote === ":=" ? "=" : quote === ";" ? "," : (SIGNS[quote] ?? quote),
  );
