import { diffEdit, mapOffset, type TextEdit } from "#core/text/textEdit.ts";

/** Changed lines that are searched for before a whole stretch is replaced at once. The time grows with the square: this bounds it to some milliseconds. */
const MAX_CHANGED_LINES = 300;

/**
 * Edits that turn `before` into `after`, one per changed stretch of lines, so that a caret between two changes stays.
 * Sorted and apart, in offsets of `before`.
 */
export function diffEdits(before: string, after: string): TextEdit[] {
  const whole = diffEdit(before, after);
  if (!whole) return [];
  const old = linesOf(before.slice(whole.from, whole.to));
  const fresh = linesOf(whole.insert);
  const hunks = old.length > 1 && fresh.length > 1 ? lineHunks(old, fresh) : undefined;
  if (!hunks) return [whole];
  const oldStarts = starts(old, whole.from);
  return hunks.flatMap(({ oldFrom, oldTo, newFrom, newTo }) => {
    const at = oldStarts[oldFrom]!;
    const edit = diffEdit(old.slice(oldFrom, oldTo).join(""), fresh.slice(newFrom, newTo).join(""));
    return edit ? [{ from: edit.from + at, to: edit.to + at, insert: edit.insert }] : [];
  });
}

/** Edits of `base` carried over to `current`, a text that someone else made from `base` in the meantime. */
export function rebaseEdits(edits: readonly TextEdit[], base: string, current: string): TextEdit[] {
  if (base === current) return [...edits];
  const theirs = diffEdits(base, current);
  return edits.map(({ from, to, insert }) => {
    const start = mapOffset(from, theirs);
    return { from: start, to: Math.max(start, mapOffset(to, theirs)), insert };
  });
}

interface Hunk {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Lines with their line end, so that joining them gives the text again. */
const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

function starts(lines: readonly string[], first: number): number[] {
  const out = [first];
  for (const line of lines) out.push(out.at(-1)! + line.length);
  return out;
}

/** Myers' greedy shortest edit script over lines; undefined when it takes more than MOST_CHANGES. */
function lineHunks(a: readonly string[], b: readonly string[]): Hunk[] | undefined {
  const maxChanges = Math.min(a.length + b.length, MAX_CHANGED_LINES);
  const middle = maxChanges + 1;
  const reach = new Int32Array(2 * maxChanges + 3);
  const trace: Int32Array[] = [];
  for (let d = 0; d <= maxChanges; d++) {
    trace.push(reach.slice());
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && reach[middle + k - 1]! < reach[middle + k + 1]!);
      let x = down ? reach[middle + k + 1]! : reach[middle + k - 1]! + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reach[middle + k] = x;
      if (x >= a.length && x - k >= b.length) return hunksOf(trace, middle, a.length, b.length);
    }
  }
  return undefined;
}

/** Walks the script back from its end; neighbouring single-line changes become one hunk. */
function hunksOf(trace: readonly Int32Array[], middle: number, aEnd: number, bEnd: number): Hunk[] {
  const hunks: Hunk[] = [];
  let x = aEnd;
  let y = bEnd;
  for (let d = trace.length - 1; d > 0; d--) {
    const reach = trace[d]!;
    const k = x - y;
    const down = k === -d || (k !== d && reach[middle + k - 1]! < reach[middle + k + 1]!);
    const fromK = down ? k + 1 : k - 1;
    const fromX = reach[middle + fromK]!;
    const fromY = fromX - fromK;
    const change = {
      oldFrom: fromX,
      oldTo: down ? fromX : fromX + 1,
      newFrom: fromY,
      newTo: down ? fromY + 1 : fromY,
    };
    const next = hunks[0];
    if (next && next.oldFrom === change.oldTo && next.newFrom === change.newTo)
      hunks[0] = { ...next, oldFrom: change.oldFrom, newFrom: change.newFrom };
    else hunks.unshift(change);
    x = fromX;
    y = fromY;
  }
  return hunks;
}
