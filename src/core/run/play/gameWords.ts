import { activeClauses, contextName, reasonText, type ActiveClause, type Kit } from "#core/run/play/kit.ts";
import type { Microstep } from "#core/run/play/microstep.ts";
import type { Reason } from "#core/run/play/play.ts";
import { clauseText, labelOf, nameIn, thingName } from "#core/ruleset/labels.ts";
import type { Json } from "#core/text/json.ts";

/** What of a kit is words: a kit of another language has other ones. */
export type KitWords = Pick<Kit, "clauses" | "labels" | "text" | "words">;

/** A clause of the rules, with its wording where there is one in the language. */
export type WordedClause = Omit<ActiveClause, "state">;

/** The words of a game in one language. What has no label is called by its own name. */
export interface GameWords {
  readonly lang: string;
  /** By key of the labels, such as `state:turn.main`. */
  label(key: string): string;
  event(type: string): string;
  field(type: string, name: string): string;
  /** A value of a field of an event. */
  value(type: string, name: string, value: Json): string;
  /** A seat, a card or a skill by its id. */
  name(id: string): string;
  /** A part of the context, such as `players[1].hand`. */
  context(at: string): string;
  /** A value of the context, as its field calls it. @param at such as `players[1].status` */
  contextValue(at: string, value: string): string;
  /** Where a play stands: the names of the innermost active states. @param active `in` of a view */
  where(active: readonly string[]): string;
  reason(reason: Reason): string;
  clause(id: string): WordedClause;
  /** The clauses that the active states carry. @param active `in` of a view */
  activeClauses(active: readonly string[]): readonly ActiveClause[];
  /** The clauses by which something happened: of the transitions that were taken and of the states that were entered. */
  clausesOf(microsteps: readonly Microstep[]): readonly WordedClause[];
}

/** The words of a kit in a language. @param lang one of those that the kit has labels in */
export function gameWords(kit: KitWords, lang: string): GameWords {
  const own = kit.labels[lang] ?? {};
  const found = (key: string): string | undefined =>
    (Object.hasOwn(own, key) ? own[key] : undefined) || undefined;
  const label = (key: string) => labelOf(kit, lang, key);
  const seats = kit.words[lang]?.seat ?? {};
  const name = (id: string) => thingName(found, id) ?? (Object.hasOwn(seats, id) ? seats[id]! : id);
  const clause = (id: string): WordedClause => ({ clause: id, text: clauseText(kit, lang, id) });
  return {
    lang,
    label,
    event: (type) => label(`event:${type}`),
    field: (type, field) => found(`field:${type}.${field}`) ?? label(`field:${field}`),
    value(type, field, value) {
      const id = typeof value === "object" ? nameIn(value) : String(value);
      if (id === undefined) return JSON.stringify(value);
      return found(`value:${type}.${field}.${id}`) ?? name(id);
    },
    name,
    context: (at) => contextName(kit, lang, at),
    contextValue: (at, value) => {
      const field =
        at
          .replaceAll(/\[\d+\]/g, "")
          .split(".")
          .at(-1) ?? "";
      return found(`value:context.${field}.${value}`) ?? name(value);
    },
    where: (active) =>
      active
        .filter((path) => !active.some((other) => other.startsWith(`${path}.`)))
        .map((path) => label(`state:${path}`))
        .join(" · "),
    reason: (reason) => reasonText(kit, lang, reason),
    clause,
    activeClauses: (active) => activeClauses(kit, lang, active),
    clausesOf: (microsteps) =>
      [
        ...new Set(
          microsteps.flatMap(({ taken, entries }) => [...taken, ...entries].flatMap((part) => part.clauses)),
        ),
      ].map(clause),
  };
}

/**
 * The language of a kit that a reader understands best. Regions and scripts that are not said are taken to be the usual ones, so that `zh-TW`
 * finds `zh-Hant`.
 * @param wanted tags of BCP 47 in the order of preference, such as `navigator.languages`
 * @returns without a match English where the kit has it, else its first language
 */
export function languageIn(kit: Pick<Kit, "labels">, wanted: readonly string[]): string {
  const known = Object.keys(kit.labels);
  const full = (tag: string) => {
    try {
      const { language, script } = new Intl.Locale(tag).maximize();
      return `${language}-${script}`;
    } catch {
      return tag;
    }
  };
  for (const tag of wanted) {
    const match = known.find((one) => one === tag) ?? known.find((one) => full(one) === full(tag));
    if (match !== undefined) return match;
  }
  return known.includes("en") ? "en" : (known[0] ?? "en");
}
