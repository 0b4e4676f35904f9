import { PlayError, type Outcome, type Player } from "#core/entries/play.ts";
import type { LogEntry } from "#table/TableStore.ts";

/**
 * Entries from one checkpoint to the next. A step of the five games takes 0.2 to 2 milliseconds and a state some kilobytes: an earlier state
 * is there again within a tenth of a second, and the states of a long game take a fiftieth.
 */
export const MAX_ENTRIES_PER_REPLAY = 50;

/**
 * What has happened at a table. The log is kept whole; of the states only the latest and a checkpoint now and then, because those of a long
 * game are far more than its log. Another one is played again from the nearest checkpoint: a machine gives the same state for the same
 * entries, as it has to when a server starts again.
 */
export class TableHistory {
  readonly #player: Player;
  readonly #log: LogEntry[] = [];
  /** By how many entries lead to them. */
  readonly #checkpoints: Map<number, Outcome>;
  #tip: Outcome;
  /** Dropped when memory is needed: a table whose game is over, or that waits for a move, may stay for days. */
  #replayed: WeakRef<{ readonly from: number; readonly outcomes: readonly Outcome[] }> | undefined;
  /** Entries on the path from a checkpoint to the tip. */
  #distance = 0;

  constructor(player: Player, start: Outcome) {
    this.#player = player;
    this.#tip = start;
    this.#checkpoints = new Map([[0, start]]);
  }

  get log(): readonly LogEntry[] {
    return this.#log;
  }

  /** How many entries there are. */
  get n(): number {
    return this.#log.length;
  }

  /** The state after all entries. */
  get tip(): Outcome {
    return this.#tip;
  }

  /** The state after so many entries. @throws RangeError when there are not so many, PlayError */
  at(n: number): Outcome {
    if (!Number.isInteger(n) || n < 0 || n > this.n)
      throw new RangeError(`There is no state after ${n} entries of a log that has ${this.n}`);
    if (n === this.n) return this.#tip;
    const { checkpoint, entries } = this.#pathTo(n);
    return entries.reduce(
      (outcome, entry) => ("undo" in entry ? outcome : playEntry(this.#player, outcome, entry)),
      checkpoint,
    );
  }

  /**
   * The state after so many entries, and after each later one. They are played again once for all who come back before the next entry: a
   * server that restarts is come back to by all at once. In memory they stay only until it is cleaned up.
   * @throws RangeError, PlayError
   */
  since(from: number): Outcome[] {
    let replayed = this.#replayed?.deref();
    if (!replayed || from < replayed.from) {
      replayed = { from, outcomes: this.#replay(from) };
      this.#replayed = new WeakRef(replayed);
    }
    return replayed.outcomes.slice(from - replayed.from);
  }

  #replay(from: number): Outcome[] {
    const outcomes = [this.at(from)];
    for (let n = from + 1; n <= this.n; n++) {
      const entry = this.#log[n - 1]!;
      if (n === this.n) outcomes.push(this.#tip);
      else if (!("undo" in entry)) outcomes.push(playEntry(this.#player, outcomes.at(-1)!, entry));
      else outcomes.push(outcomes[entry.undo - from] ?? this.at(entry.undo));
    }
    return outcomes;
  }

  /** Entries that are played on from here, and are part of the history only when they are committed. */
  draft(): TableDraft {
    return new TableDraft(this.#player, this);
  }

  /** Adds what was played on from here. */
  commit({ entries, outcomes }: TableDraft): void {
    for (const [i, entry] of entries.entries()) {
      // The length of the path is bounded, and not only the numbers between two checkpoints: a path may jump back many times.
      this.#distance = 1 + ("undo" in entry ? this.#pathTo(entry.undo).entries.length : this.#distance);
      this.#log.push(entry);
      this.#replayed = undefined;
      this.#tip = outcomes[i]!;
      if (this.#distance < MAX_ENTRIES_PER_REPLAY) continue;
      this.#checkpoints.set(this.n, this.#tip);
      this.#distance = 0;
    }
  }

  /** How many entries lead to the state before the last event of a seat; undefined when there is none. */
  undoTarget(): number | undefined {
    let n = this.n;
    while (n > 0) {
      const entry = this.#log[n - 1]!;
      if ("undo" in entry) n = entry.undo;
      else if ("send" in entry && entry.send["by"] !== "chance" && entry.send["by"] !== "table") return n - 1;
      else n--;
    }
    return undefined;
  }

  /** The entries that lead from a checkpoint to the state after `n` entries. What a step back undid is not among them, the step itself is. */
  #pathTo(n: number): { checkpoint: Outcome; entries: LogEntry[] } {
    const entries: LogEntry[] = [];
    for (let at = n; ;) {
      const checkpoint = this.#checkpoints.get(at);
      if (checkpoint) return { checkpoint, entries: entries.reverse() };
      const entry = this.#log[at - 1]!;
      entries.push(entry);
      at = "undo" in entry ? entry.undo : at - 1;
    }
  }
}

/** Entries that are played and not yet stored. */
export class TableDraft {
  readonly #player: Player;
  readonly #history: TableHistory;
  readonly entries: LogEntry[] = [];
  /** After each entry. */
  readonly outcomes: Outcome[] = [];

  /** Use `TableHistory.draft`. */
  constructor(player: Player, history: TableHistory) {
    this.#player = player;
    this.#history = history;
  }

  /** How many entries there are with those of the history. */
  get n(): number {
    return this.#history.n + this.entries.length;
  }

  get tip(): Outcome {
    return this.outcomes.at(-1) ?? this.#history.tip;
  }

  /** Plays one entry and adds it. A refused event is not added. @throws RangeError for a step back to where the history does not reach, PlayError */
  add(entry: LogEntry): Outcome {
    const outcome = "undo" in entry ? this.#history.at(entry.undo) : playEntry(this.#player, this.tip, entry);
    if (outcome.refused) return outcome;
    this.entries.push(entry);
    this.outcomes.push(outcome);
    return outcome;
  }

  /**
   * Lets time pass by the clock; of what an entry of the log says, `add` lets all pass or nothing. More delays fall due while a server sleeps,
   * or when its clock is set, than one step may carry out: then as much time passes as they allow, and the rest never does. A table that
   * waited for all of it would take no event any more.
   * @throws PlayError as when the delays of one moment never end
   */
  pass(at: number, elapsed: number): Outcome {
    try {
      return this.add({ at, advance: elapsed });
    } catch (error) {
      const { timers, clock } = this.tip.state;
      let ms = Math.max(1, Math.min(...timers.map(({ due }) => due)) - clock);
      if (!isTooManyDelays(error) || ms >= elapsed) throw error;
      // Doubled while it is not too much: all tries together carry out little more than the last two.
      let before = this.#tryPass(ms);
      while (before && ms * 2 < elapsed) {
        const next = this.#tryPass(ms * 2);
        if (!next) break;
        ms *= 2;
        before = next;
      }
      if (!before) throw error;
      this.entries.push({ at, advance: ms });
      this.outcomes.push(before);
      return before;
    }
  }

  /** @returns undefined where too many delays fall due */
  #tryPass(ms: number): Outcome | undefined {
    try {
      return this.#player.advance(this.tip.state, ms);
    } catch (error) {
      if (isTooManyDelays(error)) return undefined;
      throw error;
    }
  }
}

const isTooManyDelays = (error: unknown): boolean =>
  error instanceof PlayError && error.fault.code === "over-budget" && error.fault.limit?.unit === "delays";

function playEntry(
  player: Player,
  { state }: Outcome,
  entry: Exclude<LogEntry, { readonly undo: number }>,
): Outcome {
  if ("send" in entry) return player.send(state, entry.send);
  return "advance" in entry ? player.advance(state, entry.advance) : player.answer(state, entry.answer);
}
