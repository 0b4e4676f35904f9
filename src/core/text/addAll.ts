/**
 * Adds items to the end of a list, one by one: `list.push(...items)` ends with a full stack at some hundred thousand of them, which a
 * module of a few megabytes has.
 */
export function addAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** The largest of some numbers, which may be as many; `least` where there is none larger. */
export function largest(numbers: Iterable<number>, least: number): number {
  let found = least;
  for (const number of numbers) found = Math.max(found, number);
  return found;
}
