import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";

/** Height of a row in pixels, as the style sheet has it. */
export const ROW = 25;

/** So many rows are all there: the browser's own search and a screen reader's list then know every one of them. */
const WHOLE = 150;
const all = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/**
 * Which rows of a list are to be in the page: those in sight with some around them, and the `kept` ones wherever they are, so that they
 * can hold the focus and be scrolled to.
 */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  count: number,
  kept: readonly number[],
): { readonly shown: readonly number[]; readonly height: number } {
  // Only numbers leave this hook, never its functions, which must not be remembered.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => list.current,
    estimateSize: () => ROW,
    initialRect: { width: 240, height: 900 },
    overscan: 20,
    enabled: count > WHOLE,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...kept.filter((i) => i >= 0 && i < count)])].toSorted(
        (a, b) => a - b,
      ),
  });
  const shown = count > WHOLE ? virtual.getVirtualItems().map(({ index }) => index) : all(count);
  return { shown, height: count * ROW };
}
