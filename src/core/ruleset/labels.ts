import type { Chart, StatePath } from "#core/chart/chart.ts";
import type { PayloadType } from "#core/chart/payload.ts";
import { pathId, places } from "#core/chart/places.ts";
import type { Ruleset, Texts } from "#core/ruleset/ruleset.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/** `state:turn.main`, `event:PASS`, `value:DEPLOY.name.Aoi`: what a name in `labels/<locale>.json` is for. */
export type LabelKey = string;

export const stateLabel = (path: StatePath): LabelKey => `state:${pathId(path)}`;

/** The id within a key: `main` for `state:turn.main`, `Aoi` for `value:DEPLOY.name.Aoi`; what is shown when there is no name. */
export function idOfKey(key: LabelKey): string {
  const colon = key.indexOf(":");
  const kind = key.slice(0, colon);
  const id = key.slice(colon + 1);
  if (kind === "state" || kind === "field") return id.slice(id.lastIndexOf(".") + 1);
  if (kind === "value") return id.split(".").slice(2).join(".");
  return id;
}

/** The name shown for a key in a language, else the id. An empty name counts as none. */
export function labelOf(ruleset: Pick<Ruleset, "labels"> | undefined, locale: string, key: LabelKey): string {
  return localText(ruleset?.labels, locale, key) || idOfKey(key);
}

/** The wording of a clause in a language, or undefined. */
export function clauseText(
  ruleset: Pick<Ruleset, "text"> | undefined,
  locale: string,
  clause: string,
): string | undefined {
  return localText(ruleset?.text, locale, clause) || undefined;
}

/** A text of several languages: in `locale`, else in the first of `then` that has it, else in any. Empty when there is none. */
export function textIn(texts: Texts | undefined, locale: string, then: readonly string[] = ["en"]): string {
  if (!texts) return "";
  for (const language of [locale, ...then])
    if (Object.hasOwn(texts, language) && texts[language]) return texts[language];
  return Object.values(texts).find((text) => text !== "") ?? "";
}

/** The same where one text may stand for all languages. */
export const anyTextIn = (text: Texts | string | undefined, locale: string): string =>
  typeof text === "string" ? text : textIn(text, locale);

function localText(
  by: Readonly<Record<string, Texts>> | undefined,
  locale: string,
  key: string,
): string | undefined {
  const texts = by && Object.hasOwn(by, locale) ? by[locale] : undefined;
  return texts && Object.hasOwn(texts, key) ? texts[key] : undefined;
}

/**
 * Every key that a game should name, in document order: states, events with their fields and values, guards, actions, context,
 * input and tags. The field `by` is named by the studio; seats come from the input and are free.
 */
export function labelKeys(chart: Chart): LabelKey[] {
  const keys = new Set<LabelKey>();
  for (const place of places(chart).values()) {
    if (place.path.length > 0) keys.add(stateLabel(place.path));
    for (const tag of place.node.tags) keys.add(`tag:${tag}`);
  }
  for (const event of chart.events ?? []) {
    keys.add(`event:${event.type}`);
    for (const field of event.fields) {
      if (field.name === "by") continue;
      keys.add(`field:${event.type}.${field.name}`);
      for (const value of literals(field.type)) keys.add(`value:${event.type}.${field.name}.${value}`);
    }
  }
  for (const guard of chart.setup?.guards ?? []) keys.add(`guard:${guard.name}`);
  for (const action of chart.setup?.actions ?? []) keys.add(`action:${action.name}`);
  for (const field of chart.context ?? []) keys.add(`context:${field.name}`);
  for (const field of chart.input ?? []) keys.add(`input:${field.name}`);
  return [...keys];
}

/**
 * Paths of what lies within the fields of the context, where their types could be read: `players.hand` for each player's hand,
 * lists passed over. A game may name them; it need not.
 */
export function innerContextPaths(chart: Chart): string[] {
  const paths = new Set<string>();
  const visit = (type: PayloadType, at: string, depth: number): void => {
    if (type.kind === "union" || type.kind === "tuple") for (const item of type.of) visit(item, at, depth);
    if (type.kind === "array") visit(type.of, at, depth);
    if (type.kind !== "object" || depth > MAX_TYPE_LEVELS) return;
    for (const field of type.fields) {
      paths.add(`${at}.${field.name}`);
      visit(field.type, `${at}.${field.name}`, depth + 1);
    }
  };
  for (const field of chart.context ?? []) visit(field.type, field.name, 0);
  return [...paths];
}
/** Types may refer to themselves; recursion ends here. */
const MAX_TYPE_LEVELS = 8;

/**
 * The keys under which a part of the context may be named, the most particular first: for `players[1].serve.under`, or
 * `players.1.serve.under`, its whole path without places in lists, then `serve.under`, then `under`. The readings of a game are named as its input.
 */
export function contextLabelKeys(at: string): LabelKey[] {
  const names = at.replace(/\[\d+\]|\.\d+(?=\.|$)/g, "").split(".");
  const keys = names.map((_, i): LabelKey => `context:${names.slice(i).join(".")}`);
  return names[0] === "readings" && names.length === 2 ? [keys[0]!, `input:${names[1]}`, keys[1]!] : keys;
}

/**
 * What a seat, or a thing of the play such as a card, is called wherever it stands: `seat:` or `name:` of the labels, else what a
 * word of the rules is called as a `name`. Of things that are counted (`trap 7`) the name without its number is enough.
 */
export function thingName(label: (key: LabelKey) => string | undefined, name: string): string | undefined {
  const whole = label(`seat:${name}`) ?? label(`name:${name}`) ?? label(`value:context.name.${name}`);
  const [, kind, number] = whole === undefined ? (/^(.+) (\d+)$/.exec(name) ?? []) : [];
  const counted = kind === undefined ? undefined : label(`name:${kind}`);
  return counted === undefined ? whole : `${counted} ${number}`;
}

/** What an item of a list goes by: its id, else its name. */
export const nameIn = (item: Json | undefined): string | undefined => {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return undefined;
  const { id, name } = item as JsonObject;
  return [id, name].find((text): text is string => typeof text === "string" && text !== "");
};

/** Words among the literal values of a type; numbers and booleans name themselves. */
function literals(type: PayloadType): string[] {
  if (type.kind === "literal") return typeof type.value === "string" ? [type.value] : [];
  if (type.kind === "union" || type.kind === "tuple") return type.of.flatMap(literals);
  return type.kind === "array" ? literals(type.of) : [];
}

/** Words among the literal values of the context, at any depth: what a field may hold, unlike the names of whoever plays. */
export function contextWords(chart: Chart): ReadonlySet<string> {
  const visit = (type: PayloadType, depth: number): string[] => {
    if (type.kind === "array") return visit(type.of, depth);
    if (type.kind === "union" || type.kind === "tuple") return type.of.flatMap((item) => visit(item, depth));
    if (type.kind !== "object") return literals(type);
    return depth > MAX_TYPE_LEVELS ? [] : type.fields.flatMap((field) => visit(field.type, depth + 1));
  };
  return new Set((chart.context ?? []).flatMap(({ type }) => visit(type, 0)));
}
