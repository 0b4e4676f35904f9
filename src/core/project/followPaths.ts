import type { TextEdit } from "#core/text/textEdit.ts";
import { inJson } from "#core/project/followNames.ts";
import type { Files, FileStep } from "#core/project/history.ts";
import { ruleSites } from "#core/symbol/ruleSites.ts";

/**
 * The edits that make the rule files follow a renamed or moved state: label keys and term places (`state:<path>`), the paths
 * in `in` and `notIn` of moves and scenarios. Paths of deleted states stay: the check reports them, nothing written is lost.
 */
export function followPaths(files: Files, pathMap: Readonly<Record<string, string | null>>): FileStep[] {
  const edits = new Map<string, TextEdit[]>();
  for (const { file, kind, name, at } of ruleSites(files)) {
    const to = kind === "state" && Object.hasOwn(pathMap, name) ? pathMap[name] : undefined;
    if (typeof to !== "string" || to === name) continue;
    edits.set(file, [...(edits.get(file) ?? []), { ...at, insert: inJson(to) }]);
  }
  return [...edits].map(([file, list]) => ({
    kind: "edit",
    file,
    edits: list.toSorted((a, b) => a.from - b.from),
  }));
}
