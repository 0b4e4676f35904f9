import type { TFunction } from "i18next";
import type { EventType } from "#core/chart/payload.ts";
import type { PlayEvent } from "#core/run/play/play.ts";
import type { Reading } from "#core/ruleset/ruleset.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { listChange } from "#core/run/play/listChange.ts";
import type { ContextChange } from "#core/run/play/contextChange.ts";
import type { Json } from "#core/text/json.ts";
import { nameIn, thingName } from "#core/ruleset/labels.ts";
import type { LabelOf } from "#app/studio/labels.ts";

/** What the texts of a run's values are composed from. Without words (labels off) a value is shown as JSON. */
export interface ValueWords {
  readonly t: TFunction;
  readonly label: LabelOf;
  readonly off: boolean;
  readonly language: string;
  readonly events: readonly EventType[];
  readonly readings: readonly Reading[];
}

/** A value of the context in words: seats and words of the rules by name, nothing as "none", lists with what their items go by. */
export function valueText(words: ValueWords, at: string, value: Json): string {
  if (words.off) return JSON.stringify(value);
  const name = nameOf(at);
  return say(words, value, (word) => stateWord(words, name, word));
}

/**
 * The payload of an event, without its type and seat: each field by its name. In `brief`, words that say enough stand without it:
 * which card, not that it is the card.
 */
export function payloadText(words: ValueWords, event: PlayEvent, brief = false): string {
  return Object.entries(event)
    .filter(([name]) => name !== "type" && name !== "by")
    .map(([name, value]) => {
      const shown = fieldText(words, event.type, name, value);
      return brief && !words.off && speaks(value)
        ? shown
        : `${words.label(`field:${event.type}.${name}`) ?? name} ${shown}`;
    })
    .join(words.t("simulate.comma"));
}

/** A value that a field of an event has, in words. */
export const fieldText = (words: ValueWords, type: string, name: string, value: Json): string =>
  words.off
    ? JSON.stringify(value)
    : say(words, value, (word) => words.label(`value:${type}.${name}.${word}`));

const speaks = (value: Json): boolean =>
  typeof value === "string" || (Array.isArray(value) && value.length > 0 && value.every(speaks));

/** What became of a part of the context: before and after, or what came into a list and what went out of it. */
export function changeText(
  words: ValueWords,
  { at, before, after }: ContextChange,
): { readonly was?: string; readonly is: string } {
  const moved = words.off ? undefined : listChange(before, after);
  if (!moved)
    return {
      ...(before === undefined ? {} : { was: valueText(words, at, before) }),
      is: after === undefined ? "—" : valueText(words, at, after),
    };
  const all = (sign: string, items: readonly Json[]) =>
    items.map((item) => `${sign} ${valueText(words, at, [item])}`);
  return { is: [...all("−", moved.removed), ...all("+", moved.added)].join(words.t("simulate.comma")) };
}

/** The last name of a path, places in lists left out: `usableIn` of `players[0].hand[2].usableIn[0]`. */
const nameOf = (at: string): string => at.replace(/\[\d+\]/g, "").replace(/^.*\./, "");

/** What says nothing within a longer text: no value, no letter, no item. */
const isNothing = (value: Json): boolean =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

function say(words: ValueWords, value: Json, wordOf: (value: string) => string | undefined): string {
  const { t, label } = words;
  if (value === null || value === "") return t("simulate.nothing");
  if (typeof value === "boolean") return t(value ? "simulate.yes" : "simulate.no");
  if (typeof value === "string") return wordOf(value) ?? thingName(label, value) ?? value;
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value))
    return value.length === 0
      ? t("simulate.nothing")
      : (value as readonly Json[])
          .map((item) => {
            const name = nameIn(item);
            return name === undefined ? say(words, item, wordOf) : (thingName(label, name) ?? name);
          })
          .join(t("simulate.comma"));
  const entries = Object.entries(value).filter(([, item]) => !isNothing(item as Json));
  if (entries.length === 0) return t("simulate.nothing");
  return entries
    .map(
      ([name, item]) =>
        `${label(`context:${name}`) ?? label(`input:${name}`) ?? name} ${say(words, item as Json, (word) => stateWord(words, name, word))}`,
    )
    .join(" · ");
}

/**
 * A word that stands in the context or the output under a name: its own label, else that of an event's field of the same name, else
 * what the reading of that name says.
 */
function stateWord({ label, events, readings, language }: ValueWords, name: string, value: string) {
  const labelled = label(`value:context.${name}.${value}`);
  if (labelled !== undefined) return labelled;
  for (const event of events) {
    const found = label(`value:${event.type}.${name}.${value}`);
    if (found !== undefined) return found;
  }
  const option = readings.find((r) => r.input === name)?.options.find((o) => o.id === value);
  return textIn(option?.text, language) || undefined;
}
