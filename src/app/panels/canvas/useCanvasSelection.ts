import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { CanvasHandle, LiveOverlay, Selection } from "#adapters/flow/canvasProps.ts";
import type { useLooks } from "#app/panels/canvas/useLooks.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import { pathId, pathOf, transitionId, transitionRef } from "#core/chart/places.ts";

/** What is selected, on the canvas and elsewhere: what was chosen in outline, code or by a link is brought into view here. */
export function useCanvasSelection(
  canvas: RefObject<CanvasHandle | null>,
  looks: ReturnType<typeof useLooks>,
  live: LiveOverlay | undefined,
) {
  const studio = useStudioActions();
  const selection = useStudio((s) => s.route.selection);
  const also = useStudio((s) => s.also);
  const chosen = useMemo(() => toCanvas(selection), [selection]);
  const chosenKey =
    selection && selection.kind !== "clause" ? `${selection.kind}:${selection.id}` : undefined;
  // Where one looked when one was here last; not when something else is to be shown by now.
  const [view] = useState(() => {
    const { at, chosen: then } = looks.first;
    return (then || undefined) === chosenKey ? at : undefined;
  });
  // What was clicked here is in view already.
  const ownSelection = useRef(view ? chosenKey : undefined);
  useEffect(() => {
    if (!chosen || ownSelection.current === chosenKey) return;
    ownSelection.current = chosenKey;
    canvas.current?.reveal(chosen.kind === "state" ? chosen.path : chosen.ref.source);
  }, [canvas, chosen, chosenKey]);
  // A play is followed to its innermost state.
  const innermost = live && [...live.active].reduce((a, b) => (depth(b) >= depth(a) ? b : a), "");
  useEffect(() => {
    if (innermost) canvas.current?.reveal(pathOf(innermost));
  }, [canvas, innermost]);
  const select = useCallback(
    (next: Selection | undefined) => {
      const id = next && (next.kind === "state" ? pathId(next.path) : transitionId(next.ref));
      ownSelection.current = next && `${next.kind}:${id}`;
      studio.navigation.select(next && id !== undefined ? { kind: next.kind, id } : null);
    },
    [studio],
  );
  const selectStates = useCallback(
    (ids: readonly string[]) => {
      ownSelection.current = ids[0] === undefined ? undefined : `state:${ids[0]}`;
      studio.navigation.selectStates(ids);
    },
    [studio],
  );
  return { chosen, chosenKey, also, view, select, selectStates };
}

const depth = (id: string): number => id.split(".").length;

function toCanvas(selection: { kind: string; id: string } | null): Selection | undefined {
  if (selection?.kind === "state") return { kind: "state", path: pathOf(selection.id) };
  const ref = selection?.kind === "transition" ? transitionRef(selection.id) : undefined;
  return ref && { kind: "transition", ref };
}
