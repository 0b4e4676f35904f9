/** Longer types say nothing to a reader. */
const MAX_TYPE_CHARACTERS = 60;

/** A type as short as it can be said: without what stands for "or a function", and cut. */
export function shortType(type: string): string {
  const plain = type
    .replaceAll(/\s+/g, " ")
    .replace(/;? ?\}$/, " }")
    .trim();
  return plain.length > MAX_TYPE_CHARACTERS ? `${plain.slice(0, MAX_TYPE_CHARACTERS - 1)}…` : plain;
}

/**
 * A type that a person has to meet, in TypeScript's words but without the parts that only XState's machinery consists of:
 * `boolean` of `boolean | undefined`, `number` of `number | PartialAssigner<...>`. Undefined when nothing plain is left.
 */
export function inWords(type: string): string | undefined {
  const plain = plainParts(type).join(" | ");
  return plain === "" || plain.length > MAX_TYPE_CHARACTERS || plain.includes("...") ? undefined : plain;
}

/** The texts of a type that is a choice of texts; empty when it is anything else. */
export function choicesOf(type: string): string[] {
  const parts = plainParts(type);
  return parts.every((part) => /^"[^"]*"$/.test(part)) ? parts.map((part) => part.slice(1, -1)) : [];
}

const plainParts = (type: string): string[] =>
  alternatives(type)
    .flatMap((part) => alternatives(/^SingleOrArray<(.*)>$/.exec(part)?.[1] ?? part))
    .map((part) => (part === "TransitionTarget" ? "string" : part))
    .filter((part) => !MACHINERY.test(part) && part !== "undefined");

/** Types of XState's own that stand for functions or for a whole config. */
const MACHINERY =
  /^(?:\(?\(|[A-Z]\w*<|AnyActorLogic$|ToParameterizedObject|SendExpr|Mapper|Assigner|PropertyAssigner|PartialAssigner)/;

/** The members of a union at the top, brackets within left whole. */
function alternatives(type: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < type.length; i++) {
    const char = type[i]!;
    if ("([{<".includes(char)) depth++;
    else if (")]}".includes(char) || (char === ">" && type[i - 1] !== "=")) depth--;
    else if (char === "|" && depth === 0) {
      parts.push(type.slice(from, i).trim());
      from = i + 1;
    }
  }
  return [...parts, type.slice(from).trim()].filter((part) => part !== "");
}

/** A long list says no more than its beginning. */
export const few = (names: readonly string[]): string[] =>
  names.length > 5 ? [...names.slice(0, 4), "…"] : [...names];

/** What stands between TypeScript's single quotes. Types hold such quotes never, names in double ones. */
export const quotes = (text: string): string[] =>
  [...text.matchAll(/'([^']*)'/g)].map((quote) => quote[1] ?? "");

/** The string literals of a union. */
export const literals = (type: string): string[] =>
  [...type.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((quote) => quote[1] ?? "");

/** `... is missing the following properties from type 'T': a, b, and 2 more.` */
export const listed = (text: string): string[] =>
  (/: ([^:]+?)\.?$/.exec(text)?.[1] ?? "").split(", ").filter((name) => /^[\w$]+$/.test(name));
