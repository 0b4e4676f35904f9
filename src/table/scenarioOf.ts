import type { PlayAnswer, PlayEvent } from "#core/entries/play.ts";
import type { JsonObject } from "#core/text/json.ts";
import type { LogEntry } from "#table/TableStore.ts";

/** A scenario as `docs/formats.md` has it, of the kinds of step that a table does. */
export interface TableScenario {
  readonly format: 1;
  readonly title: Readonly<Record<string, string>>;
  readonly input: JsonObject;
  readonly steps: readonly TableStep[];
}
/** Where the game stands after the last step. */
export interface TableEnd {
  readonly in: readonly string[];
  readonly context: JsonObject;
}
type TableStep =
  | { readonly send: PlayEvent }
  | { readonly advance: number }
  | { readonly answer: PlayAnswer }
  | { readonly save: string }
  | { readonly expect: TableEnd }
  | { readonly restore: string };

/** The log of a table as a scenario: a step back becomes a `restore`, with a `save` where it leads to. */
export function scenarioOf(
  input: JsonObject,
  log: readonly LogEntry[],
  title: string,
  end: TableEnd,
): TableScenario {
  const saves = new Set(log.flatMap((entry) => ("undo" in entry ? [entry.undo] : [])));
  const saveAt = (n: number): TableStep[] => (saves.has(n) ? [{ save: `after-${n}` }] : []);
  const steps = log.flatMap(({ at: _, ...change }, i): TableStep[] => [
    "undo" in change ? { restore: `after-${change.undo}` } : change,
    ...saveAt(i + 1),
  ]);
  return { format: 1, title: { en: title }, input, steps: [...saveAt(0), ...steps, { expect: end }] };
}
