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
    /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?|[∧∨¬≠≤≥·−]|(?<![=!<>])=(?![=>])/gu,
    (found) => (found === "=" ? "===" : (SIGNS[found] ?? found)),
  );

/** The same of what is to be done: `:=` and `=` set, `;` stands between. */
export const fromDoingSigns = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?|[∧∨¬≠≤≥·−;]|:=/gu, (found) =>
    found === ":=" ? "=" : found === ";" ? "," : (SIGNS[found] ?? found),
  );
