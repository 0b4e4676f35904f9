import { useCallback, useLayoutEffect, useRef } from "react";

/** A function that stays the same and does what the newest one given does: for listeners that live longer than a rendering. */
export function useLatest<Args extends readonly unknown[], Result>(
  newest: (...args: Args) => Result,
): (...args: Args) => Result {
  const now = useRef(newest);
  useLayoutEffect(() => {
    now.current = newest;
  });
  return useCallback((...args: Args) => now.current(...args), []);
}
