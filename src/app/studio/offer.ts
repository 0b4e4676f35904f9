import type { Chart, StatePath, Transition } from "#core/chart/chart.ts";
import type { PlacedState, TransitionRef } from "#core/chart/places.ts";
import type { CommandArgs, CommandId } from "#core/edit/commands.ts";
import type { CommandWord } from "#app/i18n.ts";
import type { Selection } from "#app/studio/route.ts";

/** What a person has typed or chosen so far, by the names of fields. */
export type Values = Readonly<Record<string, string>>;

/** One of several things to choose from: its words are `text` as it is, or those of the key `say`. */
export interface Option {
  readonly value: string;
  readonly text?: string;
  readonly say?: string;
}

/** One thing that a command asks for. */
export interface Field {
  readonly name: string;
  /** Key of its words. */
  readonly label: string;
  /** Its words as they are, where they come with the data and not from the locales. */
  readonly words?: string;
  /** `words` are of a language and may take several lines; `several` holds the chosen values, one on each line. */
  readonly kind: "text" | "code" | "words" | "choice" | "several";
  /** What stands there at first. */
  readonly value: string;
  /** What there is to choose from; of a text: what is proposed. */
  readonly options?: readonly Option[];
  readonly optional?: true;
  /** The fields after it depend on its value. */
  readonly leads?: true;
}

/** In which part of a menu it stands. */
export const groups = [
  "make",
  "arrange",
  "change",
  "clipboard",
  "type",
  "behavior",
  "about",
  "setup",
  "delete",
] as const;
export type Group = (typeof groups)[number];

/** A command as it is offered for what is selected: what it asks for, and the arguments that come of the answers. */
export interface Offer {
  readonly command: CommandId;
  /** Its words are `command.<words>`. */
  readonly words: CommandWord;
  readonly facts?: Readonly<Record<string, string | number>>;
  readonly group: Group;
  /** Keys that do the same. */
  readonly keys?: string;
  /** Goes by the system's clipboard. */
  readonly clipboard?: "copy" | "cut" | "paste";
  /** Done in the graph itself where there is one: the name is typed over the old one. */
  readonly inPlace?: "rename";
  /** It has a dialog of its own. */
  readonly dialog?: "block";
  /** The fields of its dialog; without them it runs at once. */
  readonly fields?: (values: Values) => readonly Field[];
  /** The arguments; undefined while something that is needed is missing. */
  readonly args: (values: Values) => object | undefined;
  /** It is done once for each of several states, with these beside the arguments: all of it or nothing, and one undo. */
  readonly each?: readonly object[];
  /** What is selected afterwards; what was, when it is absent. */
  readonly select?: (before: Chart, after: Chart, args: object) => Selection;
}

type OfferParts<Args> =
  | { readonly args: (values: Values) => Args | undefined }
  | { readonly args: (values: Values) => Partial<Args> | undefined; readonly each: readonly Partial<Args>[] };

/**
 * An offer of a command with the arguments that it takes. Its words are those of the command unless others are given, and it stands in the
 * part of a menu that `group` names.
 */
export const offer = <const Id extends CommandId>(
  command: Id,
  parts: Omit<Offer, "command" | "words" | "args" | "each"> & {
    readonly words?: CommandWord;
  } & OfferParts<CommandArgs[Id]>,
): Offer => ({ command, words: command, ...parts });

/** What the commands are offered for. */
export interface Subject {
  readonly chart: Chart;
  readonly place: PlacedState;
  readonly transition?: { readonly ref: TransitionRef; readonly transition: Transition };
  /** Selected together with the state. */
  readonly also: readonly StatePath[];
}

/** The answers as they stand: what was given, else what stands in the field at first. */
export function answers(offer: Offer, values: Values): Values {
  const fields = offer.fields?.(values) ?? [];
  return Object.fromEntries(fields.map(({ name, value }) => [name, values[name] ?? value]));
}

/** The arguments of the answers so far, or undefined while one that is needed is empty. */
export function argsOf(offer: Offer, values: Values): object | undefined {
  const all = answers(offer, values);
  const missing = offer
    .fields?.(values)
    .some(({ name, optional }) => !optional && (all[name] ?? "").trim() === "");
  return missing ? undefined : offer.args(all);
}
