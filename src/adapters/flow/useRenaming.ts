import { type RefObject, useCallback } from "react";
import type { ChartCanvasProps } from "#adapters/flow/canvasProps.ts";
import type { renamingMachine } from "#adapters/flow/gestures/renaming.machine.ts";
import { useGesture, useGestureContext } from "#adapters/flow/gestures/useGesture.ts";
import { focusNode } from "#adapters/flow/useCamera.ts";
import { pathOf } from "#core/chart/places.ts";

/** The name of a state in edit, in its place. Afterwards the state has the keys again. */
export function useRenaming(
  frame: RefObject<HTMLElement | null>,
  { onRename, onNamed, readOnly }: Pick<ChartCanvasProps, "onRename" | "onNamed" | "readOnly">,
) {
  const gesture = useGesture<typeof renamingMachine>(
    { machine: (all) => all.renamingMachine },
    {
      named: ({ id, text, goesOn }) => {
        if (text !== undefined) onRename?.(pathOf(id), text);
        if (goesOn && onNamed?.()) return;
        focusNode(frame.current, id);
        // under another name it is another node: then the canvas, where it is selected, has the keys
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
          }),
        );
      },
    },
  );
  const renaming = useGestureContext(gesture, (known) => known?.id);
  const canRename = !readOnly && onRename !== undefined;
  const rename = useCallback(
    (id: string) => {
      if (canRename && id !== "") gesture.send({ type: "edit", id });
    },
    [gesture, canRename],
  );
  return { renaming, rename, name: gesture.send };
}
