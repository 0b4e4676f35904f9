/**
 * Values that a field may hold, as bits: those that some action writes, by number, and one bit for everything else.
 * A vector has one entry a field.
 */
export type Values = readonly bigint[];

/** What happens to one field: it may keep what it held, or be given one of `written`. */
export interface Change {
  readonly keeps: boolean;
  readonly written: bigint;
}

/** What happens to the fields; those that are absent keep what they hold. */
export type Transfer = ReadonlyMap<number, Change>;

export const KEEP: Transfer = new Map();
const KEPT: Change = { keeps: true, written: 0n };

/** One after the other. */
export function followed(first: Transfer, then: Transfer): Transfer {
  if (first.size === 0) return then;
  if (then.size === 0) return first;
  const all = new Map(first);
  for (const [field, change] of then) {
    const before = first.get(field);
    all.set(
      field,
      change.keeps && before ? { keeps: before.keeps, written: before.written | change.written } : change,
    );
  }
  return all;
}

/** Any of these, any number of times, in any order, or none. */
export function perhaps(transfers: Iterable<Transfer>): Transfer {
  const all = new Map<number, Change>();
  for (const transfer of transfers)
    for (const [field, { written }] of transfer)
      all.set(field, { keeps: true, written: (all.get(field) ?? KEPT).written | written });
  return all;
}

export function transferred(values: Values, transfer: Transfer): Values {
  if (transfer.size === 0) return values;
  return values.map((held, field) => {
    const change = transfer.get(field);
    return change ? (change.keeps ? held : 0n) | change.written : held;
  });
}

/** Both; the first itself when the second adds nothing. */
export function joined(a: Values | undefined, b: Values): Values {
  if (!a) return b;
  return a.every((held, field) => (held | b[field]!) === held) ? a : a.map((held, field) => held | b[field]!);
}
