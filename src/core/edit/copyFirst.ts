import type { Chart } from "#core/chart/chart.ts";
import type { Change, ReadAgain, Refusal } from "#core/edit/command.ts";
import { spanBefore, composeEdits } from "#core/text/composeEdits.ts";
import { applyEdits, type TextEdit } from "#core/text/textEdit.ts";
import { addAll } from "#core/text/addAll.ts";

/** The outcome of a command on a text: a change, or a refusal. */
export type Outcome = Change | { readonly refused: Refusal };

/**
 * At most so many shared places get a copy of their own for one command, and fewer where the module is long: for each of them the module
 * is read again. Where hundreds of states are one const, the refusal says so without a wait.
 */
const MAX_EXTRACTIONS_PER_COMMAND = 200;
const MIN_EXTRACTIONS_PER_COMMAND = 8;
const MAX_CHARACTERS_READ = 100_000;

/**
 * Does for one state what a command refuses because several states, transitions or machines share what it would change: that place is
 * made its own first, which changes nothing of what the machine is, and then the command is done, both in one change. Whatever else
 * uses what was shared stays what it is, to the byte. Where making it its own is not certain, the refusal stands.
 * @param extract does what a refusal offers; undefined for an offer that makes nothing one's own
 * @param run does the command
 */
export function copyFirst(
  first: { readonly text: string; readonly chart: Chart; readonly refused: Refusal },
  read: ReadAgain,
  extract: (offer: NonNullable<Refusal["offer"]>, text: string, chart: Chart) => Outcome | undefined,
  run: (text: string, chart: Chart) => Outcome,
): Outcome {
  const stands = { refused: first.refused };
  let { text, chart, refused } = first;
  let edits: readonly TextEdit[] = [];
  const warnings: Refusal[] = [];
  const then = (refusal: Refusal): Refusal =>
    refusal.at ? { ...refusal, at: spanBefore(refusal.at, edits) } : refusal;
  let charactersRead = 0;
  for (let rounds = 0; refused.offer; rounds++) {
    const isTooMuch =
      rounds >= MAX_EXTRACTIONS_PER_COMMAND ||
      (rounds >= MIN_EXTRACTIONS_PER_COMMAND && charactersRead > MAX_CHARACTERS_READ);
    const extraction = isTooMuch ? stands : extract(refused.offer, text, chart);
    if (!extraction) break;
    if ("refused" in extraction || extraction.edits.length === 0 || extraction.warnings.some(isUncertain))
      return stands;
    addAll(warnings, extraction.warnings.map(then));
    edits = composeEdits(text, edits, extraction.edits);
    text = applyEdits(first.text, edits);
    charactersRead += text.length;
    const now = read(text)[chart.ref.ordinal];
    if (!now) return stands;
    chart = now;
    const outcome = run(text, chart);
    if (!("refused" in outcome)) return together(outcome, { text, edits, warnings });
    refused = outcome.refused;
  }
  // What else keeps it from being done is the better answer.
  const { offer: _, ...plain } = refused;
  return { refused: then(plain) };
}

/** What a copy may change: it is for a person to say whether it is meant. */
const isUncertain = ({ code }: Refusal): boolean => code === "runs-again";

function together(
  change: Change,
  owned: {
    readonly text: string;
    readonly edits: readonly TextEdit[];
    readonly warnings: readonly Refusal[];
  },
): Change {
  const warnings = change.warnings.map((refusal) =>
    refusal.at ? { ...refusal, at: spanBefore(refusal.at, owned.edits) } : refusal,
  );
  // What is only copied is copied from here: nothing is written.
  if (change.clip !== undefined) return { ...change, warnings };
  const edits = composeEdits(owned.text, owned.edits, change.edits);
  const isThere = ({ at }: Refusal) =>
    !at || edits.some(({ from, to, insert }) => insert !== "" && from <= at.to && at.from <= to);
  return { ...change, edits, warnings: [...owned.warnings.filter(isThere), ...warnings] };
}
