import type { Chart } from "#core/chart/chart.ts";
import type { Change, ReadAgain, Refusal } from "#core/edit/command.ts";
import { spanBefore, composeEdits } from "#core/text/composeEdits.ts";
import { applyEdits, type TextEdit } from "#core/text/textEdit.ts";

/** What a command makes of a text: a change, or a refusal. */
export type Outcome = Change | { readonly refused: Refusal };

/**
 * As many places are made their own for one command at most, and fewer where the module is long: for each of them the module is read
 * again. Where hundreds of states are one const, the person is told so instead of waiting.
 */
const MAX_COPIES = 200;
const MIN_COPIES = 8;
const MAX_CHARACTERS_READ = 100_000;

/**
 * Does for one state what a command refuses because several states, transitions or machines share what it would change: that place is
 * made its own first, which changes nothing of what the machine is, and then the command is done, both in one change. Whatever else
 * uses what was shared stays what it is, to the byte. Where making it its own is not certain, the refusal stands.
 * @param own does what a refusal offers; undefined for an offer that makes nothing one's own
 * @param run does the command
 */
export function ownFirst(
  first: { readonly text: string; readonly chart: Chart; readonly refused: Refusal },
  read: ReadAgain,
  own: (offer: NonNullable<Refusal["offer"]>, text: string, chart: Chart) => Outcome | undefined,
  run: (text: string, chart: Chart) => Outcome,
): Outcome {
  const stands = { refused: first.refused };
  let { text, chart, refused } = first;
  let edits: readonly TextEdit[] = [];
  const warnings: Refusal[] = [];
  const then = (one: Refusal): Refusal => (one.at ? { ...one, at: spanBefore(one.at, edits) } : one);
  let charactersRead = 0;
  for (let copies = 0; refused.offer; copies++) {
    const isTooMuch = copies >= MAX_COPIES || (copies >= MIN_COPIES && charactersRead > MAX_CHARACTERS_READ);
    const made = isTooMuch ? stands : own(refused.offer, text, chart);
    if (!made) break;
    if ("refused" in made || made.edits.length === 0 || made.warnings.some(isUncertain)) return stands;
    warnings.push(...made.warnings.map(then));
    edits = composeEdits(text, edits, made.edits);
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
  const told = change.warnings.map((one) => (one.at ? { ...one, at: spanBefore(one.at, owned.edits) } : one));
  // What is only copied is copied from here: nothing is written.
  if (change.clip !== undefined) return { ...change, warnings: told };
  const edits = composeEdits(owned.text, owned.edits, change.edits);
  const isThere = ({ at }: Refusal) =>
    !at || edits.some(({ from, to, insert }) => insert !== "" && from <= at.to && at.from <= to);
  return { ...change, edits, warnings: [...owned.warnings.filter(isThere), ...told] };
}
