import type { Files } from "#core/project/history.ts";

/** In which words a chart is shown: its own names, or the labels of one locale. */
export type LabelLanguage = "id" | "en" | "ja" | "zh-Hant";
export const labelLanguages: readonly LabelLanguage[] = ["id", "ja", "zh-Hant", "en"];

/** Looks up a label such as `state:turn.main`; undefined when there is none. */
export type LabelOf = (key: string) => string | undefined;

const byText = new Map<string, { text: string; labels: Readonly<Record<string, string>>; of: LabelOf }>();
const none: LabelOf = () => undefined;

/**
 * The labels of a game in one language, from `labels/<locale>`. A file that cannot be read has no labels (Problems says why):
 * the names of the machine stand in. The same function comes back until the file changes.
 */
export function labelsOf(files: Files, language: LabelLanguage): LabelOf {
  return read(files, language)?.of ?? none;
}

/** The same as a record; undefined when names of the machine are to be shown. The same object until the file changes. */
export function labelRecord(
  files: Files,
  language: LabelLanguage,
): Readonly<Record<string, string>> | undefined {
  return read(files, language)?.labels;
}

function read(files: Files, language: LabelLanguage) {
  if (language === "id") return undefined;
  const text = files.get(`labels/${language}`);
  if (text === undefined) return undefined;
  const last = byText.get(language);
  if (last?.text === text) return last;
  let labels: Record<string, unknown> = {};
  try {
    const file: unknown = JSON.parse(text);
    if (
      typeof file === "object" &&
      file !== null &&
      "labels" in file &&
      typeof file.labels === "object" &&
      file.labels !== null
    )
      labels = file.labels as Record<string, unknown>;
  } catch {
    /* not JSON: the loader of the ruleset reports it with its place */
  }
  const of: LabelOf = (key) => {
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const labelsOfText = {
    text,
    labels: Object.fromEntries(
      Object.entries(labels).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
    ),
    of,
  };
  byText.set(language, labelsOfText);
  return labelsOfText;
}
