/** Whether a descriptor (`A`, `a.*`, `*`) stands for an event type, as XState sees it. */
export function matches(descriptor: string, type: string): boolean {
  if (descriptor === type || descriptor === "*") return true;
  if (!descriptor.endsWith(".*")) return false;
  const given = type.split(".");
  return descriptor
    .slice(0, -2)
    .split(".")
    .every((token, i) => token === given[i]);
}
