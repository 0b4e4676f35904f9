import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useLayoutEffect, useRef } from "react";
import type { Look } from "#adapters/flow/canvasProps.ts";
import type { Picture } from "#core/layout/picture.ts";
import { statesInView } from "#core/layout/unfoldedFirst.ts";

/**
 * Notices when folding or unfolding leaves no state in view: what was there has moved away.
 * @param onLost is called then
 */
export function EmptyView({
  picture,
  look,
  onLost,
}: {
  picture: Picture;
  look: Look | undefined;
  onLost: () => void;
}) {
  const flow = useReactFlow();
  const store = useStoreApi();
  const shown = useRef(look?.folded);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = look?.folded;
    if (before === undefined || before === look?.folded) return;
    const { width, height } = store.getState();
    const { x, y, zoom } = flow.getViewport();
    const view = { x: -x / zoom, y: -y / zoom, w: width / zoom, h: height / zoom };
    if (statesInView(picture, view).length === 0) onLost();
  }, [flow, store, picture, look, onLost]);
  return null;
}
