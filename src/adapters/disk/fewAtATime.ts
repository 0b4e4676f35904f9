/** Files that are open at once: more would be read no faster, and a system has few for a process. */
const MAX_OPEN = 16;

/** Does something with each of a list, a few at a time, and gives the results in its order. */
export async function fewAtATime<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  const worker = async () => {
    for (const [i, item] of left) results[i] = await act(item);
  };
  await Promise.all(Array.from({ length: Math.min(MAX_OPEN, items.length) }, worker));
  return results;
}
