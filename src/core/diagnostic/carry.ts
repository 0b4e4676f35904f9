import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { mapOffset, type TextEdit } from "#core/text/textEdit.ts";

/**
 * The diagnostics of a file after edits of its text: each stays on the words that it was told of, and goes when they are gone. What
 * does not move is the same object; when nothing does, so is the list.
 */
export function carryDiagnostics(
  all: readonly Diagnostic[],
  edits: readonly TextEdit[],
): readonly Diagnostic[] {
  const carried = all.flatMap((one): Diagnostic[] => {
    if (!one.at) return [one];
    const at = { from: mapOffset(one.at.from, edits), to: mapOffset(one.at.to, edits) };
    if (at.from === one.at.from && at.to === one.at.to) return [one];
    return at.from < at.to || one.at.from === one.at.to ? [{ ...one, at }] : [];
  });
  return carried.length === all.length && carried.every((one, i) => one === all[i]) ? all : carried;
}
