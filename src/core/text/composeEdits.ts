import { applyEdits, type Span, type TextEdit } from "#core/text/textEdit.ts";
import { addAll } from "#core/text/addAll.ts";

/**
 * The edits that do at once what two changes do one after the other, in offsets of the old text.
 * @param between the text after the first
 * @param then of the second, in offsets of the text between
 */
export function composeEdits(
  between: string,
  first: readonly TextEdit[],
  then: readonly TextEdit[],
): TextEdit[] {
  let shift = 0;
  const parts: Part[] = first.map((edit) => {
    const from = edit.from + shift;
    const grown = edit.insert.length - (edit.to - edit.from);
    shift += grown;
    return { from, to: from + edit.insert.length, grown, edits: [] };
  });
  addAll(
    parts,
    then.map((edit) => ({ from: edit.from, to: edit.to, grown: 0, edits: [edit] })),
  );
  const joined: Part[] = [];
  for (const part of parts.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = joined.at(-1);
    // What only touches is joined, too: where an insert goes is not to be asked twice.
    if (last && part.from <= last.to) joined[joined.length - 1] = together(last, part);
    else joined.push(part);
  }
  let grown = 0;
  return joined.map((part) => {
    const { from, to } = part;
    const inside = part.edits.map((edit) => ({ ...edit, from: edit.from - from, to: edit.to - from }));
    const before = grown;
    grown += part.grown;
    return { from: from - before, to: to - grown, insert: applyEdits(between.slice(from, to), inside) };
  });
}

/** Where a stretch of the text after some edits was before them: what was put in was where something else stood, if anything did. */
export function spanBefore({ from, to }: Span, edits: readonly TextEdit[]): Span {
  return { from: before(from, edits, "from"), to: before(to, edits, "to") };
}

function before(offset: number, edits: readonly TextEdit[], end: "from" | "to"): number {
  let shift = 0;
  for (const edit of edits) {
    const from = edit.from + shift;
    const to = from + edit.insert.length;
    if (offset < from || (offset === from && end === "to")) break;
    if (offset < to || (offset === to && end === "to")) return edit[end];
    shift += edit.insert.length - (edit.to - edit.from);
  }
  return offset - shift;
}

/** A stretch of the text between, by how much it grew by then, and what the second change does in it. */
interface Part extends Span {
  readonly grown: number;
  readonly edits: readonly TextEdit[];
}

const together = (part: Part, other: Part): Part => ({
  from: part.from,
  to: Math.max(part.to, other.to),
  grown: part.grown + other.grown,
  edits: [...part.edits, ...other.edits],
});
