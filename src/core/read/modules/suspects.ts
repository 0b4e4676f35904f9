import { type Located } from "#core/syntax/node.ts";

/**
 * Whether a node can hold what is looked for: its stretch of the text matches somewhere. Saves walking through trees that are many
 * times as large as what is found in them.
 * @param pattern global; must match wherever the thing looked for is written
 */
export function suspects(text: string, pattern: RegExp): (node: Located) => boolean {
  const places = Array.from(text.matchAll(pattern), ({ index }) => index);
  return ({ start, end }) => {
    const from = start ?? 0;
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] as number) < from) low = middle + 1;
      else high = middle;
    }
    return low < places.length && (places[low] as number) < (end ?? text.length);
  };
}
