import { sortEdits, type TextEdit } from "#core/text/textEdit.ts";

/** Sorts edits, drops what lies inside a deletion, joins deletions that overlap. Undefined when two edits clash. */
export function joinEdits(edits: readonly TextEdit[]): TextEdit[] | undefined {
  const cuts: TextEdit[] = [];
  for (const cut of sortEdits(edits.filter((edit) => edit.insert === "" && edit.to > edit.from))) {
    const before = cuts.at(-1);
    if (before && cut.from < before.to)
      cuts[cuts.length - 1] = { ...before, to: Math.max(before.to, cut.to) };
    else cuts.push(cut);
  }
  const inside = (edit: TextEdit) =>
    cuts.some((cut) =>
      edit.from === edit.to
        ? cut.from < edit.from && edit.from < cut.to
        : cut.from <= edit.from && edit.to <= cut.to,
    );
  const rest = edits.filter((edit) => edit.insert !== "" && !inside(edit));
  const all = sortEdits([...rest, ...cuts]);
  const clash = all.some((edit, i) => i > 0 && edit.from < (all[i - 1]?.to ?? 0));
  return clash ? undefined : all;
}
