import type { LineRefusalCode, RefusalWord, WarningWord } from "#core/edit/codes.ts";
import type { Json } from "#core/text/json.ts";
import type { Span, TextEdit } from "#core/text/textEdit.ts";
import type { Chart, StatePath } from "#core/chart/chart.ts";
import type { FindImporters } from "#core/symbol/importers.ts";
import type { SymbolKind } from "#core/symbol/symbol.ts";

/** Why a command may not run: a code for `locales` (`refusal.<code>`), the place in the text and the facts. */
export interface Refusal {
  readonly code: RefusalWord | WarningWord | LineRefusalCode;
  readonly at?: Span;
  readonly facts?: Readonly<Record<string, string>>;
  /** A command that may clear the way, with its arguments. */
  readonly offer?: { readonly id: string; readonly args: unknown };
  /** It can be done all the same when the person says so: what keeps it is what comes of it. */
  readonly anyway?: true;
}

/** An event, guard, action, actor, delay, tag or clause that got another name. */
export interface Renamed {
  readonly kind: SymbolKind;
  readonly from: string;
  readonly to: string;
}

/** What the rule files say of what a command brought along; what they say already stays. */
export interface AddedRules {
  /** By language, then by key such as `event:PASS`. */
  readonly labels: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Entries of `moves.json` by event. */
  readonly moves: Readonly<Record<string, Json>>;
  /** Fields of the context that every seat may see. */
  readonly fields: readonly string[];
}

/** The outcome of a command as values: nothing is applied yet. */
export interface Change {
  readonly edits: readonly TextEdit[];
  /** Old path id -> new path id (null: gone) for every state whose path the command changes; children included. */
  readonly pathMap: Readonly<Record<string, string | null>>;
  /** What is called otherwise now, apart from states: rule files that name it follow. */
  readonly names?: readonly Renamed[];
  /** What the rule files get for what is new. */
  readonly added?: AddedRules;
  /** What was copied, as text for a clipboard. */
  readonly clip?: string;
  /** Things the person should look at, worded by `warning.<code>`. */
  readonly warnings: readonly Refusal[];
}

/** Reads another text of the file that a chart is of, with the files that it imports: its machines in document order. */
export type ReadAgain = (text: string) => readonly Chart[];

/**
 * A gesture on the chart as a record: menu, palette, shortcut, context menu and command line use the same one.
 * Pure: the same text, chart and arguments give the same edits. `edits` never throws on bad arguments: it refuses.
 */
export interface Command<Args> {
  /** `state.rename`, `transition.add`, ... Its words are `command.<id>` in locales. */
  readonly id: string;
  /** The refusal there would be, without making the edits. */
  check(text: string, chart: Chart, args: Args): Refusal | undefined;
  /**
   * @param read with it is known what other files say; without it that is unread
   * @param importers finds the files that import this one; where it knows none for certain, a change of an exported machine is warned of. Without
   * it only a change of exported code is
   */
  edits(
    text: string,
    chart: Chart,
    args: Args,
    read?: ReadAgain,
    importers?: FindImporters,
  ): Change | { readonly refused: Refusal };
}

export type { StatePath };
