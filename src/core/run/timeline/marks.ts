import type { Mark, Run } from "#core/run/timeline/run.ts";

/** What a person may write to a step; undefined takes it away. */
export type MarkChange = { readonly [K in keyof Mark]: Mark[K] | undefined };

/** Longest name and longest note of a step: a line, and about a page. */
export const MAX_NAME_CHARACTERS = 80;
export const MAX_NOTE_CHARACTERS = 2_000;

/** The run with a step marked otherwise; texts are trimmed, empty ones are none. */
export function markStep(run: Run, id: number, change: MarkChange): Run {
  if (!run.steps[id]) return run;
  const { name, bookmark, note } = { ...run.marks?.[id], ...change };
  const trimmed = {
    name: name?.trim().slice(0, MAX_NAME_CHARACTERS),
    note: note?.trim().slice(0, MAX_NOTE_CHARACTERS),
  };
  const mark: Mark = {
    ...(trimmed.name ? { name: trimmed.name } : {}),
    ...(bookmark ? { bookmark } : {}),
    ...(trimmed.note ? { note: trimmed.note } : {}),
  };
  const { [id]: _, ...others } = run.marks ?? {};
  const marks = Object.keys(mark).length > 0 ? { ...others, [id]: mark } : others;
  const { marks: __, ...bare } = run;
  return Object.keys(marks).length > 0 ? { ...bare, marks } : bare;
}

/** The marks with the steps that they stand at called otherwise; those of steps that there are none of any more go. */
export function movedMarks(marks: Run["marks"], newId: ReadonlyMap<number, number>): Run["marks"] {
  const moved = Object.entries(marks ?? {}).flatMap(([id, mark]) => {
    const to = newId.get(Number(id));
    return to === undefined ? [] : [[to, mark] as const];
  });
  return moved.length > 0 ? Object.fromEntries(moved) : undefined;
}
