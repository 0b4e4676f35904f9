import { type RefObject, useEffect, useMemo } from "react";
import type { ChartCanvasProps } from "#adapters/flow/canvasProps.ts";
import type { Proposal, proposingMachine } from "#adapters/flow/gestures/proposing.machine.ts";
import { useGesture, useGestureContext } from "#adapters/flow/gestures/useGesture.ts";
import { compoundIn } from "#core/layout/arrangement/arrangement.ts";
import type { Arrangement } from "#core/layout/arrangement/arrangement.ts";
import { lineChanges } from "#core/layout/arrangement/lineChanges.ts";
import type { Rect } from "#core/layout/geometry.ts";
import type { Picture } from "#core/layout/picture.ts";

/** What an arrangement that is not taken yet would bring. */
export interface Proposed {
  /** States that would stand elsewhere, there. */
  readonly ghosts: readonly { readonly id: string; readonly box: Rect }[];
  /** Lines of the layout file that would be others. */
  readonly lines: number;
}

/** Less than this, in pixels, is the same place. */
const STILL = 1;

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
  const proposed = useMemo<Proposed | undefined>(() => {
    if (!proposal) return undefined;
    const then = pictureOf({ ...arrangement, compounds: { ...arrangement.compounds, ...proposal } });
    const ghosts = then ? moved(picture, then) : [];
    const changes = Object.entries(proposal).map(([id, lines]) =>
      lineChanges(compoundIn(arrangement, id), lines),
    );
    return { ghosts, lines: changes.reduce((sum, { gone, come }) => sum + gone.length + come.length, 0) };
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

/** What stands elsewhere in what it is in: the inside of a frame that moves as a whole comes along, and rows with their card. */
function moved(now: Picture, then: Picture): Proposed["ghosts"] {
  const within = ({ scene, boxes }: Picture, id: string) => {
    const [box, around] = [boxes.get(id), boxes.get(scene.items.get(id)?.parent ?? "")];
    return box && { x: box.x - (around?.x ?? 0), y: box.y - (around?.y ?? 0) };
  };
  return [...then.boxes].flatMap(([id, box]) => {
    const item = then.scene.items.get(id);
    if (!item || item.shape === "row" || item.parent === undefined) return [];
    const [a, b] = [within(now, id), within(then, id)];
    const isSame = a && b && Math.abs(a.x - b.x) < STILL && Math.abs(a.y - b.y) < STILL;
    return isSame ? [] : [{ id, box }];
  });
}
