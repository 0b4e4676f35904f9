import { textIn } from "#core/ruleset/labels.ts";
import type { Texts } from "#core/ruleset/ruleset.ts";

/** Everything of a game that has a name, in the order in which it is offered where nothing else tells two apart. */
export const FIND_KINDS = [
  "state",
  "event",
  "guard",
  "action",
  "context",
  "actor",
  "delay",
  "command",
  "term",
  "clause",
  "scenario",
] as const;
export type FindKind = (typeof FIND_KINDS)[number];

/** Something that can be searched for. */
export interface Findable {
  readonly kind: FindKind;
  /** A state by its path id, a scenario by its slug, all else by its own name. */
  readonly id: string;
  /** Key of the machine that it belongs to; absent for the rules of the game and for commands. */
  readonly machine?: string;
  /** What it is called, by locale. */
  readonly labels: Texts;
  /** What is written about it, by locale: a clause's wording, a term's definition. `""` is the locale of what has none. */
  readonly texts?: Texts;
  /** Of a state: the id of the one around it, whose names help to find it. */
  readonly parent?: string;
}

/** What a thing is called where it has no label: the last step of a path, else its id. */
export const shortId = ({ kind, id }: Pick<Findable, "kind" | "id">): string =>
  kind === "state" ? id.slice(id.lastIndexOf(".") + 1) : id;

/** In which languages things are called. */
export interface FindLanguages {
  /** The label language; `id` for names as they are. */
  readonly labels: string;
  /** The language of the interface: of commands, and of what the rules say where labels are ids. */
  readonly ui: string;
}

/**
 * What a thing is called. Names of a machine have a label in the chosen language or none; what the rules name is called in any
 * language rather than by its id.
 */
export function titleOf(thing: Findable, languages: FindLanguages): string {
  if (thing.machine !== undefined) return thing.labels[languages.labels] || shortId(thing);
  return textIn(thing.labels, textLanguage(thing, languages), [languages.ui, "en"]) || thing.id;
}

/** The language in which texts about a thing are shown. */
export const textLanguage = ({ kind }: Pick<Findable, "kind">, { labels, ui }: FindLanguages): string =>
  kind === "command" || labels === "id" ? ui : labels;
