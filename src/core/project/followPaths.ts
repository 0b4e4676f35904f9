import type { TextEdit } from "#core/text/textEdit.ts";
import type { Files, FileStep } from "#core/project/history.ts";

type PathMap = Readonly<Record<string, string | null>>;

/**
 * The edits that make the rule files follow a renamed or moved state: label keys and term places (`state:<path>`), the paths
 * in `in` and `notIn` of moves and scenarios. Paths of deleted states stay: the check reports them, nothing written is lost.
 */
export function followPaths(files: Files, pathMap: PathMap): FileStep[] {
  const steps: FileStep[] = [];
  for (const [file, text] of files) {
    const edits =
      file.startsWith("labels/") || file === "terms"
        ? statePrefixed(text, pathMap)
        : file === "moves" || file.startsWith("scenarios/")
          ? inLists(text, pathMap)
          : [];
    if (edits.length > 0) steps.push({ kind: "edit", file, edits });
  }
  return steps;
}

function statePrefixed(text: string, pathMap: PathMap): TextEdit[] {
  return [...text.matchAll(/"state:([A-Za-z0-9_.]*)"/g)].flatMap((m) =>
    replaced(m[1] ?? "", m.index + '"state:'.length, pathMap),
  );
}

function inLists(text: string, pathMap: PathMap): TextEdit[] {
  return [...text.matchAll(/"(?:in|notIn)"\s*:\s*(\[[^\]]*\]|"[^"]*")/g)].flatMap((list) => {
    const value = list[1] ?? "";
    const base = list.index + list[0].length - value.length;
    return [...value.matchAll(/"([A-Za-z0-9_.]*)"/g)].flatMap((m) =>
      replaced(m[1] ?? "", base + m.index + 1, pathMap),
    );
  });
}

function replaced(path: string, from: number, pathMap: PathMap): TextEdit[] {
  const to = Object.hasOwn(pathMap, path) ? pathMap[path] : undefined;
  return typeof to === "string" && to !== path ? [{ from, to: from + path.length, insert: to }] : [];
}
