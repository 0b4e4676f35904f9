import { parseAlone } from "#core/syntax/parse.ts";
import { filePath } from "#core/project/gameFiles.ts";
import { applyEdits, type TextEdit } from "#core/text/textEdit.ts";

/**
 * `ruleset.json` of a game that gets another id: its top-level `id` and `machine` say the new one, every other byte stays.
 * A text that is not a JSON object comes back as it is: a broken file must not keep a game from being renamed.
 */
export function moveRuleset(text: string, to: string): string {
  const head = text.startsWith("\uFEFF") ? 1 : 0;
  const wanted: Readonly<Record<string, string>> = { id: to, machine: filePath(to, "machine") };
  try {
    JSON.parse(text.slice(head));
  } catch {
    return text;
  }
  const tree = parseAlone(text.slice(head));
  if (tree?.type !== "ObjectExpression") return text;
  const edits: TextEdit[] = [];
  for (const property of tree.properties) {
    if (property.type !== "ObjectProperty" || property.key.type !== "StringLiteral") continue;
    const value = Object.hasOwn(wanted, property.key.value) ? wanted[property.key.value] : undefined;
    if (value === undefined || property.value.type !== "StringLiteral") continue;
    const { start, end } = property.value;
    edits.push({ from: head + (start ?? 0), to: head + (end ?? 0), insert: JSON.stringify(value) });
  }
  return applyEdits(text, edits);
}

/** The titles in `ruleset.json`, by locale; empty when the text is absent or broken, or says something else. */
export function titleOf(text: string | undefined): Readonly<Record<string, string>> {
  if (text === undefined) return {};
  try {
    const info: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    const title: unknown =
      typeof info === "object" && info !== null && "title" in info ? info.title : undefined;
    if (typeof title !== "object" || title === null) return {};
    return Object.fromEntries(
      Object.entries(title).filter(
        (pair): pair is [string, string] => typeof pair[1] === "string" && pair[0] !== "__proto__",
      ),
    );
  } catch {
    return {};
  }
}
