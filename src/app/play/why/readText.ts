import type { ValueRead } from "#core/run/play/microstep.ts";
import { contextLabelKeys } from "#core/ruleset/labels.ts";
import type { Json, JsonObject } from "#core/text/json.ts";
import { brief } from "#app/play/brief.ts";
import { fieldText, valueText, type ValueWords } from "#app/play/valueWords.ts";

/**
 * What a formula read, with both sides in words where the game has them: `acting player = player 1` for `event.by = "P1"`. What has no
 * name stands as the formula says it.
 * @param type of the event in question
 */
export function readText(words: ValueWords, { text, value }: ValueRead, type?: string): string {
  const plain = `${text} = ${brief(value)}`;
  if (words.off) return plain;
  const length = /^\|([^|]+)\|$/.exec(text)?.[1];
  const name = nameOf(words, length ?? text, type);
  if (name === undefined) return plain;
  if (length !== undefined) return `${words.t("why.length", { name })} = ${brief(value)}`;
  const at = /^(event|context)\.(.+)$/.exec(text);
  if (!at) return plain;
  const texts =
    at[1] === "event"
      ? fieldText(words, type ?? "", at[2] ?? "", value)
      : valueText(words, at[2] ?? "", value);
  return `${name} = ${shortened(texts)}`;
}

/** What a guard was given besides: `(toss)`. */
export function paramsText(words: ValueWords, params: Json): string {
  if (words.off || typeof params !== "object" || params === null || Array.isArray(params))
    return brief(params);
  const texts = Object.entries(params as JsonObject).map(([name, value]) => valueText(words, name, value));
  return `(${shortened(texts.join(words.t("simulate.comma")))})`;
}

/** The label of a field of the event or of the context. */
function nameOf({ label }: ValueWords, text: string, type: string | undefined): string | undefined {
  const [, of, path = ""] = /^(event|context)\.([\w.[\]]+)$/.exec(text) ?? [];
  if (of === "event") return label(`field:${type}.${path}`) ?? label(`field:${path}`);
  if (of !== "context") return undefined;
  for (const key of contextLabelKeys(path)) {
    const found = label(key);
    if (found !== undefined) return found;
  }
  return undefined;
}

const shortened = (text: string): string => (text.length > 90 ? `${text.slice(0, 89)}…` : text);
