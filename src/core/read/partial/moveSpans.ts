import { NeedsWhole } from "#core/read/partial/NeedsWhole.ts";
import type { Span, TextEdit } from "#core/text/textEdit.ts";

/** One edit, with the texts before and after it. */
export interface Moved {
  readonly edit: TextEdit;
  readonly before: string;
  readonly after: string;
}

/** Where an offset of the old text is in the new one. @throws NeedsWhole for one in what was replaced */
export function moveOffset({ edit }: Moved, offset: number): number {
  if (offset <= edit.from) return offset;
  if (offset < edit.to) throw new NeedsWhole();
  return offset + edit.insert.length - (edit.to - edit.from);
}

export const moveSpan = (moved: Moved, { from, to }: Span): Span => ({
  from: moveOffset(moved, from),
  to: moveOffset(moved, to),
});

/** Does the span hold the edit with something on both sides of it? */
export const spanHolds = ({ from, to }: Span, { edit }: Moved): boolean => from < edit.from && edit.to < to;

/**
 * Plain data with every span where it is after the edit, the same object when nothing in it moved. Spans count from `base`, in the
 * new text from `newBase`. Texts that are stretches of the module are read again where they hold the edit.
 * Places in other files stay. @param leave name of fields that are kept as they are
 * @throws NeedsWhole when a text that holds the edit is not such a stretch
 */
export function moveSpans<T>(
  value: T,
  moved: Moved,
  base = 0,
  newBase = base,
  leave?: ReadonlySet<string>,
): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    let same = true;
    const out = value.map((item) => {
      const now = moveSpans(item, moved, base, newBase);
      if (now !== item) same = false;
      return now;
    });
    return same ? value : (out as T);
  }
  if (isSpan(value)) {
    const from = moveOffset(moved, base + value.from) - newBase;
    const to = moveOffset(moved, base + value.to) - newBase;
    return from === value.from && to === value.to ? value : ({ from, to } as T);
  }
  const record = value as Record<string, unknown>;
  let out: Record<string, unknown> | undefined;
  for (const key in record) {
    const old = record[key];
    if (typeof old !== "object" || old === null || key === "elsewhere" || leave?.has(key)) continue;
    const now = moveSpans(old, moved, base, newBase);
    if (now !== old) (out ??= { ...record })[key] = now;
  }
  const text = textAgain(record, moved, base);
  if (text !== undefined) (out ??= { ...record })["text"] = text;
  return (out ?? record) as T;
}

export const isSpan = (value: object): value is Span =>
  "from" in value && "to" in value && typeof value.from === "number" && Object.keys(value).length === 2;

/** The new text of a record that holds the edit; undefined for all others. */
function textAgain(record: Record<string, unknown>, moved: Moved, base: number): string | undefined {
  const at = record["valueAt"] ?? record["at"];
  const { text } = record;
  if (typeof text !== "string" || typeof at !== "object" || at === null || !isSpan(at)) return undefined;
  const old = { from: base + at.from, to: base + at.to };
  if (!spanHolds(old, moved)) return undefined;
  if (moved.before.slice(old.from, old.to) !== text) throw new NeedsWhole();
  const now = moveSpan(moved, old);
  return moved.after.slice(now.from, now.to);
}
