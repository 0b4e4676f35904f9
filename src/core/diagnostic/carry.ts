import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { mapOffset, type TextEdit } from "#core/text/textEdit.ts";

/**
 * The diagnostics of a file after edits of its text: each stays on the words that it was reported on, and goes when they are gone. What
 * does not move is the same object; when nothing does, so is the list.
 */
export function carryDiagnostics(
  all: readonly Diagnostic[],
  edits: readonly TextEdit[],
): readonly Diagnostic[] {
  const carried = all.flatMap((diagnostic): Diagnostic[] => {
    if (!diagnostic.at) return [diagnostic];
    const at = { from: mapOffset(diagnostic.at.from, edits), to: mapOffset(diagnostic.at.to, edits) };
    if (at.from === diagnostic.at.from && at.to === diagnostic.at.to) return [diagnostic];
    return at.from < at.to || diagnostic.at.from === diagnostic.at.to ? [{ ...diagnostic, at }] : [];
  });
  return carried.length === all.length && carried.every((diagnostic, i) => diagnostic === all[i])
    ? all
    : carried;
}
