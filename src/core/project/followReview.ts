import type { FileStep, Files } from "#core/project/history.ts";
import { stepsTo } from "#core/project/history.ts";
import { codeNames, type ToldNames } from "#core/ruleset/toldNames.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { ReviewGround, withReview } from "#core/ruleset/review.ts";
import { type ReviewBasis, reviewParts } from "#core/ruleset/ruleset.ts";
import type { Chart } from "#core/chart/chart.ts";
import type { Const } from "#core/semantics/codeReading.ts";

/** What a game says at one moment. */
interface Moment {
  readonly files: Files;
  readonly chart: Chart;
  readonly consts: readonly Const[];
  /** What the states of this chart were called then, when it is the chart of a later moment. */
  readonly state?: ToldNames["state"];
}

/**
 * Names that change change what is told at a clause, not what it means: what was checked before a rename is checked after it. Parts that
 * differed before from what was seen stay so.
 * @param after with the files in which names and clause ids were followed already
 */
export function followReview(before: Moment, after: Moment): FileStep[] {
  const text = after.files.get("review");
  if (text === undefined) return [];
  const [then, now] = [ground(before), ground(after)];
  let next = text;
  for (const [i, entry] of (now.entries ?? []).entries()) {
    // Following a clause's new id changes no order, so the entries of both moments are the same one by one.
    const old = then.entries?.[i];
    if (!old || old.locale !== entry.locale) continue;
    const seen = then.of.basisOf(old.clause, old.locale);
    const sees = now.of.basisOf(entry.clause, entry.locale);
    const basis = Object.fromEntries(
      reviewParts.map((part) => [part, entry.basis[part] === seen[part] ? sees[part] : entry.basis[part]]),
    ) as unknown as ReviewBasis;
    if (reviewParts.every((part) => basis[part] === entry.basis[part])) continue;
    next = withReview(next, entry, { ...entry, basis }) ?? next;
  }
  return stepsTo("review", text, next);
}

function ground({ files, chart, consts, state }: Moment) {
  const { ruleset, scenarios } = loadRuleset(files);
  const names = state ? { ...codeNames, state } : codeNames;
  return { of: new ReviewGround({ chart, consts, ruleset, scenarios }, names), entries: ruleset.review };
}
