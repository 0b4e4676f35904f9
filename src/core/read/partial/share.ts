/**
 * `fresh` with every part that equals its counterpart in `old` replaced by that very part, so that what did not change keeps
 * its identity. States are matched by key, everything else by place. Plain data only.
 */
export function share<T>(old: unknown, fresh: T): T {
  if (Object.is(old, fresh)) return fresh;
  if (typeof old !== "object" || old === null || typeof fresh !== "object" || fresh === null) return fresh;
  if (Array.isArray(fresh)) return Array.isArray(old) ? (shareList(old, fresh) as T) : fresh;
  if (Array.isArray(old)) return fresh;
  const before = old as Record<string, unknown>;
  const after = fresh as Record<string, unknown>;
  const keys = Object.keys(after);
  const out: Record<string, unknown> = {};
  let same = keys.length === Object.keys(before).length;
  for (const key of keys) {
    out[key] = share(before[key], after[key]);
    if (!Object.hasOwn(before, key) || !Object.is(out[key], before[key])) same = false;
  }
  return (same ? old : out) as T;
}

function shareList(old: readonly unknown[], fresh: readonly unknown[]): readonly unknown[] {
  const byKey = new Map<string, unknown>();
  for (const item of old) {
    const key = keyOf(item);
    if (key !== undefined) byKey.set(key, item);
  }
  let same = old.length === fresh.length;
  const out = fresh.map((item, i) => {
    const key = keyOf(item);
    const shared = share(key === undefined ? old[i] : byKey.get(key), item);
    if (!Object.is(shared, old[i])) same = false;
    return shared;
  });
  return same ? old : out;
}

/** The key of a state node; other records have none. */
function keyOf(item: unknown): string | undefined {
  if (typeof item !== "object" || item === null || !("children" in item) || !("key" in item))
    return undefined;
  return typeof item.key === "string" ? item.key : undefined;
}
