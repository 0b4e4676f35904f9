import { mainChart } from "#core/chart/machineKey.ts";
import { type FileStep, stepsTo } from "#core/project/history.ts";
import { codeOfLabels, stampLabels } from "#core/ruleset/labelBasis.ts";
import { childOf, readJson } from "#core/ruleset/jsonText.ts";
import { withTexts, type TextPlace } from "#core/ruleset/withTexts.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import type { Studio } from "#app/studio/Studio.ts";

/** The wording of a clause in a language. */
export const wordingPlace = (locale: string, clause: string): TextPlace => ({
  file: `text/${locale}`,
  way: ["text", clause],
});

/** The label of a key, such as `state:turn.main`, in a language. */
export const labelPlace = (locale: string, key: string): TextPlace => ({
  file: `labels/${locale}`,
  way: ["labels", key],
});

/**
 * Writes a text of the rules in a language; an empty one is removed. One entry of the history, also where a new language gets its file. A
 * label is then one for the code as it is. A file that cannot be written, because it is no JSON of texts or of a newer format, is reported.
 * @returns whether it was written
 */
export function writeText(studio: Studio, locale: string, place: TextPlace, text: string): boolean {
  const { project, loaded, graph } = studio.get();
  if (!project || !loaded) return false;
  const { files } = project.state();
  const faulty = [place.file, "ruleset"].find(
    (file) =>
      files.has(file) &&
      (project.isReadOnly(file) ||
        !hasPlace(files.get(file) ?? "", file === place.file ? place.way[0] : undefined)),
  );
  if (faulty !== undefined) {
    studio.window.notice("warn", "notice.text-read-only", { file: `${faulty}.json` });
    return false;
  }
  const chart = graph && mainChart(graph.reading.charts);
  const from = loaded.ruleset.info.sourceLocale;
  const changed = withTexts(files, { from, into: locale }, [{ place, text: text.trim() }]);
  const steps = [...changed].flatMap(([file, changedText]): FileStep[] => {
    const isLabel = chart !== undefined && chart !== null && place.way[0] === "labels" && file === place.file;
    const codeOf = isLabel ? codeOfLabels(chart, graph?.reading.consts ?? []) : undefined;
    const stamped = codeOf
      ? applyEdits(changedText, stampLabels(changedText, codeOf, new Set([String(place.way[1])])))
      : changedText;
    return stepsTo(file, files.get(file), stamped);
  });
  project.apply(steps, { label: "text", origin: "rules", at: Date.now() });
  return true;
}

/** Whether a JSON text is an object in which texts can stand under a key: there is no such member yet, or it is an object itself. */
function hasPlace(text: string, key: string | number | undefined): boolean {
  const read = readJson(text);
  if ("fault" in read || read.node.kind !== "object") return false;
  return key === undefined || (childOf(read.node, key)?.kind ?? "object") === "object";
}
