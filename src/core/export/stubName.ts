import type { Action, Guard } from "#core/chart/chart.ts";
import type { Json } from "#core/text/json.ts";
import { fingerprint } from "#core/text/fingerprint.ts";

/** Parameters longer than this are replaced by a fingerprint in the name: a longer name fills the line. */
const MAX_PARAMS_CHARACTERS = 60;

/**
 * What code that an export cannot hold is called: by its parts where it has some (`byTurnPlayer&!handIsEmpty`), else by what it says
 * (`assign-1x0c9dk2`). The same code has the same name wherever it stands, so that moving a transition changes none.
 * @param word what code without a name is called
 * @param json the value of a literal, undefined for code
 */
export function stubName(
  item: Action | Guard,
  word: "guard" | "action",
  json: (text: string) => Json | undefined,
): string {
  const { kind, name, params } = item;
  if (kind === "named" && name !== undefined)
    return params === undefined ? name : `${name}(${paramsName(params.text, json)})`;
  const of = ("of" in item ? item.of : undefined) ?? [];
  const names = of.map((guard) => {
    const inner = stubName(guard, word, json);
    const loose = (guard.kind === "and" || guard.kind === "or") && (guard.of?.length ?? 0) > 1;
    return loose && (of.length > 1 || kind === "not") ? `(${inner})` : inner;
  });
  if (kind === "not" && names.length === 1) return `!${names[0]}`;
  if ((kind === "and" || kind === "or") && names.length > 0) return names.join(kind === "and" ? "&" : "|");
  if (kind === "stateIn") return flat(item.text);
  const label = kind === "builtin" && name !== undefined ? name : word;
  return `${label}-${shortName(item.text)}`;
}

function paramsName(text: string, json: (text: string) => Json | undefined): string {
  const value = json(text);
  const code = value === undefined ? flat(text) : JSON.stringify(value);
  return code.length > MAX_PARAMS_CHARACTERS || code.includes("\n") ? shortName(text) : code;
}

/** A short name for code, the same for the same code. */
export const shortName = (code: string): string => fingerprint(flat(code)).slice(0, 8);

/** Code without what its place in the file adds; a template keeps its line breaks. */
export const flat = (code: string): string =>
  code.includes("`") ? code : code.replaceAll(/[ \t]*\r?\n\s*/g, "\n").trim();
