import { applyEdits, diffEdit, invertEdits, type TextEdit } from "#core/text/textEdit.ts";
import type { FileName } from "#core/project/gameFiles.ts";

/** A change of one file: edits of its text, or the file coming into being, or going. */
export type FileStep =
  | { readonly kind: "edit"; readonly file: FileName; readonly edits: readonly TextEdit[] }
  | { readonly kind: "create"; readonly file: FileName; readonly text: string }
  | { readonly kind: "remove"; readonly file: FileName };

/** Who made a change: Monaco is not sent back what it sent. */
export type Origin = "code" | "graph" | "layout" | "rules" | "history" | "disk";

export interface HistoryEntry {
  /** Key of the words that name it, such as `command.state.rename`; a change by hand is `typing`. */
  readonly label: string;
  readonly steps: readonly FileStep[];
  readonly inverse: readonly FileStep[];
  readonly origin: Origin;
  /** Key of the machine of the file that it concerned, when it was made on its graph. */
  readonly machine?: string;
  /** Milliseconds, from the caller: fast typing in one place joins into one entry. */
  readonly at: number;
  /** Entries with the same non-empty key, close in time, may join. */
  readonly joins: string;
}

export type Files = ReadonlyMap<FileName, string>;

/** Longest pause between two keystrokes of one entry of the history. */
const JOIN_PAUSE_MS = 900;

/** The step that makes a file say `after`, as the smallest edit; null: the file goes. Nothing when it is so already. */
export function stepsTo(file: FileName, before: string | undefined, after: string | null): FileStep[] {
  if (after === null) return before === undefined ? [] : [{ kind: "remove", file }];
  if (before === undefined) return [{ kind: "create", file, text: after }];
  const edit = diffEdit(before, after);
  return edit ? [{ kind: "edit", file, edits: [edit] }] : [];
}

/** The files after the steps, and the steps that lead back. @throws RangeError on edits outside the text, Error on a missing file. */
export function applySteps(files: Files, steps: readonly FileStep[]): { files: Files; inverse: FileStep[] } {
  const next = new Map(files);
  const inverse: FileStep[] = [];
  for (const step of steps) {
    const text = next.get(step.file);
    if (step.kind === "create") {
      if (text !== undefined) throw new Error(`File ${step.file} exists already`);
      next.set(step.file, step.text);
      inverse.unshift({ kind: "remove", file: step.file });
    } else if (text === undefined) throw new Error(`No file ${step.file} to ${step.kind}`);
    else if (step.kind === "remove") {
      next.delete(step.file);
      inverse.unshift({ kind: "create", file: step.file, text });
    } else {
      next.set(step.file, applyEdits(text, step.edits));
      inverse.unshift({ kind: "edit", file: step.file, edits: invertEdits(text, step.edits) });
    }
  }
  return { files: next, inverse };
}

/** Whether `next` continues `last`: the same key, soon after, so that one undo takes both back. */
export const joinable = (last: HistoryEntry | undefined, next: Pick<HistoryEntry, "joins" | "at">): boolean =>
  last !== undefined &&
  next.joins !== "" &&
  last.joins === next.joins &&
  // The clock of the machine may have been set back meanwhile.
  Math.abs(next.at - last.at) <= JOIN_PAUSE_MS;

/** One entry for both, in time order. */
export const joinEntries = (last: HistoryEntry, next: HistoryEntry): HistoryEntry => ({
  ...next,
  label: last.label,
  steps: [...last.steps, ...next.steps],
  inverse: [...next.inverse, ...last.inverse],
});
