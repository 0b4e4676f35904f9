/** A place for people: both counted from 1, the column in UTF-16 code units. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Line and column of an offset. `\n`, `\r\n` and `\r` end a line. An offset past the end is the end. */
export function lineColumn(text: string, offset: number): LineColumn {
  const end = Math.min(Math.max(offset, 0), text.length);
  const starts = lineStarts(text);
  let low = 0;
  for (let high = starts.length - 1; low < high;) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= end) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: end - (starts[low] as number) + 1 };
}

/** Where the lines begin in the texts that were looked up last: each diagnostic of a file looks up the same text. */
const known = new Map<string, readonly number[]>();
/** Texts whose line starts are cached. The diagnostics of a game come file by file, so a few are enough. */
const MAX_CACHED_TEXTS = 4;

function lineStarts(text: string): readonly number[] {
  const before = known.get(text);
  if (before) return before;
  const starts = [0];
  for (const { 0: end, index } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
  known.set(text, starts);
  if (known.size > MAX_CACHED_TEXTS) known.delete(known.keys().next().value as string);
  return starts;
}
