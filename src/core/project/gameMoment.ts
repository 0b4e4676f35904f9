import type { Chart } from "#core/chart/chart.ts";
import type { Refusal, Renamed } from "#core/edit/command.ts";
import type { FileName } from "#core/project/gameFiles.ts";
import type { Files, FileStep } from "#core/project/history.ts";
import type { FindScripts } from "#core/project/store.ts";
import type { Trial } from "#core/project/trial.ts";
import type { ModuleReading } from "#core/read/module.ts";
import type { Budget } from "#core/text/budget.ts";

/** The last chart that could be read, and whether the text has moved on since. */
export interface Graph {
  readonly reading: ModuleReading;
  /** The chosen machine of the file. */
  readonly chart: Chart | undefined;
  /** Its key among the machines of the file (`core/chart/machineKey.ts`); undefined when there is none. */
  readonly machine: string | undefined;
  /** The text it was read from. */
  readonly text: string;
  /** Revision it was read at. */
  readonly revision: number;
  /** The text of now cannot be parsed: the graph is of an earlier moment, or a preview, and cannot be edited. */
  readonly stale: boolean;
  /** Stale, but not of an earlier moment: the text of now with what is half-typed in it closed or left out. */
  readonly preview: boolean;
  /** The reading of the text as it is now; differs from `reading` only while stale. */
  readonly now: ModuleReading;
}

/** Under which conditions a command is run. */
export interface CommandOptions {
  /** The text for which it was offered: it is refused when that has changed since. */
  readonly revision?: number | undefined;
  /** The person was shown the result already and accepts any. */
  readonly anyway?: boolean;
  /** It is done once for each of these, with them beside the arguments. All of them together are one change, or none is made. */
  readonly each?: readonly object[];
}

/**
 * What came of a graph command. `pathMap`: old path id of a state to its new one, null when it is gone. `clip`: what it copied.
 */
export type CommandResult =
  | {
      ok: true;
      warnings: readonly Refusal[];
      pathMap: Readonly<Record<string, string | null>>;
      /** What else is called otherwise now. */
      names?: readonly Renamed[];
      clip?: string;
    }
  | { ok: false; refused: Refusal };

/** A game at one moment. */
export interface GameMoment {
  readonly files: Files;
  readonly revision: number;
  readonly graph: () => Graph;
  /** Reads a text of its machine. */
  readonly read: (text: string) => ModuleReading;
  /** A file as the store has it. */
  readonly storedText: (name: FileName) => string | undefined;
  /** Path of its machine, and the scripts around that. */
  readonly source: { readonly path: string; readonly scripts?: FindScripts };
  readonly isReadOnly: (name: FileName) => boolean;
  /** What a command may take; without it, as long as it takes. */
  readonly budget?: Budget;
}

/** A command on the graph as a change of files, computed and not yet applied. */
export type GraphChange =
  | {
      readonly ok: true;
      readonly steps: readonly FileStep[];
      /** The machine that it is about. */
      readonly machine?: string;
      /** What is reported once it is applied. */
      readonly result: Extract<CommandResult, { ok: true }>;
      /** Parts of the machine's module could not be read: XState says whether it still makes its machines. */
      readonly trial?: Trial;
      /** Keys of the machines of the module that are other ones then; absent where its code stays as it is. */
      readonly machines?: readonly string[];
    }
  | Extract<CommandResult, { ok: false }>;

/** A change that can be made. */
export type AcceptedChange = Extract<GraphChange, { ok: true }>;
