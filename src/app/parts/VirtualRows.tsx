import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, type ReactNode, type RefObject } from "react";

/**
 * Of a long list the rows in sight with some around them, and the `kept` ones wherever they are, so that they can hold the focus and be
 * scrolled to. Rows place themselves.
 */
export function VirtualRows({
  list,
  count,
  height,
  pinned,
  row,
  onShown,
}: {
  list: RefObject<HTMLElement | null>;
  count: number;
  /** Of a row, in pixels. */
  height: number;
  pinned: readonly number[];
  row: (i: number) => ReactNode;
  /** The first rows are there. */
  onShown: () => void;
}) {
  // Its functions, which must not be remembered, stay in here.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => list.current,
    estimateSize: () => height,
    initialRect: { width: 240, height: 900 },
    overscan: 20,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...pinned.filter((i) => i >= 0 && i < count)])].toSorted(
        (a, b) => a - b,
      ),
  });
  useEffect(onShown, [onShown]);
  return virtual.getVirtualItems().map(({ index }) => row(index));
}
