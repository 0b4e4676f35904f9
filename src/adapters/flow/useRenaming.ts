import { useSelector } from "@xstate/react";
import { type RefObject, useCallback } from "react";
import type { EventFrom } from "xstate";
import type { ChartCanvasProps } from "#adapters/flow/canvasProps.ts";
import { renamingMachine } from "#adapters/flow/gestures/renaming.machine.ts";
import { useGesture } from "#adapters/flow/gestures/useGesture.ts";
import { focusNode } from "#adapters/flow/useCamera.ts";
import { pathOf } from "#core/chart/places.ts";

/** The name of a state in edit, in its place. Afterwards the state has the keys again. */
export function useRenaming(
  frame: RefObject<HTMLElement | null>,
  { onRename, readOnly }: Pick<ChartCanvasProps, "onRename" | "readOnly">,
) {
  const actor = useGesture(renamingMachine, {
    named: ({ id, text }) => {
      if (text !== undefined) onRename?.(pathOf(id), text);
      focusNode(frame.current, id);
      // under another name it is another node: then the canvas, where it is selected, has the keys
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
        }),
      );
    },
  });
  const renaming = useSelector(actor, (s) => s.context.id);
  const canRename = !readOnly && onRename !== undefined;
  const rename = useCallback(
    (id: string) => {
      if (canRename && id !== "") actor.send({ type: "edit", id });
    },
    [actor, canRename],
  );
  const name = useCallback((event: EventFrom<typeof renamingMachine>) => actor.send(event), [actor]);
  return { renaming, rename, name };
}
