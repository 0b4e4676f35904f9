import type { Change } from "#core/edit/command.ts";
import { applyEdits, invertEdits } from "#core/text/textEdit.ts";
import { differsFromXState } from "#test/corpus/judge/byXState.ts";
import { lostComments } from "#test/corpus/judge/comments.ts";
import { expectedAfter } from "#test/corpus/judge/expected.ts";
import { isUnder, lines, type Model, type Path } from "#test/corpus/judge/model.ts";
import { matchesIn, readMachine } from "#test/corpus/judge/readMachine.ts";
import { parseSource, type Node, type Source } from "#test/corpus/judge/source.ts";
import type { Try } from "#test/corpus/judge/tries.ts";

/** A machine of a foreign module as the judge reads it. */
export interface Judged {
  readonly lang: "ts" | "js";
  readonly source: Source;
  /** Place among the machines of the file. */
  readonly ordinal: number;
  readonly model: Model;
}

/** What is wrong with an edit, in words; empty when it is right. */
export function faultsOf(before: Judged, attempt: Try, { edits, warnings }: Change): string[] {
  const { text } = before.source;
  let after: string;
  try {
    after = applyEdits(text, edits);
  } catch (error) {
    return [`edits overlap: ${String(error)}`];
  }
  const faults: string[] = [];
  if (applyEdits(after, invertEdits(text, edits)) !== text) faults.push("undo: not the same bytes");
  if (text.includes("\r\n") && /[^\r]\n/.test(after) && !/[^\r]\n/.test(text))
    faults.push("line ends: mixed");
  const source = parseSource(after, before.lang);
  if (!source) return [...faults, "parse: the result is no module"];
  for (const comment of lostComments(before, attempt, source)) faults.push(`comment: lost ${comment}`);
  const call = source.calls[before.ordinal];
  // What is left to this machine alone by the edit is read as its own, before and after: all of it is in the models.
  const own = [...new Set([...before.model.own, ...((call && readMachine(source, call)?.own) ?? [])])];
  const model = call && readMachine(source, call, own);
  if (!model || source.calls.length !== before.source.calls.length)
    return [...faults, "model: the machine is gone"];
  const expected = expectedAfter(before.model, attempt);
  const first = before.source.calls[before.ordinal];
  if (own.length > before.model.own.length && first)
    expected.outside = readMachine(before.source, first, own)?.outside ?? expected.outside;
  if (attempt.edit === "state.rename" && isRenamedWhereItIsSpelled(expected.outside, model.outside, attempt))
    expected.outside = model.outside;
  const wanted = lines(expected);
  const got = lines(model);
  const other = wanted.findIndex((line, i) => line !== got[i]);
  if (other >= 0 || got.length !== wanted.length)
    faults.push(
      `model: wanted ${excerpt(wanted[other], got[other])} but got ${excerpt(got[other], wanted[other])}`,
    );
  const real = differsFromXState(model);
  if (!real && differsFromXState(before.model)) faults.push("xstate: refuses what it took before");
  for (const one of real?.differ ?? []) faults.push(`xstate: ${one}`);
  for (const node of untold(before, attempt, warnings))
    faults.push(`warning: nothing is said of ${text.slice(node.start, node.end)}`);
  return faults;
}

/**
 * A key that a const or a member of an enum spells has its name there: a rename may change that one value, and no more. Whether states and
 * targets mean the same afterwards is for the model and for XState to say.
 */
function isRenamedWhereItIsSpelled(before: string, after: string, { args }: Try): boolean {
  const from = (args["state"] as Path).at(-1);
  const valueOf = (literal: string) => literal.slice(1, -1).replaceAll(/\\(.)/g, "$1");
  for (const { 0: literal, index } of before.matchAll(/(?<=[=:] )(["'`])(?:\\.|(?!\1)[^\\])*\1/g)) {
    const rest = before.slice(index + literal.length);
    if (valueOf(literal) !== from || !after.startsWith(before.slice(0, index)) || !after.endsWith(rest))
      continue;
    const written = after.slice(index, after.length - rest.length);
    if (/^(["'`])(?:\\.|(?!\1)[^\\])*\1$/.test(written) && valueOf(written) === args["to"]) return true;
  }
  return false;
}

/** Arguments of `.matches(..)` that name a state that has another name or is gone, without a warning about them. */
function untold({ source, ordinal }: Judged, { edit, args }: Try, warnings: Change["warnings"]): Node[] {
  const call = source.calls[ordinal];
  if (!call || !["state.rename", "state.move", "state.delete"].includes(edit)) return [];
  return matchesIn(source, call)
    .filter(({ paths }) => paths.some((path) => isUnder(path, args["state"] as Path)))
    .map(({ node }) => node)
    .filter(({ start, end }) => !warnings.some(({ at }) => at && at.from >= start && at.to <= end));
}

/** The part of a line around the first difference. */
function excerpt(line = "(nothing)", other = ""): string {
  let i = 0;
  while (i < line.length && line[i] === other[i]) i++;
  return `…${line.slice(Math.max(0, i - 80), i + 160)}…`;
}
