import type { Refusal, Renamed } from "#core/edit/command.ts";
import type { Files, FileStep } from "#core/project/history.ts";
import { ruleSites } from "#core/symbol/ruleSites.ts";

/**
 * The edits that make the rule files follow a renamed event, guard, action, actor, delay, tag or clause: label keys, terms,
 * moves, scenarios, readings. Refused when a rule file has the new name already: it would no longer be clear what belongs to whom.
 */
export function followNames(
  files: Files,
  names: readonly Renamed[],
): { readonly steps: FileStep[] } | { readonly refused: Refusal } {
  const sites = names.length > 0 ? ruleSites(files) : [];
  const edits = new Map<string, { from: number; to: number; insert: string }[]>();
  for (const { kind, from, to } of names)
    for (const site of sites) {
      if (site.kind !== kind) continue;
      if (site.name === to)
        return { refused: { code: "name-taken-in-rules", facts: { key: to, file: site.file } } };
      if (site.name !== from) continue;
      edits.set(site.file, [...(edits.get(site.file) ?? []), { ...site.at, insert: inJson(to) }]);
    }
  return {
    steps: [...edits].map(([file, list]) => ({
      kind: "edit" as const,
      file,
      edits: list.toSorted((a, b) => a.from - b.from),
    })),
  };
}

/** A text as it stands between the quotes of a JSON string. */
export const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
