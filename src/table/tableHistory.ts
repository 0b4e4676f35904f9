import type { Outcome, Player } from "#core/entries/play.ts";
import type { LogEntry } from "#table/TableStore.ts";

/** What has happened at a table. `outcomes[n]` is the state after n entries, so it has one more than `log`. */
export interface TableHistory {
  readonly log: LogEntry[];
  readonly outcomes: Outcome[];
}

/** Plays one entry and adds it. A refused event is not added. @throws PlayError */
export function addEntry(player: Player, { log, outcomes }: TableHistory, entry: LogEntry): Outcome {
  const { state } = outcomes.at(-1)!;
  const outcome =
    "send" in entry
      ? player.send(state, entry.send)
      : "advance" in entry
        ? player.advance(state, entry.advance)
        : "answer" in entry
          ? player.answer(state, entry.answer)
          : outcomes[entry.undo]!;
  if (outcome.refused) return outcome;
  log.push(entry);
  outcomes.push(outcome);
  return outcome;
}

/** How many entries lead to the state before the last event of a seat; undefined when there is none. */
export function undoTarget(log: readonly LogEntry[]): number | undefined {
  let n = log.length;
  while (n > 0) {
    const entry = log[n - 1]!;
    if ("undo" in entry) n = entry.undo;
    else if ("send" in entry && entry.send["by"] !== "chance" && entry.send["by"] !== "table") return n - 1;
    else n--;
  }
  return undefined;
}
