import type { Chart } from "#core/chart/chart.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import type { Renamed } from "#core/edit/command.ts";
import type { Files, FileStep } from "#core/project/history.ts";
import { childOf, readJson } from "#core/ruleset/jsonText.ts";
import { codeOfLabels, stampLabels } from "#core/ruleset/labelBasis.ts";
import type { LabelKey } from "#core/ruleset/labels.ts";

/** What a machine module says at one moment. */
interface Moment {
  readonly chart: Chart;
  readonly consts: readonly Const[];
}

/**
 * Names that change change what guards and actions say, not what they do: labels that were for the code before are for the code after.
 * Labels that were in doubt before stay so.
 * @param files as they are after the names were followed in them
 */
export function followStamps(
  files: Files,
  before: Moment,
  after: Moment,
  names: readonly Renamed[],
): FileStep[] {
  const codeBefore = codeOfLabels(before.chart, before.consts);
  const codeAfter = codeOfLabels(after.chart, after.consts);
  const oldNames = new Map(names.map(({ kind, from, to }) => [`${kind}:${to}`, `${kind}:${from}`]));
  return [...files].flatMap(([file, text]): FileStep[] => {
    if (!file.startsWith("labels/")) return [];
    const read = readJson(text);
    const stamps = "fault" in read ? undefined : childOf(read.node, "basis")?.entries;
    const fit = (stamps ?? []).filter(
      ({ key, value }) => value.text === codeBefore((oldNames.get(key) ?? key) as LabelKey),
    );
    const edits = stampLabels(text, codeAfter, new Set(fit.map(({ key }) => key as LabelKey)));
    return fit.length > 0 && edits.length > 0 ? [{ kind: "edit", file, edits }] : [];
  });
}
