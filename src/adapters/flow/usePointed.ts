import { useId, useState } from "react";
import { useCanvas } from "#adapters/flow/overlayStore.ts";

/** What is known of being pointed at, and what says so: `point` waits while the pointer rests under a new picture (`PointerRest`). */
export function usePointed<T>() {
  const { rest } = useCanvas();
  const id = useId();
  const [pointed, setPointed] = useState<T | undefined>();
  return {
    pointed,
    setPointed,
    point: (at: T) => rest.point(id, () => setPointed(at)),
    leave: () => {
      rest.leave(id);
      setPointed(undefined);
    },
  };
}
