import { type RefObject, useEffect, useMemo } from "react";
import type { ChartCanvasProps } from "#adapters/flow/canvasProps.ts";
import type { Proposal, proposingMachine } from "#adapters/flow/gestures/proposing.machine.ts";
import { lateParts } from "#adapters/flow/gestures/Gesture.ts";
import { useGesture, useGestureContext } from "#adapters/flow/gestures/useGesture.ts";
import type { Arrangement } from "#core/layout/arrangement/arrangement.ts";
import type { Picture } from "#core/layout/picture.ts";

/**
 * Tidying up with a look before: what would move is shown where it would stand, until the person takes it or not.
 * @param pictureOf the picture with another arrangement
 */
export function useProposing(
  frame: RefObject<HTMLElement | null>,
  picture: Picture,
  { chart, arrangement, onApply }: Pick<ChartCanvasProps, "chart" | "arrangement" | "onApply">,
  pictureOf: (arrangement: Arrangement) => Picture | undefined,
) {
  const gesture = useGesture<typeof proposingMachine>(
    { machine: (all) => all.proposingMachine },
    { applied: ({ proposal }) => onApply?.(proposal) },
  );
  const proposal = useGestureContext(gesture, (known) => known?.proposal);
  useEffect(
    () => () => {
      if (gesture.context()?.proposal) gesture.send({ type: "changed" });
    },
    [gesture, chart, arrangement],
  );
  const proposed = useMemo(() => {
    // A proposal is there once the gestures are.
    const { proposedOf } = (proposal && lateParts()) ?? {};
    if (!proposal || !proposedOf) return undefined;
    const then = pictureOf({ ...arrangement, compounds: { ...arrangement.compounds, ...proposal } });
    return proposedOf(proposal, arrangement, picture, then);
  }, [proposal, picture, arrangement, pictureOf]);
  const back = () => frame.current?.focus({ preventScroll: true });
  return {
    proposed,
    propose: (changes: Proposal) => gesture.send({ type: "propose", proposal: changes }),
    apply: () => {
      gesture.send({ type: "apply" });
      back();
    },
    cancel: () => {
      gesture.send({ type: "escape" });
      back();
    },
  };
}
