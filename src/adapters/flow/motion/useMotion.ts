import { useReactFlow } from "@xyflow/react";
import { type RefObject, useLayoutEffect, useState } from "react";
import { Motion } from "#adapters/flow/motion/Motion.ts";
import type { Picture } from "#core/layout/picture.ts";

/**
 * What stands elsewhere in a new picture is seen going there. Stands before the hooks that may turn the view to a new picture;
 * `useMotionAfter` stands behind them.
 */
export function useMotion(picture: Picture | undefined): Motion {
  const flow = useReactFlow();
  const [motion] = useState(() => new Motion());
  useLayoutEffect(() => motion.leave(picture, flow.getViewport()), [motion, picture, flow]);
  return motion;
}

/** @param still something is dragged: then nothing moves by itself */
export function useMotionAfter(
  motion: Motion,
  frame: RefObject<HTMLElement | null>,
  picture: Picture | undefined,
  still: boolean,
): void {
  const flow = useReactFlow();
  useLayoutEffect(() => motion.rest(still), [motion, still]);
  useLayoutEffect(() => {
    if (frame.current && picture)
      return motion.arrive(frame.current, { picture, viewport: flow.getViewport() });
    return undefined;
  }, [motion, frame, picture, flow]);
}
