import { useCallback, useLayoutEffect, useRef, useState } from "react";

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

type Handlers = Readonly<Record<string, (...args: never[]) => unknown>>;

/**
 * Functions that stay the same and do what the newest ones given do. React Flow tells everything on the canvas of each handler that is
 * another one, and goes through all nodes for it.
 */
export function useLatestOf<H extends Handlers>(newest: H): H {
  const now = useRef<Handlers>(newest);
  useLayoutEffect(() => {
    now.current = newest;
  });
  const [stable] = useState(() =>
    Object.fromEntries(
      Object.keys(newest).map((name) => [name, (...args: never[]) => now.current[name]?.(...args)]),
    ),
  );
  return stable as H;
}
