import type { Chart } from "#core/chart/chart.ts";
import type { Command, ReadAgain, Refusal } from "#core/edit/command.ts";
import { RefusedError, refuse } from "#core/edit/refuse.ts";
import type { FindImporters } from "#core/symbol/importers.ts";
import { composeEdits, spanBefore } from "#core/text/composeEdits.ts";
import { applyEdits, type TextEdit } from "#core/text/textEdit.ts";

/** Commands that are carried out one after the other and come to one change; the text is read again after each of them. */
export class CommandSequence {
  readonly #start: string;
  readonly #read: ReadAgain;
  readonly #importers: FindImporters | undefined;
  readonly #warnings = new Map<string, Refusal>();
  #edits: readonly TextEdit[] = [];
  #text: string;
  #chart: Chart;

  constructor(text: string, chart: Chart, read: ReadAgain, importers: FindImporters | undefined) {
    this.#start = text;
    this.#text = text;
    this.#chart = chart;
    this.#read = read;
    this.#importers = importers;
  }

  get text(): string {
    return this.#text;
  }

  get chart(): Chart {
    return this.#chart;
  }

  /** All edits, in offsets of the text that the sequence began with. */
  get edits(): readonly TextEdit[] {
    return this.#edits;
  }

  /** What the commands warned of, each of it once. */
  get warnings(): readonly Refusal[] {
    return [...this.#warnings.values()];
  }

  warn(warning: Refusal): void {
    this.#warnings.set(JSON.stringify([warning.code, warning.facts]), warning);
  }

  /** Carries out a command. @returns why it was not carried out */
  attempt<Args>(command: Command<Args>, args: Args): Refusal | undefined {
    const outcome = command.edits(this.#text, this.#chart, args, this.#read, this.#importers);
    if ("refused" in outcome) return this.#placed(outcome.refused);
    for (const warning of outcome.warnings) this.warn(this.#placed(warning));
    this.write(outcome.edits);
    return undefined;
  }

  /** Carries out a command; the sequence ends where it is refused. */
  run<Args>(command: Command<Args>, args: Args): void {
    const refused = this.attempt(command, args);
    if (refused) throw new RefusedError(refused);
  }

  /** Applies edits of the present text. */
  write(edits: readonly TextEdit[]): void {
    if (edits.length === 0) return;
    this.#edits = composeEdits(this.#text, this.#edits, edits);
    this.#text = applyEdits(this.#start, this.#edits);
    const chart = this.#read(this.#text)[this.#chart.ref.ordinal];
    this.#chart = chart ?? refuse("cannot-edit-here", this.#chart.callAt);
  }

  /** A refusal with its place in the text that the sequence began with. An offer is for another text, and is left out. */
  #placed({ offer: _, ...refusal }: Refusal): Refusal {
    return refusal.at ? { ...refusal, at: spanBefore(refusal.at, this.#edits) } : refusal;
  }
}
